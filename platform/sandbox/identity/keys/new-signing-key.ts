import { createECDH, createHash } from "node:crypto";
import type { Random } from "../random.js";

/** A private key for ES256, as JSON Web Key (RFC 7518, section 6.2). */
export interface SigningKey {
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly alg: "ES256";
  readonly use: "sig";
  readonly kid: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
}

/** A new key; the same bytes give the same key. */
export function newSigningKey(random: Random): SigningKey {
  const pair = createECDH("prime256v1");
  for (;;) {
    const d = Buffer.from(random(32));
    try {
      pair.setPrivateKey(d);
    } catch {
      // Zero, or beyond the order of the curve: one in 2^32.
      continue;
    }
    // 0x04, then both coordinates.
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
    const kid = createHash("sha256").update(point).digest("base64url").slice(0, 16);
    return { kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid, x, y, d: d.toString("base64url") };
  }
}
