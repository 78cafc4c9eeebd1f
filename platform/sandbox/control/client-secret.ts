import { createHash } from "node:crypto";

/** A client secret and what is kept of it (§5.4). */
export interface ClientSecret {
  readonly secret: string;
  /** SHA-256 in hexadecimal. */
  readonly secretHash: string;
}

const secretBytes = 32;

/** Makes a client secret. `random` returns that many random bytes. */
export function newClientSecret(random: (size: number) => Uint8Array): ClientSecret {
  const secret = `cs_${Buffer.from(random(secretBytes)).toString("base64url")}`;
  return { secret, secretHash: createHash("sha256").update(secret).digest("hex") };
}
