import { OipkitError } from "../../errors.js";
import type { BytesEncoding, SignatureScheme } from "./signature-scheme.js";

/** A secret or key isn't in the form that the protocol says. Never quotes it. */
export class KeyMalformed extends OipkitError {
  readonly code = "key-malformed";
}

/**
 * The bytes of a secret: the text itself, or what is encoded after the prefix. The prefix may be left out, as some
 * platforms show secrets without it. Throws `KeyMalformed`.
 */
export function secretBytes({ key }: Pick<SignatureScheme, "key">, secret: string): Buffer {
  if (/^\s*-----BEGIN /.test(secret)) {
    throw new KeyMalformed("a secret is a key in PEM, but the protocol signs with a shared secret");
  }
  const { prefix = "", encoding } = key ?? { encoding: "utf8" };
  const encoded = secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;
  if (encoding === "utf8") return Buffer.from(encoded, "utf8");
  const bytes = decodeBytes({ encoding }, encoded);
  if (bytes === undefined) {
    const after = prefix === "" ? "" : ` after \`${prefix}\``;
    throw new KeyMalformed(`a secret isn't canonical ${encoding}${after}`);
  }
  return bytes;
}

/** Bytes as text in the encoding and case of a scheme. */
export function encodeBytes(
  { encoding, case: letters }: Pick<SignatureScheme, "encoding" | "case">,
  bytes: Buffer,
): string {
  const text = bytes.toString(encoding);
  if (encoding === "hex" && letters === "upper") return text.toUpperCase();
  return text;
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
  if (encodeBytes(scheme, bytes) === text) return bytes;
  return undefined;
}

/** Number of characters that encode this many bytes. */
export function encodedLength(encoding: BytesEncoding, bytes: number): number {
  if (encoding === "hex") return 2 * bytes;
  if (encoding === "base64") return 4 * Math.ceil(bytes / 3);
  return Math.ceil((4 * bytes) / 3);
}
