import type { Concatenation, DFA, NFA, NoParent } from "refa";
import { loadRefa } from "../../../../reader/large-libraries.js";

/** The highest code point. */
const maxCharacter = 0x10ffff;

/** Guessed: patterns of contracts have tens of states. */
const mostStates = 5_000;

/** All texts. */
export function anyText(): DFA {
  return loadRefa().DFA.all({ maxCharacter });
}

/** The empty text alone. */
export function emptyText(): DFA {
  return loadRefa().DFA.emptyWord({ maxCharacter });
}

/** A list of texts. */
export function listedTexts(texts: readonly string[]): DFA {
  const words = texts.map((text) => [...text].map((character) => character.codePointAt(0) ?? 0));
  return loadRefa().DFA.fromWords(words, { maxCharacter });
}

/** The texts that an expression without assertions matches as a whole. Throws `TooManyNodesError`, like all that follow. */
export function wholeMatches(expression: NoParent<Concatenation>): DFA {
  const { NFA } = loadRefa();
  const factory = new NFA.LimitedNodeFactory(mostStates);
  return determined(NFA.fromRegex(expression, { maxCharacter }, { assertions: "throw" }, factory));
}

/** The texts of at least one language. */
export function either(languages: readonly DFA[]): DFA {
  const { DFA, NFA } = loadRefa();
  const [first, ...others] = languages;
  if (first === undefined) return DFA.empty({ maxCharacter });
  if (others.length === 0) return first;
  const factory = new NFA.LimitedNodeFactory(mostStates);
  const nfa = NFA.fromFA(first, factory);
  for (const other of others) nfa.union(other, factory);
  return determined(nfa);
}

/** The texts of both languages. */
export function both(a: DFA, b: DFA): DFA {
  const { DFA } = loadRefa();
  const dfa = DFA.fromIntersection(a, b, new DFA.LimitedNodeFactory(mostStates));
  dfa.minimize();
  return dfa;
}

/** All texts that aren't in a language. */
export function complement(language: DFA): DFA {
  const { DFA } = loadRefa();
  const dfa = language.copy(new DFA.LimitedNodeFactory(mostStates));
  dfa.complement();
  dfa.minimize();
  return dfa;
}

/** A text of the first language and then one of the second. */
export function followedBy(a: DFA, b: DFA): DFA {
  const { NFA } = loadRefa();
  const factory = new NFA.LimitedNodeFactory(mostStates);
  const nfa = NFA.fromFA(a, factory);
  nfa.append(b, factory);
  return determined(nfa);
}

function determined(nfa: NFA): DFA {
  const { DFA } = loadRefa();
  const dfa = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(mostStates));
  dfa.minimize();
  return dfa;
}
