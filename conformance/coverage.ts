import type { CaseResult, ClauseCoverage, Coverage } from "./result.js";
import { globMatcher } from "./select.js";
import type { Clause } from "./suite.js";

/** Which clauses a run has tried, and what became of them. */
export function coverageOf(clauses: readonly Clause[], results: readonly CaseResult[]): Coverage {
  return { clauses: clauses.map((clause) => covered(clause, results)) };
}

function covered(
  { id, section, level, text, positive, negative, note }: Clause,
  results: readonly CaseResult[],
): ClauseCoverage {
  const yes = matching(positive, results);
  const no = matching(negative, results);
  const state = positive === undefined && negative === undefined ? "unobservable" : stateOf([...yes, ...no]);
  const said = note ?? (state === "untried" ? whyUntried([...yes, ...no]) : undefined);
  return {
    id,
    section,
    level,
    text,
    state,
    positive: yes.map((result) => result.id),
    negative: no.map((result) => result.id),
    ...(said !== undefined && { note: said }),
  };
}

function matching(globs: readonly string[] = [], results: readonly CaseResult[]): readonly CaseResult[] {
  const matchers = globs.map(globMatcher);
  return results.filter(({ id }) => matchers.some((matches) => matches(id)));
}

/** A clause is broken by a case of its own level or a weightier one; an `info` case is no rule. */
function stateOf(results: readonly CaseResult[]): ClauseCoverage["state"] {
  const conclusive = results.filter(({ result }) => result !== "inconclusive");
  if (conclusive.length === 0) return "untried";
  return conclusive.some(({ result, level }) => result === "failed" && level !== "info") ? "broken" : "kept";
}

function whyUntried(results: readonly CaseResult[]): string {
  if (results.length === 0) return "no case of it was in the run";
  return [...new Set(results.map(({ reason }) => reason ?? ""))].join("; ");
}
