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
  return protocol.signature.prefix + mac(protocol, secret, parts).toString("hex");
}

/**
 * Whether one of the secrets made this signature (§6.3(3)). Every secret is tried and each comparison
 * takes constant time, so the time tells neither how close a forgery came nor which secret fits.
 * Anything but the prefix and 64 lowercase hexadecimal digits is no signature.
 */
export function verifySignature({ protocol, secrets, signature, ...parts }: VerifySignatureOptions): boolean {
  const { prefix } = protocol.signature;
  const digits = signature.slice(prefix.length);
  if (!signature.startsWith(prefix) || !/^[0-9a-f]{64}$/.test(digits)) return false;
  const presented = Buffer.from(digits, "hex");
  let matches = false;
  for (const secret of secrets) {
    if (timingSafeEqual(mac(protocol, secret, parts), presented)) matches = true;
  }
  return matches;
}

function mac(protocol: Pick<Protocol, "signature">, secret: string, parts: SignedParts): Buffer {
  const hmac = createHmac("sha256", secret);
  protocol.signature.content.forEach((name, index) => {
    if (index > 0) hmac.update(protocol.signature.separator, "utf8");
    if (name === "body") hmac.update(parts.body);
    else hmac.update(parts[name], "latin1");
  });
  return hmac.digest();
}
