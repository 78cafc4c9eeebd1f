import { createHash } from "node:crypto";

/** Bytes of a size for a purpose. */
export type SeededBytes = (size: number, purpose: string) => Uint8Array;

/**
 * Bytes that depend on a seed, an era and their purpose alone. A sandbox begins another era with each start and each restored snapshot, so that
 * what is counted from one again then gives other bytes.
 */
export function createSeededBytes(seed: string, era: string): SeededBytes {
  return (size, purpose) => {
    const hash = createHash("shake256", { outputLength: size });
    return hash.update(JSON.stringify([seed, era, purpose])).digest();
  };
}
