/** Where random bytes come from. */
export interface RandomSource {
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
  /**
   * Returns that many bytes for a purpose, such as the id of a delivery; an engine doesn't use a purpose twice. Bytes that depend on it and on a
   * seed give the same ids to the same deliveries, whatever happens at once. Default: `random`.
   */
  readonly seeded?: ((size: number, purpose: string) => Uint8Array) | undefined;
}

/** Bytes for a purpose. Those that seal a secret come from `random` instead. */
export function bytesFor({ random, seeded }: RandomSource, size: number, purpose: string): Uint8Array {
  if (seeded === undefined) return random(size);
  return seeded(size, purpose);
}

/** Bytes for what has no name of its own: their purpose is this one and a number that counts up. */
export function countedRandom(source: RandomSource, purpose: string): (size: number) => Uint8Array {
  let count = 0;
  return (size) => {
    count += 1;
    return bytesFor(source, size, `${purpose} ${count}`);
  };
}
