/** More failures than this aren't kept: a hostile document must not cost memory. */
export const mostFailures = 1000;

/**
 * Notes that a keyword fails; always returns false. `facts` holds what the keyword alone doesn't say: the `property`
 * that is missing or not allowed, the property it is missing `beside`, or the cross-field `rule`.
 * @param {{ failures: object[] | null }} run
 * @param {{ node: object | boolean, value: unknown, scope: object, keyword: string, facts?: object }} failure
 * @returns {false}
 */
export function fail({ failures }, failure) {
  if (failures === null) return false;
  if (failures.length < mostFailures) failures.push(failure);
  // A broken `must` takes the place of advice in a full list: it decides what the document is.
  else if (levelOf(failure) === undefined && levelOf(failures[mostFailures - 1]) !== undefined)
    failures[mostFailures - 1] = failure;
  return false;
}

/**
 * How much a failure weighs; nothing for a `must`.
 * @param {{ scope: { level?: string }, facts?: { rule?: { level?: string } } }} failure
 * @returns {"should" | "info" | undefined}
 */
export function levelOf({ scope, facts }) {
  const level = facts?.rule === undefined ? scope.level : facts.rule.level;
  return level === "should" || level === "info" ? level : undefined;
}
