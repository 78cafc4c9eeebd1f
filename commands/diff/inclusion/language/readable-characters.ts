/** The most readable characters first. */
const readable = [..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. "].map(
  (character) => character.codePointAt(0) ?? 0,
);

/** Starts of ranges of code points, each with its most readable character; the most readable ones first. */
export function byReadability(
  ranges: readonly (readonly [from: number, to: number])[],
): readonly (readonly [from: number, character: number])[] {
  return ranges
    .map(([from, to]) => {
      const rank = readable.findIndex((character) => character >= from && character <= to);
      return { from, character: readable[rank] ?? from, rank: rank < 0 ? readable.length : rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ from, character }) => [from, character]);
}
