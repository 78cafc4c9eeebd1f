import { timingSafeEqual } from "node:crypto";
import { isFieldText } from "./field-text.js";
import { frameBytes, hmacSha256 } from "./hmac.js";
import type { Protocol, SignatureScheme } from "./protocol.js";

/** What a signature covers. */
export interface SignedParts {
  /** The timestamp header's value as sent; one character, at most U+00FF, is one byte. */
  readonly timestamp: string;
  /** The nonce header's value as sent; one character, at most U+00FF, is one byte. */
  readonly nonce: string;
  /** The raw body, byte for byte as transmitted. */
  readonly body: Uint8Array;
}

/** What to sign, and the secret to sign it with. */
export interface SignOptions extends SignedParts {
  readonly protocol: Pick<Protocol, "signature">;
  readonly secret: string;
}

/** A signature to verify, and the secrets that may have made it. */
export interface VerifySignatureOptions extends SignedParts {
  readonly protocol: Pick<Protocol, "signature">;
  /** The current secret and, during a rotation, the previous one. */
  readonly secrets: readonly string[];
  /** The signature header's value as received. */
  readonly signature: string;
}

/** The signature header's value for a delivery: prefix and 64 lowercase hexadecimal digits. */
export function sign({ protocol, secret, ...parts }: SignOptions): string {
  return protocol.signature.prefix + hmacSha256(secret, frame(protocol.signature, parts));
}

/**
 * Whether one of the secrets made this signature. Every secret is tried and each comparison
 * takes constant time, so timing reveals neither how close a forgery came nor which secret matches.
 * Anything but the prefix and 64 lowercase hexadecimal digits is not a signature, and no signature covers a timestamp
 * or a nonce with other characters than visible ASCII and spaces.
 */
export function verifySignature(options: VerifySignatureOptions): boolean {
  const { protocol, secrets, signature, timestamp, nonce } = options;
  const { prefix } = protocol.signature;
  if (!isFieldText(timestamp) || !isFieldText(nonce)) return false;
  if (signature.length !== prefix.length + hexDigits || !signature.startsWith(prefix)) return false;
  const digits = signature.slice(prefix.length);
  const framed = frame(protocol.signature, options);
  let matches = false;
  for (const secret of secrets) {
    // Both at once, as UTF-8, where no character beyond ASCII looks like a digit.
    const written = compared.write(hmacSha256(secret, framed) + digits, "utf8");
    if (timingSafeEqual(expected, presented) && written === compared.length) matches = true;
  }
  return matches;
}

// Allocated once, since memory outside the heap costs more than the comparison.
const hexDigits = 64;
const compared = Buffer.alloc(2 * hexDigits);
const expected = compared.subarray(0, hexDigits);
const presented = compared.subarray(hexDigits);

/** A buffer for the input of almost every delivery; consumed before the next one is framed. */
const room = Buffer.alloc(32 * 1024);

/** The signing input after the bytes reserved for the key. */
function frame({ content, separator }: SignatureScheme, parts: SignedParts): Buffer {
  const { timestamp, nonce, body } = parts;
  const between = latin1Of(separator);
  const most =
    frameBytes + timestamp.length + nonce.length + body.length + between.length * (content.length - 1);
  const buffer = most <= room.length ? room : Buffer.allocUnsafe(most);
  let end = frameBytes;
  // The text between bodies is written as one piece; a call costs more than the joining.
  let text = "";
  for (let index = 0; index < content.length; index++) {
    const name = content[index];
    if (index > 0) text += between;
    if (name === "body") {
      end += buffer.write(text, end, "latin1");
      buffer.set(body, end);
      end += body.length;
      text = "";
    } else if (name !== undefined) text += parts[name];
  }
  if (text !== "") end += buffer.write(text, end, "latin1");
  return buffer.subarray(0, end);
}

/** Text whose characters are the UTF-8 bytes of another text. */
function latin1Of(text: string): string {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}
