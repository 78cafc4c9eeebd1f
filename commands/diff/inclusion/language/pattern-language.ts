import type { DFA } from "refa";
import { loadRefa } from "../../../../reader/large-libraries.js";
import { type Assertion, type Element, flatAlternatives, NotDescribed } from "./flat-alternatives.js";
import { anyText, both, complement, either, emptyText, followedBy, wholeMatches } from "./languages.js";

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
    return either(flatAlternatives(expression).map(textsOf));
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
function textsOf(elements: readonly Element[]): DFA {
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
  return run.some((each) => isEdge(each, kind)) ? run : [];
}

/** The texts up to a position that follows the elements. */
function textsBefore(elements: readonly Element[]): DFA {
  return elements.reduce((before, element) => {
    if (element.type !== "Assertion") return followedBy(before, matchesOf(element));
    if (element.kind === "ahead") throw new NotDescribed();
    return both(before, fulfilling(element, textsBefore));
  }, anyText());
}

/** The texts from a position on which the elements follow. */
function textsAfter(elements: readonly Element[]): DFA {
  return elements.reduceRight((after, element) => {
    if (element.type !== "Assertion") return followedBy(matchesOf(element), after);
    if (element.kind === "behind") throw new NotDescribed();
    return both(after, fulfilling(element, textsAfter));
  }, anyText());
}

function fulfilling(assertion: Assertion, side: (elements: readonly Element[]) => DFA): DFA {
  if (isEdge(assertion, assertion.kind)) return emptyText();
  const texts = either(flatAlternatives(assertion).map(side));
  return assertion.negate ? complement(texts) : texts;
}

function matchesOf(element: Element): DFA {
  return wholeMatches({ type: "Concatenation", elements: [element] });
}

/** `^` is parsed as "no character before", `$` as "no character after". */
function isEdge(assertion: Assertion, kind: Assertion["kind"]): boolean {
  if (assertion.kind !== kind || !assertion.negate || assertion.alternatives.length !== 1) return false;
  const elements = assertion.alternatives[0]?.elements ?? [];
  const [character] = elements;
  return elements.length === 1 && character?.type === "CharacterClass" && character.characters.isAll;
}
