import type { Concatenation, DFA, Expression, NFA, NoParent } from "refa";
import { loadRefa } from "../../../reader/large-libraries.js";

/**
 * The texts that match a pattern of JSON Schema: unanchored, with the `u` flag. `undefined` if the pattern is valid only
 * without that flag, has a backreference or an assertion that isn't described here, or needs too many states. The
 * assertions aren't left to `refa`, which resolves nested ones wrongly in places: a language must be exact.
 */
export function patternLanguage(pattern: string): DFA | undefined {
  const { JS, TooManyNodesError } = loadRefa();
  try {
    const parser = JS.Parser.fromLiteral({ source: pattern, flags: "u" });
    const { expression } = parser.parse({
      assertions: "parse",
      backreferences: "unknown",
      maxBackreferenceWords: 0,
    });
    return either(flatAlternatives(expression).map(wholeTexts));
  } catch (error) {
    if (error instanceof NotDescribed || error instanceof TooManyNodesError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/**
 * Whole texts with a match. What is before a position is described from the left, what is after it from the right, so
 * each look back must be to the left of each look ahead, except where the position is an end of the text.
 */
function wholeTexts(elements: readonly Element[]): DFA {
  const start = edgeRun(elements, "behind");
  const end = edgeRun(elements.slice(start.length).reverse(), "ahead").reverse();
  const inner = elements.slice(start.length, elements.length - end.length);
  const wholeAhead = start.filter((each) => each.kind === "ahead");
  const wholeBehind = end.filter((each) => each.kind === "behind");
  const left = [...start.filter((each) => each.kind === "behind"), ...inner];
  const all = [...left, ...end.filter((each) => each.kind === "ahead")];
  const turn = all.findIndex((each) => each.type === "Assertion" && each.kind === "ahead");
  const at = turn < 0 ? all.length : turn;
  const texts = followedBy(textsBefore(all.slice(0, at)), textsAfter(all.slice(at)));
  return [
    ...wholeAhead.map((each) => fulfilling(each, textsAfter)),
    ...wholeBehind.map((each) => fulfilling(each, textsBefore)),
  ].reduce(both, texts);
}

/** The assertions at an end of a pattern if one of them is `^` or `$`, which fixes their position in the text. */
function edgeRun(elements: readonly Element[], kind: Assertion["kind"]): Assertion[] {
  const run: Assertion[] = [];
  for (const element of elements) {
    if (element.type !== "Assertion") break;
    run.push(element);
  }
  if (run.some((each) => isEdge(each, kind))) return run;
  return [];
}

/** The texts up to a position that follows the elements. */
function textsBefore(elements: readonly Element[]): DFA {
  return elements.reduce((before, element) => {
    if (element.type !== "Assertion") return followedBy(before, elementMatches(element));
    if (element.kind === "ahead") throw new NotDescribed();
    return both(before, fulfilling(element, textsBefore));
  }, anyText());
}

/** The texts from a position on which the elements follow. */
function textsAfter(elements: readonly Element[]): DFA {
  return elements.reduceRight((after, element) => {
    if (element.type !== "Assertion") return followedBy(elementMatches(element), after);
    if (element.kind === "behind") throw new NotDescribed();
    return both(after, fulfilling(element, textsAfter));
  }, anyText());
}

function fulfilling(assertion: Assertion, side: (elements: readonly Element[]) => DFA): DFA {
  if (isEdge(assertion, assertion.kind)) return emptyText();
  const texts = either(flatAlternatives(assertion).map(side));
  if (assertion.negate) return complement(texts);
  return texts;
}

function elementMatches(element: Element): DFA {
  return wholeMatches({ type: "Concatenation", elements: [element] });
}

/** `^` is parsed as "no character before", `$` as "no character after". */
function isEdge(assertion: Assertion, kind: Assertion["kind"]): boolean {
  if (assertion.kind !== kind || !assertion.negate || assertion.alternatives.length !== 1) return false;
  const elements = assertion.alternatives[0]?.elements ?? [];
  const [character] = elements;
  return elements.length === 1 && character?.type === "CharacterClass" && character.characters.isAll;
}

/** The highest code point. */
const maxCharacter = 0x10ffff;

/** Guessed: patterns of contracts have tens of states. */
const mostStates = 5_000;

/** All texts. */
function anyText(): DFA {
  return loadRefa().DFA.all({ maxCharacter });
}

/** The empty text alone. */
function emptyText(): DFA {
  return loadRefa().DFA.emptyWord({ maxCharacter });
}

/** A list of texts. */
export function listedTexts(texts: readonly string[]): DFA {
  const words = texts.map((text) => [...text].map((character) => character.codePointAt(0) ?? 0));
  return loadRefa().DFA.fromWords(words, { maxCharacter });
}

/** The texts that an expression without assertions matches as a whole. Throws `TooManyNodesError`, like all that follow. */
function wholeMatches(expression: NoParent<Concatenation>): DFA {
  const { NFA } = loadRefa();
  const factory = new NFA.LimitedNodeFactory(mostStates);
  return determined(NFA.fromRegex(expression, { maxCharacter }, { assertions: "throw" }, factory));
}

/** The texts of at least one language. */
function either(languages: readonly DFA[]): DFA {
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
function both(a: DFA, b: DFA): DFA {
  const { DFA } = loadRefa();
  const dfa = DFA.fromIntersection(a, b, new DFA.LimitedNodeFactory(mostStates));
  dfa.minimize();
  return dfa;
}

/** All texts that aren't in a language. */
function complement(language: DFA): DFA {
  const { DFA } = loadRefa();
  const dfa = language.copy(new DFA.LimitedNodeFactory(mostStates));
  dfa.complement();
  dfa.minimize();
  return dfa;
}

/** A text of the first language and then one of the second. */
function followedBy(a: DFA, b: DFA): DFA {
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

/** A part of a pattern, as `refa` parses it. */
type Element = NoParent<Concatenation>["elements"][number];
/** A look at the text before or after a position. `^` and `$` are some of them. */
type Assertion = Extract<Element, { readonly type: "Assertion" }>;

/** A pattern whose texts aren't described as a regular language here. */
class NotDescribed extends Error {}

/** Guessed: the number doubles with each `\b`. */
const mostAlternatives = 64;

/**
 * The alternatives of an expression, each as a list of assertions and of parts that contain none. Throws `NotDescribed` if a
 * repetition contains an assertion, or if there are too many alternatives.
 */
function flatAlternatives({ alternatives }: Pick<NoParent<Expression>, "alternatives">): Element[][] {
  const found = alternatives.flatMap(({ elements }) => flattened(elements));
  if (found.length > mostAlternatives) throw new NotDescribed();
  return found;
}

function flattened(elements: readonly Element[]): Element[][] {
  let found: Element[][] = [[]];
  for (const element of elements) {
    const ways = findWays(element);
    if (found.length * ways.length > mostAlternatives) throw new NotDescribed();
    found = found.flatMap((before) => ways.map((way) => [...before, ...way]));
  }
  return found;
}

function findWays(element: Element): Element[][] {
  if (element.type === "Assertion" || !hasAssertions(element)) return [[element]];
  if (element.type === "Alternation") return flatAlternatives(element);
  if (element.type !== "Quantifier" || element.max !== 1) throw new NotDescribed();
  const once = flatAlternatives(element);
  if (element.min === 0) return [[], ...once];
  return once;
}

function hasAssertions(node: Element | NoParent<Concatenation>): boolean {
  if (node.type === "Assertion") return true;
  // What the parser couldn't resolve, such as a backreference.
  if (node.type === "Unknown") throw new NotDescribed();
  if ("alternatives" in node) return node.alternatives.some((each) => hasAssertions(each));
  return "elements" in node && node.elements.some((each) => hasAssertions(each));
}
