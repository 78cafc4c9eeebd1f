import type { Batch, Suite } from "../../../../commands/conform/index.js";

/**
 * The suite with all hand-written cases, and each derived case for one of its events, which take turns: a third of the cases,
 * but every rule. It is for a receiver that differs from one that another test runs the whole suite against
 * only in how it is reached, or in the mode.
 */
export function representativeSuite(suite: Suite): Suite {
  const seen = new Set<string>();
  const batches = (suite.batches ?? []).flatMap((batch, index): Batch[] => {
    const event = batch.on[index % batch.on.length];
    const cases = batch.cases.filter(({ name }) => !seen.has(name));
    for (const { name } of cases) seen.add(name);
    if (event === undefined || cases.length === 0) return [];
    return [{ ...batch, on: [event], cases }];
  });
  return { ...suite, batches };
}
