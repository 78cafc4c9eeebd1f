import { globMatcher } from "../suite/select.js";
import type { Clause, Suite } from "../suite/suite.js";
import type { CaseResult, ClauseCoverage, Coverage } from "./result.js";

/** Which clauses a run has tried, with their results. */
export function coverageOf(
  { clauses = [], sections }: Pick<Suite, "clauses" | "sections">,
  results: readonly CaseResult[],
): Coverage {
  const matching = matcher(results);
  return { ...(sections && { sections }), clauses: clauses.map((clause) => covered(clause, matching)) };
}

function covered(
  { id, section, level, text, positive, negative, note }: Clause,
  matching: Matching,
): ClauseCoverage {
  const yes = matching(positive);
  const no = matching(negative);
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

/** The results whose ids match any of the globs, in the suite's order. */
type Matching = (globs: readonly string[] | undefined) => readonly CaseResult[];

/** Clauses share globs, and a suite has thousands of cases, so each glob is resolved once. */
function matcher(results: readonly CaseResult[]): Matching {
  const known = new Map<string, readonly CaseResult[]>();
  const fitting = (glob: string): readonly CaseResult[] => {
    const matches = globMatcher(glob);
    const found = known.get(glob) ?? results.filter(({ id }) => matches(id));
    known.set(glob, found);
    return found;
  };
  return (globs = []) => {
    const found = new Set(globs.flatMap(fitting));
    return globs.length === 1 ? [...found] : results.filter((result) => found.has(result));
  };
}

/** A clause is broken by a case of its own level or a higher one; an `info` case is not a rule. */
function stateOf(results: readonly CaseResult[]): ClauseCoverage["state"] {
  const conclusive = results.filter(({ result }) => result !== "inconclusive");
  if (conclusive.length === 0) return "untried";
  return conclusive.some(({ result, level }) => result === "failed" && level !== "info") ? "broken" : "kept";
}

function whyUntried(results: readonly CaseResult[]): string {
  if (results.length === 0) return "none of its cases was in the run";
  return [...new Set(results.map(({ reason }) => reason ?? ""))].join("; ");
}
