import { createHmac, timingSafeEqual } from "node:crypto";
import type { Protocol } from "./protocol.js";

/** What a signature covers (§6.2). */
export interface SignedParts {
  /** The timestamp header's value as sent; one character stands for one byte. */
  readonly timestamp: string;
  /** The nonce header's value as sent; one character stands for one byte. */
  readonly nonce: string;
  /** The raw body, byte for byte as it travels. */
  readonly body: Uint8Array;
}

export interface SignOptions extends SignedParts {
  readonly protocol: Pick<Protocol, "signature">;
  readonly secret: string;
}

export interface VerifySignatureOptions extends SignedParts {
  readonly protocol: Pick<Protocol, "signature">;
  /** The current secret and, during a rotation, the previous one (§6.9). */
  readonly secrets: readonly string[];
  /** The signature header's value as received. */
  readonly signature: string;
}

/** The signature header's value for a delivery (§6.2): prefix and 64 lowercase hexadecimal digits. */
export function sign({ protocol, secret, ...parts }: SignOptions): string {
  return protocol.signature.prefix + mac(protocol, secret, parts);
}

/**
 * Whether one of the secrets made this signature (§6.3(3)). Every secret is tried and each comparison
 * takes constant time, so the time tells neither how close a forgery came nor which secret fits.
 * Anything but the prefix and 64 lowercase hexadecimal digits is no signature.
 */
export function verifySignature(options: VerifySignatureOptions): boolean {
  const { protocol, secrets, signature } = options;
  const { prefix } = protocol.signature;
  const digits = signature.slice(prefix.length);
  if (!signature.startsWith(prefix) || !/^[0-9a-f]{64}$/.test(digits)) return false;
  presentedDigits.write(digits, "latin1");
  let matches = false;
  for (const secret of secrets) {
    expectedDigits.write(mac(protocol, secret, options), "latin1");
    if (timingSafeEqual(expectedDigits, presentedDigits)) matches = true;
  }
  expectedDigits.fill(0);
  return matches;
}

// Written and compared in one go; made once, since memory outside the heap costs more than the comparison.
const presentedDigits = Buffer.alloc(64);
const expectedDigits = Buffer.alloc(64);

function mac(protocol: Pick<Protocol, "signature">, secret: string, parts: SignedParts): string {
  const { content, separator } = protocol.signature;
  const hmac = createHmac("sha256", secret);
  // What stands between bodies goes in as one piece; a call costs more than the joining.
  let text = "";
  for (let index = 0; index < content.length; index++) {
    const name = content[index];
    if (index > 0) text += latin1Of(separator);
    if (name === "body") {
      if (text !== "") hmac.update(text, "latin1");
      hmac.update(parts.body);
      text = "";
    } else if (name !== undefined) text += parts[name];
  }
  if (text !== "") hmac.update(text, "latin1");
  return hmac.digest("hex");
}

/** Text whose characters are the bytes of another one's UTF-8. */
function latin1Of(text: string): string {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7f) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}
