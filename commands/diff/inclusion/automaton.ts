import type { CharRange, DFA } from "refa";
import { listedTexts, patternLanguage } from "./pattern-language.js";

/** A deterministic automaton over code points. What has no transition is refused. */
export interface Automaton {
  readonly initial: State;
  isFinal(state: State): boolean;
}

/** A state of an automaton. */
export type State = DFA.ReadonlyNode;

const mostKnown = 2_000;
const known = new Map<string, Automaton | undefined>();

/** The texts that match a pattern of JSON Schema; `undefined` if they can't be described by an automaton. */
export function patternAutomaton(pattern: string): Automaton | undefined {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size >= mostKnown) known.clear();
  const language = patternLanguage(pattern);
  const automaton = language && wrapped(language);
  known.set(pattern, automaton);
  return automaton;
}

/** The texts of a list. */
export function textsAutomaton(texts: readonly string[]): Automaton {
  return wrapped(listedTexts(texts));
}

function wrapped(dfa: DFA): Automaton {
  return { initial: dfa.initial, isFinal: (state) => (dfa.finals as ReadonlySet<State>).has(state) };
}

/** The transitions of a state. */
export function stateTransitions(state: State): Iterable<readonly [CharRange, State]> {
  return state.out;
}

/** Texts that some automata accept and others refuse, of a number of characters. */
interface TextQuery {
  readonly accepting: readonly Automaton[];
  readonly refusing: readonly Automaton[];
  /** In code points. */
  readonly least: number;
  readonly most: number;
}

/** The state of each automaton; `undefined` if it will refuse whatever comes. */
type Position = readonly (State | undefined)[];

interface Reached {
  readonly position: Position;
  readonly character: number;
  readonly before: Reached | undefined;
}

/** Guessed: enough for texts of thousands of characters, reached in well under a second. */
const mostPositions = 100_000;

/** A shortest text; `undefined` if there is none, `"unknown"` if the search is too large. */
export function findText(query: TextQuery): { readonly text: string } | undefined | "unknown" {
  const automata = [...query.accepting, ...query.refusing];
  const ids = new Map<State, number>();
  const positionKey = (position: Position): string =>
    position.map((state) => (state === undefined ? "" : stateId(ids, state))).join();
  const start: Reached = {
    position: automata.map(({ initial }) => initial),
    character: -1,
    before: undefined,
  };
  let level = new Map([[positionKey(start.position), start]]);
  const seen = new Set<string>();
  let left = mostPositions;
  for (let length = 0; length <= query.most; length++) {
    if (length >= query.least) {
      for (const reached of level.values())
        if (isAccepted(reached.position, query)) return { text: reachedText(reached) };
      // From here on only the set of positions matters, and there are finitely many of them.
      const key = [...level.keys()].sort().join(";");
      if (level.size === 0 || seen.has(key)) return undefined;
      seen.add(key);
    } else if (level.size === 0) return undefined;
    const next = new Map<string, Reached>();
    for (const reached of level.values()) {
      for (const [character, position] of stepsFrom(reached.position)) {
        if (position.slice(0, query.accepting.length).includes(undefined)) continue;
        const key = positionKey(position);
        if (!next.has(key)) next.set(key, { position, character, before: reached });
        if (--left < 0) return "unknown";
      }
    }
    level = next;
  }
  return undefined;
}

function isAccepted(position: Position, { accepting, refusing }: TextQuery): boolean {
  const isFinal = (automaton: Automaton, at: number): boolean => {
    const state = position[at];
    return state !== undefined && automaton.isFinal(state);
  };
  return (
    accepting.every((automaton, at) => isFinal(automaton, at)) &&
    refusing.every((automaton, at) => !isFinal(automaton, accepting.length + at))
  );
}

/** For each range of characters that all automata treat alike, one of them and the positions that follow. */
function* stepsFrom(position: Position): Generator<readonly [number, Position]> {
  const starts = new Set([0, 0xd800, 0xe000]);
  const maps = position.map((state) => (state === undefined ? [] : [...stateTransitions(state)]));
  for (const map of maps)
    for (const [{ min, max }] of map) {
      starts.add(min);
      if (max < 0x10ffff) starts.add(max + 1);
    }
  const sorted = [...starts].sort((a, b) => a - b);
  const ranges = sorted
    .map((from, at) => [from, (sorted[at + 1] ?? 0x110000) - 1] as const)
    // A lone surrogate isn't a character of a JSON text.
    .filter(([from]) => from < 0xd800 || from >= 0xe000);
  for (const [from, character] of byReadability(ranges))
    yield [character, maps.map((map) => map.find(([{ min, max }]) => min <= from && from <= max)?.[1])];
}

function stateId(ids: Map<State, number>, state: State): number {
  const known = ids.get(state) ?? ids.size;
  ids.set(state, known);
  return known;
}

function reachedText(reached: Reached): string {
  const characters: string[] = [];
  for (let at: Reached | undefined = reached; at?.before !== undefined; at = at.before)
    characters.push(String.fromCodePoint(at.character));
  return characters.reverse().join("");
}

/** The most readable characters first. */
const readable = [..."abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-_. "].map(
  (character) => character.codePointAt(0) ?? 0,
);

/** Starts of ranges of code points, each with its most readable character; the most readable ones first. */
function byReadability(
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
