import { createHash } from "node:crypto";

/** A number from 0 to below 1 that depends on nothing but the seed and what it is for. */
export function fractionFor(seed: string, ...about: readonly (string | number)[]): number {
  const digest = createHash("sha256")
    .update(JSON.stringify([seed, ...about]))
    .digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
