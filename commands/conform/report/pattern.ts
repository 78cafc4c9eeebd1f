import type { Report } from "../result.js";

/** What many results together suggest. */
export interface Pattern {
  /** A sentence. */
  readonly seen: string;
  /** The probable cause: one or two sentences. */
  readonly probably: string;
  /** Ids of the failed cases that it explains, in the suite's order; reports list them only here. */
  readonly cases: readonly string[];
  /** The protocol leaves all of these answers open, so they have no effect on the verdict. */
  readonly open?: true;
}

/** A pattern with what a handler threw in most of its cases, if any did: that is known, and a cause is a guess. */
export function withThrown(pattern: Pattern, { results }: Report): Pattern {
  const cases = new Set(pattern.cases);
  const counts = new Map<string, number>();
  for (const { id, thrown } of results)
    if (thrown !== undefined && cases.has(id)) counts.set(thrown, (counts.get(thrown) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  if (most === undefined) return pattern;
  const [thrown, count] = most;
  const known = `In ${count} of these cases, your handler threw ${thrown}.`;
  return { ...pattern, probably: `${known} ${pattern.probably}` };
}
