import type { BytesEncoding, SignatureScheme } from "./signature-scheme.js";

/** Bytes as text in the encoding and case of a scheme. */
export function encodeBytes(
  { encoding, case: letters }: Pick<SignatureScheme, "encoding" | "case">,
  bytes: Buffer,
): string {
  const text = bytes.toString(encoding);
  return encoding === "hex" && letters === "upper" ? text.toUpperCase() : text;
}

/**
 * The bytes of a text, or `undefined` unless it is exactly what encoding them gives: no other alphabet or case, no white
 * space, no missing padding, no unused bits that are set.
 */
export function decodeBytes(
  scheme: Pick<SignatureScheme, "encoding" | "case">,
  text: string,
): Buffer | undefined {
  const bytes = Buffer.from(text, scheme.encoding);
  return encodeBytes(scheme, bytes) === text ? bytes : undefined;
}

/** Number of characters that encode this many bytes. */
export function encodedLength(encoding: BytesEncoding, bytes: number): number {
  if (encoding === "hex") return 2 * bytes;
  return encoding === "base64" ? 4 * Math.ceil(bytes / 3) : Math.ceil((4 * bytes) / 3);
}
