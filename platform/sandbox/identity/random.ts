/** Random bytes, of which a seed makes the same ones again. */
export type Random = (size: number) => Uint8Array;
