import type { SignatureScheme } from "@oipkit/runtime/webhook";

/** A part of a request that is signed. */
export type SignedPart = SignatureScheme["content"][number];

/** How a signature is made in another way than the protocol says; what is left out is as in the protocol. */
export interface MadeSignature {
  /** The parts that are signed, in order. */
  readonly content?: readonly SignedPart[];
  readonly separator?: string;
  /** Parts that are signed as if they were empty, with their separators. */
  readonly blank?: readonly SignedPart[];
  /** Text in front of the signed content, and after it. */
  readonly before?: string;
  readonly after?: string;
  /**
   * What is signed in place of the body. `plaintext`: the JSON before encryption. `trimmed`: the body without white space at its
   * ends. `line`: the body and a line feed. `tokenless`: the JSON without the verification token. `sorted`: the JSON with sorted members.
   */
  readonly over?: "plaintext" | "trimmed" | "line" | "tokenless" | "sorted";
  /** Another text that the receiver knows, as the key; `hashed`: the SHA-256 of the secret in hexadecimal digits. */
  readonly key?: "token" | "encrypt-key" | "application" | "hashed";
  readonly algorithm?: "hmac-sha1" | "hmac-sha256" | "hmac-sha512";
  readonly encoding?: "hex" | "base64" | "base64url";
  /** Every other letter in upper case. */
  readonly mixedCase?: true;
}
