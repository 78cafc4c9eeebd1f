import { createHmac } from "node:crypto";

/** A request as it was signed. `body` is what was sent, with the token. */
export interface Signed {
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: string;
  /** The header's value. */
  readonly signature: string;
}

/** What requests are signed with now. The request may have been signed with another version. */
export interface Keys {
  readonly signingSecret: string;
  readonly verificationToken?: string | undefined;
}

/** What goes before the digits. */
export const prefix = "sha256=";

/** The signing input. */
export function inputOf({ timestamp, nonce, body }: Pick<Signed, "timestamp" | "nonce" | "body">): string {
  return `${timestamp}\n${nonce}\n${body}`;
}

/** An HMAC-SHA256 in lowercase hexadecimal. */
export function hmac(key: string | Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}
