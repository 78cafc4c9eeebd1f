import { type Incident, incidentWeight } from "./incident.js";
import {
  type CaseResult,
  type ClauseCoverage,
  type Counts,
  type Coverage,
  type Durability,
  type Report,
  type Timing,
  weighs,
} from "./result.js";
import { caseProofs, proofs } from "./subject.js";
import { globMatcher } from "./suite/select.js";
import type { Case, Clause, Level, Suite } from "./suite/suite.js";

/** The data of a finished run, from which the report is made. */
interface RunFacts extends Pick<Report, "url" | "subject" | "unproven"> {
  readonly durability?: Report["durability"] | undefined;
  readonly probeUrl?: string | undefined;
  readonly publicUrl?: string | undefined;
  readonly suite: Pick<Suite, "clauses" | "sections">;
  readonly strict?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly timing: Timing;
  /** How many cases were selected. */
  readonly selected: number;
  /** How many cases the suite has. */
  readonly all: number;
  /** In the suite's order. */
  readonly results: readonly CaseResult[];
  /** What happened to the run as a whole. */
  readonly incidents?: readonly Incident[];
  /** Whether cases are left out because the run was aborted. */
  readonly interrupted?: boolean;
}

/** The report of a run. */
export function runReport(facts: RunFacts): Report {
  const { url, probeUrl, strict = false, suite, timing, results, interrupted = false, selected, all } = facts;
  const { subject, unproven, durability, incidents = [] } = facts;
  const undisturbed = incidents.every((each) => incidentWeight(each) === "none");
  const counts = countResults(results);
  const known = results.filter((result) => result.known === true);
  const knownFailures = { failed: idsWithResult(known, "failed"), passed: idsWithResult(known, "passed") };
  const broken = results.some(
    ({ result, level, known }) => result === "failed" && known !== true && weighs(level, strict),
  );
  return {
    format: 1,
    url,
    ...(probeUrl !== undefined && { probeUrl }),
    ...(facts.publicUrl !== undefined && { publicUrl: facts.publicUrl }),
    startedAt: new Date(facts.startedAt).toISOString(),
    durationMs: Math.round(facts.durationMs),
    subject,
    conforms:
      !broken && !interrupted && undisturbed && knownFailures.passed.length === 0 && unproven.length === 0,
    unproven,
    ...(selected < all && { partial: { selected, of: all } }),
    strict,
    ...(interrupted && { interrupted }),
    ...(incidents.length > 0 && { incidents }),
    counts,
    levels: {
      must: countLevel(results, "must"),
      should: countLevel(results, "should"),
      info: countLevel(results, "info"),
    },
    knownFailures,
    ...(durability !== undefined && { durability }),
    timing,
    coverage: clauseCoverage(suite, results),
    results,
  };
}

/** What no passed case has shown about the signature. */
export function unprovenBy(cases: readonly Case[], results: readonly CaseResult[]): Report["unproven"] {
  // One that crashes on a forged delivery has refused it.
  const showing = results.filter(({ result, refused }) => result === "passed" || refused === true);
  const passed = new Set(showing.map(({ id }) => id));
  const shown = new Set(cases.filter(({ id }) => passed.has(id)).flatMap(caseProofs));
  return proofs.filter((proof) => !shown.has(proof));
}

/** The number of results of each kind. */
export function countResults(results: readonly CaseResult[]): Counts {
  const count = (kind: CaseResult["result"]): number =>
    results.filter(({ result }) => result === kind).length;
  const counts = {
    passed: count("passed"),
    failed: count("failed"),
    inconclusive: count("inconclusive"),
  };
  const notRun = count("not-run");
  if (notRun === 0) return counts;
  return { ...counts, notRun };
}

function countLevel(results: readonly CaseResult[], level: Level): Counts {
  return countResults(results.filter((result) => result.level === level));
}

function idsWithResult(results: readonly CaseResult[], kind: CaseResult["result"]): readonly string[] {
  return results.filter(({ result }) => result === kind).map(({ id }) => id);
}

/** Which clauses a run has tried, with their results. */
function clauseCoverage(
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
  const state =
    positive === undefined && negative === undefined ? "unobservable" : coverageState([...yes, ...no]);
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
    if (globs.length === 1) return [...found];
    return results.filter((result) => found.has(result));
  };
}

/** A clause is broken by a case of its own level or a higher one; an `info` case is not a rule. */
function coverageState(results: readonly CaseResult[]): ClauseCoverage["state"] {
  const conclusive = results.filter(({ result }) => result === "passed" || result === "failed");
  if (conclusive.length === 0) return "untried";
  if (conclusive.some(({ result, level }) => result === "failed" && level !== "info")) return "broken";
  return "kept";
}

function whyUntried(results: readonly CaseResult[]): string {
  if (results.length === 0) return "none of its cases was in the run";
  return [...new Set(results.map(({ reason }) => reason ?? ""))].join("; ");
}

/** Reasons of single cases, as reasons of the run. */
const reasons: Readonly<Record<string, string>> = {
  "needs a probe": "no probe",
  "needs a probe that can restart the receiver": "the probe can't restart the receiver",
};

/** What a run found out about restarts, by the ids of the cases that restart the subject. */
export function durability(restartCases: readonly string[], results: readonly CaseResult[]): Durability {
  if (restartCases.length === 0) {
    return { state: "unchecked", reason: "no case of this run restarts the receiver" };
  }
  const ids = new Set(restartCases);
  const tried = results.filter(({ id }) => ids.has(id));
  if (tried.some(({ result }) => result === "failed")) return { state: "lost" };
  const unseen = tried.find(({ result }) => result !== "passed");
  if (unseen !== undefined) {
    const { reason = "unknown reason" } = unseen;
    return {
      state: "unchecked",
      reason: Object.hasOwn(reasons, reason) ? (reasons[reason] ?? reason) : reason,
    };
  }
  if (tried.length < restartCases.length) return { state: "unchecked", reason: "the run was ended early" };
  return { state: "survived" };
}
