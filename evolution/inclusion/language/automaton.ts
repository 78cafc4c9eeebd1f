import type { CharRange, Concatenation, DFA, Expression, NoParent } from "refa";
import { loadRefa } from "../../../generator/large-libraries.js";

/** A deterministic automaton over code points. What has no transition is refused. */
export interface Automaton {
  readonly initial: State;
  isFinal(state: State): boolean;
}

/** A state of an automaton. */
export type State = DFA.ReadonlyNode;

/** Guessed: patterns of contracts have tens of states. */
const mostStates = 5_000;
const mostKnown = 2_000;
const known = new Map<string, Automaton | undefined>();

/**
 * The texts that match a pattern of JSON Schema: unanchored, with the `u` flag. `undefined` if the pattern is valid only without that flag, if they aren't a regular
 * language that `refa` can express (lookaround, backreferences), or need too many states.
 */
export function automatonOf(pattern: string): Automaton | undefined {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size >= mostKnown) known.clear();
  const automaton = built(pattern);
  known.set(pattern, automaton);
  return automaton;
}

/** The texts of a list. */
export function automatonOfTexts(texts: readonly string[]): Automaton {
  const { DFA } = loadRefa();
  const words = texts.map((text) => [...text].map((character) => character.codePointAt(0) ?? 0));
  return wrapped(DFA.fromWords(words, { maxCharacter: 0x10ffff }));
}

function built(pattern: string): Automaton | undefined {
  const { DFA, JS, NFA, Transformers, combineTransformers, transform } = loadRefa();
  try {
    const parser = JS.Parser.fromLiteral({ source: pattern, flags: "u" });
    const { expression, maxCharacter } = parser.parse({ assertions: "parse", backreferences: "throw" });
    const whole = unanchored(expression, maxCharacter);
    const steps = combineTransformers([
      Transformers.applyAssertions(),
      Transformers.removeUnnecessaryAssertions(),
    ]);
    const plain = hasAssertions(whole) ? transform(steps, whole) : whole;
    const nfa = NFA.fromRegex(
      plain,
      { maxCharacter },
      { assertions: "throw" },
      new NFA.LimitedNodeFactory(mostStates),
    );
    const dfa = DFA.fromFA(nfa, new DFA.LimitedNodeFactory(mostStates));
    dfa.minimize();
    return wrapped(dfa);
  } catch {
    return undefined;
  }
}

function wrapped(dfa: DFA): Automaton {
  return { initial: dfa.initial, isFinal: (state) => (dfa.finals as ReadonlySet<State>).has(state) };
}

type Part = NoParent<Concatenation>;
type Element = Part["elements"][number];

/** The expression of whole texts: anything around each alternative, unless it is anchored there. */
function unanchored(expression: NoParent<Expression>, maxCharacter: number): NoParent<Expression> {
  const alternatives = expression.alternatives.map((each) => {
    const elements = flattened(each.elements);
    const start = elements[0] !== undefined && isEdge(elements[0], "behind");
    const last = elements.at(-1);
    const end = last !== undefined && elements.length > (start ? 1 : 0) && isEdge(last, "ahead");
    const inner = elements.slice(start ? 1 : 0, end ? -1 : undefined);
    return concatenation([
      ...(start ? [] : [anything(maxCharacter)]),
      ...inner,
      ...(end ? [] : [anything(maxCharacter)]),
    ]);
  });
  return { type: "Expression", alternatives };
}

/** `(?:^a$)` as `^a$`. */
function flattened(elements: readonly Element[]): readonly Element[] {
  const [only] = elements;
  return elements.length === 1 && only?.type === "Alternation" && only.alternatives.length === 1
    ? flattened(only.alternatives[0]?.elements ?? [])
    : elements;
}

/** `^` is parsed as "no character before", `$` as "no character after". */
function isEdge(element: Element, kind: "ahead" | "behind"): boolean {
  if (element.type !== "Assertion" || element.kind !== kind || !element.negate) return false;
  const [only] = element.alternatives;
  const [character] = only?.elements ?? [];
  return (
    element.alternatives.length === 1 &&
    only?.elements.length === 1 &&
    character?.type === "CharacterClass" &&
    character.characters.isAll
  );
}

function hasAssertions(node: NoParent<Expression> | Element | Part): boolean {
  if (node.type === "Assertion") return true;
  if ("alternatives" in node) return node.alternatives.some((each) => hasAssertions(each));
  return "elements" in node && node.elements.some((each) => hasAssertions(each));
}

function concatenation(elements: readonly Element[]): Part {
  return { type: "Concatenation", elements: [...elements] };
}

function anything(maxCharacter: number): Element {
  const { CharSet } = loadRefa();
  const characters = CharSet.all(maxCharacter);
  const character: Element = { type: "CharacterClass", characters };
  return {
    type: "Quantifier",
    alternatives: [concatenation([character])],
    min: 0,
    max: Number.POSITIVE_INFINITY,
    lazy: false,
  };
}

/** The transitions of a state. */
export function transitionsOf(state: State): Iterable<readonly [CharRange, State]> {
  return state.out;
}
