import { type Alphabet, type SharedLetter, sharedLetters } from "./alphabet.js";
import type { Automaton, State } from "./automaton.js";
import { TooLarge } from "./boolean-functions.js";

/** Texts that some automata accept and others refuse, of a number of characters. */
interface TextQuery {
  readonly accepting: readonly Automaton[];
  readonly refusing: readonly Automaton[];
  /** In code points. */
  readonly least: number;
  readonly most: number;
  /** Called for each step. May throw. */
  tick(): void;
}

/** The state of each automaton. */
type Position = readonly State[];

interface Reached {
  readonly position: Position;
  readonly character: number;
  readonly before: Reached | undefined;
}

/** Measured: about 100 MB. */
const mostPositions = 300_000;

/** A shortest text; `undefined` if there is none, `"unknown"` if the search is too large. */
export function findText(query: TextQuery): { readonly text: string } | undefined | "unknown" {
  if (query.accepting.some((each) => query.refusing.includes(each))) return undefined;
  try {
    return new TextSearch(query).find();
  } catch (error) {
    if (error instanceof TooLarge) return "unknown";
    throw error;
  }
}

class TextSearch {
  readonly #alphabets = new Map<Alphabet, number>();
  readonly #letters = new Map<string, readonly SharedLetter[]>();
  #left = mostPositions;

  constructor(readonly query: TextQuery) {}

  find(): { readonly text: string } | undefined {
    const { accepting, refusing, least, most } = this.query;
    const start: Reached = {
      position: [...accepting, ...refusing].map(({ initial }) => initial),
      character: -1,
      before: undefined,
    };
    if (this.#isHopeless(start.position)) return undefined;
    let level = new Map([[positionKey(start.position), start]]);
    for (let length = 0; length < least && level.size > 0; length++)
      level = this.#nextLevel(level, new Set());
    // From here on, what was reached by a shorter text needn't be reached again.
    const seen = new Set(level.keys());
    for (let length = least; length <= most && level.size > 0; length++) {
      for (const reached of level.values())
        if (this.#isAccepted(reached.position)) return { text: reachedText(reached) };
      level = this.#nextLevel(level, seen);
      for (const key of level.keys()) seen.add(key);
    }
    return undefined;
  }

  #nextLevel(level: ReadonlyMap<string, Reached>, seen: ReadonlySet<string>): Map<string, Reached> {
    const next = new Map<string, Reached>();
    const { tick } = this.query;
    for (const reached of level.values())
      for (const { character, letters } of this.#lettersAt(reached.position)) {
        tick();
        const position = reached.position.map((state, at) => state.next(letters[at] ?? 0, tick));
        if (this.#isHopeless(position)) continue;
        const key = positionKey(position);
        if (seen.has(key) || next.has(key)) continue;
        if (--this.#left < 0) throw new TooLarge();
        next.set(key, { position, character, before: reached });
      }
    return next;
  }

  #isHopeless(position: Position): boolean {
    const accepting = this.query.accepting.length;
    return position.some(({ always }, at) => always === (at < accepting ? "refused" : "accepted"));
  }

  #isAccepted(position: Position): boolean {
    const accepting = this.query.accepting.length;
    return position.every(({ isFinal }, at) => isFinal === at < accepting);
  }

  #lettersAt(position: Position): readonly SharedLetter[] {
    const key = position.map(({ alphabet }) => this.#alphabetNumber(alphabet)).join();
    const known = this.#letters.get(key);
    if (known !== undefined) return known;
    const letters = sharedLetters(position.map(({ alphabet }) => alphabet));
    this.#letters.set(key, letters);
    return letters;
  }

  #alphabetNumber(alphabet: Alphabet): number {
    const number = this.#alphabets.get(alphabet) ?? this.#alphabets.size;
    this.#alphabets.set(alphabet, number);
    return number;
  }
}

function positionKey(position: Position): string {
  return position.map(({ id }) => id).join();
}

function reachedText(reached: Reached): string {
  const characters: string[] = [];
  for (let at: Reached | undefined = reached; at?.before !== undefined; at = at.before)
    characters.push(String.fromCodePoint(at.character));
  return characters.reverse().join("");
}
