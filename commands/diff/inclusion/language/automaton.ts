import type { CharRange, DFA } from "refa";
import { listedTexts } from "./languages.js";
import { patternLanguage } from "./pattern-language.js";

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
export function automatonOf(pattern: string): Automaton | undefined {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size >= mostKnown) known.clear();
  const language = patternLanguage(pattern);
  const automaton = language && wrapped(language);
  known.set(pattern, automaton);
  return automaton;
}

/** The texts of a list. */
export function automatonOfTexts(texts: readonly string[]): Automaton {
  return wrapped(listedTexts(texts));
}

function wrapped(dfa: DFA): Automaton {
  return { initial: dfa.initial, isFinal: (state) => (dfa.finals as ReadonlySet<State>).has(state) };
}

/** The transitions of a state. */
export function transitionsOf(state: State): Iterable<readonly [CharRange, State]> {
  return state.out;
}
