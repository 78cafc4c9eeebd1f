import { type Alphabet, letterAt } from "./alphabet.js";

/** A deterministic automaton over code points, whose states are made when they are reached. */
export interface Automaton {
  readonly initial: State;
}

/** A state of an automaton. */
export interface State {
  /** Tells it from the other states of the automaton. */
  readonly id: number;
  /** Whether a text that ends here is accepted. */
  readonly isFinal: boolean;
  /** What all texts that go on from here have in common, if that is known: all are accepted, or all refused. */
  readonly always: "accepted" | "refused" | undefined;
  readonly alphabet: Alphabet;
  /** The state after a letter. Calls `tick` for each step, which may throw. Throws `TooLarge`. */
  next(letter: number, tick: () => void): State;
}

/** Whether an automaton accepts a text. Calls `tick` for each step, which may throw. Throws `TooLarge`. */
export function accepts(automaton: Automaton, text: string, tick: () => void): boolean {
  let state = automaton.initial;
  for (const character of text) {
    if (state.always !== undefined) break;
    state = state.next(letterAt(state.alphabet, character.codePointAt(0) ?? 0), tick);
  }
  return state.isFinal;
}
