/** At most this many failures are kept, so that a hostile document can't use up memory. */
export const mostFailures = 1000;

/**
 * Records that a keyword fails; always returns false. `facts` holds the details: the `property`
 * that is missing or not allowed, the property `beside` which it is missing, or the cross-field `rule`.
 * @param {{ failures: object[] | null }} run
 * @param {{ node: object | boolean, value: unknown, scope: object, keyword: string, facts?: object }} failure
 * @returns {false}
 */
export function fail({ failures }, failure) {
  if (failures === null) return false;
  if (failures.length < mostFailures) failures.push(failure);
  // In a full list, a broken `must` replaces advice: it decides whether the document is valid.
  else if (levelOf(failure) === undefined && levelOf(failures[mostFailures - 1]) !== undefined)
    failures[mostFailures - 1] = failure;
  return false;
}

/**
 * Records the failures of checks that were made apart.
 * @param {{ failures: object[] | null }} run
 * @param {readonly { failures: readonly object[] | null }[]} outcomes
 */
export function report(run, outcomes) {
  for (const { failures } of outcomes) for (const failure of failures ?? []) fail(run, failure);
}

/**
 * The level of a failure; `undefined` for a `must`.
 * @param {{ scope: { level?: string }, facts?: { rule?: { level?: string } } }} failure
 * @returns {"should" | "info" | undefined}
 */
export function levelOf({ scope, facts }) {
  const level = facts?.rule === undefined ? scope.level : facts.rule.level;
  return level === "should" || level === "info" ? level : undefined;
}
