/** Code points divided into letters: the code points of a letter are treated alike. */
export interface Alphabet {
  /** The first code point of each range, ascending, from 0. */
  readonly starts: readonly number[];
  /** The letter of each range. */
  readonly letters: readonly number[];
}

/** A character, and its letter in each of some alphabets. */
export interface SharedLetter {
  readonly character: number;
  readonly letters: readonly number[];
}

/** The most readable characters first. */
const readable = [..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. "].map(
  (character) => character.codePointAt(0) ?? 0,
);

const firstSurrogate = 0xd800;
const afterSurrogates = 0xe000;

/**
 * For each way in which alphabets treat a character, the most readable one; the most readable ones first. A lone surrogate
 * isn't a character: UTF-8, in which documents are sent, can't express it.
 */
export function sharedLetters(alphabets: readonly Alphabet[]): readonly SharedLetter[] {
  const all = new Set([0, afterSurrogates, ...alphabets.flatMap(({ starts }) => starts)]);
  const starts = [...all]
    .filter((start) => start < firstSurrogate || start >= afterSurrogates)
    .sort((a, b) => a - b);
  const found = new Map<string, SharedLetter>();
  for (const character of [...readable, ...starts]) {
    const letters = alphabets.map((alphabet) => letterAt(alphabet, character));
    const key = letters.join();
    if (!found.has(key)) found.set(key, { character, letters });
  }
  return [...found.values()];
}

/** The letter of a code point. */
export function letterAt({ starts, letters }: Alphabet, character: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= character) low = middle;
    else high = middle - 1;
  }
  return letters[low] ?? 0;
}

/** An alphabet of ranges in ascending order; neighbours with the same letter become one range. */
export function rangedAlphabet(ranges: Iterable<readonly [start: number, letter: number]>): Alphabet {
  const starts: number[] = [];
  const letters: number[] = [];
  for (const [start, letter] of ranges)
    if (letters.at(-1) !== letter) {
      starts.push(start);
      letters.push(letter);
    }
  return { starts, letters };
}
