import type { Concatenation, Expression, NoParent } from "refa";

/** A part of a pattern, as `refa` parses it. */
export type Element = NoParent<Concatenation>["elements"][number];
/** A look at the text before or after a position. `^` and `$` are some of them. */
export type Assertion = Extract<Element, { readonly type: "Assertion" }>;

/** A pattern whose texts aren't described as a regular language here. */
export class NotDescribed extends Error {}

/** Guessed: the number doubles with each `\b`. */
const mostAlternatives = 64;

/**
 * The alternatives of an expression, each as a list of assertions and of parts that contain none. Throws `NotDescribed` if a
 * repetition contains an assertion, or if there are too many alternatives.
 */
export function flatAlternatives({ alternatives }: Pick<NoParent<Expression>, "alternatives">): Element[][] {
  const found = alternatives.flatMap(({ elements }) => flattened(elements));
  if (found.length > mostAlternatives) throw new NotDescribed();
  return found;
}

function flattened(elements: readonly Element[]): Element[][] {
  let found: Element[][] = [[]];
  for (const element of elements) {
    const ways = waysOf(element);
    if (found.length * ways.length > mostAlternatives) throw new NotDescribed();
    found = found.flatMap((before) => ways.map((way) => [...before, ...way]));
  }
  return found;
}

function waysOf(element: Element): Element[][] {
  if (element.type === "Assertion" || !hasAssertions(element)) return [[element]];
  if (element.type === "Alternation") return flatAlternatives(element);
  if (element.type !== "Quantifier" || element.max !== 1) throw new NotDescribed();
  const once = flatAlternatives(element);
  return element.min === 0 ? [[], ...once] : once;
}

function hasAssertions(node: Element | NoParent<Concatenation>): boolean {
  if (node.type === "Assertion") return true;
  // What the parser couldn't resolve, such as a backreference.
  if (node.type === "Unknown") throw new NotDescribed();
  if ("alternatives" in node) return node.alternatives.some((each) => hasAssertions(each));
  return "elements" in node && node.elements.some((each) => hasAssertions(each));
}
