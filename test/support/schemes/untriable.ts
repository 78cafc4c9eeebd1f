/** Why cases of some families are left out for small events and in a quick run: no receiver can be tried with them. */
export const untriable: ReadonlySet<string | undefined> = new Set([
  "needs a body that this edit changes",
  "needs a slow run",
]);
