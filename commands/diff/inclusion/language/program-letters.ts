import type { LinearProgram } from "../../../../reader/patterns/linear-program.js";
import { type Alphabet, letterAt, rangedAlphabet } from "./alphabet.js";

/** How a program reads code points. */
export interface ProgramLetters {
  readonly alphabet: Alphabet;
  /** The letters of each set of the program. */
  readonly members: readonly ReadonlySet<number>[];
  /** What the program reads for a letter of the alphabet: a letter or, without the `u` flag, perhaps two. */
  unitsFor(letter: number): readonly number[];
}

/** The letters of a program: the characters that are in the same sets. */
export function programLetters({ unicode, bounds, sets }: LinearProgram): ProgramLetters {
  const setsAt = bounds.map((): number[] => []);
  for (const [set, classes] of sets.entries()) for (const each of classes) setsAt[each]?.push(set);
  const numbers = new Map<string, number>();
  const letters = setsAt.map((all) => {
    const key = all.join();
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  const members = sets.map((classes) => new Set(classes.map((each) => letters[each] ?? 0)));
  const alphabet = rangedAlphabet(bounds.map((bound, at) => [bound, letters[at] ?? 0]));
  if (unicode) return { alphabet, members, unitsFor: (letter) => [letter] };
  const count = numbers.size;
  return {
    alphabet: rangedAlphabet(pairRanges(alphabet, count)),
    members,
    unitsFor: (letter) => (letter < count ? [letter] : [Math.floor(letter / count) - 1, letter % count]),
  };
}

const lowSurrogates = { first: 0xdc00, last: 0xdfff };

/** Ranges of code points, where a pattern reads UTF-16 units; the letter of a pair is made of those of its units. */
function* pairRanges(units: Alphabet, count: number): Generator<readonly [number, number]> {
  for (const [at, start] of units.starts.entries())
    if (start <= 0xffff) yield [start, units.letters[at] ?? 0];
  const { first, last } = lowSurrogates;
  const lows = [first, ...units.starts.filter((start) => start > first && start <= last)];
  for (let high = 0xd800; high < first; high++) {
    const letter = (letterAt(units, high) + 1) * count;
    for (const low of lows)
      yield [0x10000 + (high - 0xd800) * 0x400 + (low - first), letter + letterAt(units, low)];
  }
}
