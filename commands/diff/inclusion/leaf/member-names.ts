import { compilePattern } from "../../../../reader/documents/pattern.js";
import type { Members, Names } from "../goal/formula.js";
import { type Goal, holds } from "../goal/goal.js";

/** Whether a pattern of JSON Schema matches a text. */
export function matches(pattern: string, text: string): boolean {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    if (expressions.size >= mostKnown) expressions.clear();
    expression = compilePattern(pattern);
    expressions.set(pattern, expression);
  }
  return expression.test(text);
}

const expressions = new Map<string, RegExp>();
const mostKnown = 2_000;

/** Whether a name is one of those that a statement is about. */
export function includes(names: Names, name: string): boolean {
  if (names.kind === "name") return names.name === name;
  return (
    names.matching.every((pattern) => matches(pattern, name)) &&
    !names.notMatching.some((pattern) => matches(pattern, name)) &&
    !names.except.includes(name)
  );
}

/** The schemas that apply to the member of a name. */
export function schemasFor(name: string, groups: readonly Members[]): Goal {
  return groups.flatMap(({ properties, patterns, rest }) => {
    const own = properties.get(name);
    const matching = [...patterns].flatMap(([pattern, node]) => (matches(pattern, name) ? [node] : []));
    const found = own === undefined ? matching : [own, ...matching];
    return (found.length > 0 ? found : [rest]).map(holds);
  });
}
