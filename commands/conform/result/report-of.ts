import { proofs, proofsOf } from "../suite/proofs.js";
import type { Case, Level, Suite } from "../suite/suite.js";
import { coverageOf } from "./coverage.js";
import { type CaseResult, type Counts, type Report, type Timing, weighs } from "./result.js";

/** The data of a finished run, from which the report is made. */
export interface RunFacts extends Pick<Report, "url" | "subject" | "unproven"> {
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
  /** Whether cases are left out because the run was aborted. */
  readonly interrupted?: boolean;
}

/** The report of a run. */
export function reportOf(facts: RunFacts): Report {
  const { url, probeUrl, strict = false, suite, timing, results, interrupted = false, selected, all } = facts;
  const { subject, unproven, durability } = facts;
  const counts = countsOf(results);
  const known = results.filter((result) => result.known === true);
  const knownFailures = { failed: idsOf(known, "failed"), passed: idsOf(known, "passed") };
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
    conforms: !broken && !interrupted && knownFailures.passed.length === 0 && unproven.length === 0,
    unproven,
    ...(selected < all && { partial: { selected, of: all } }),
    strict,
    ...(interrupted && { interrupted }),
    counts,
    levels: {
      must: levelOf(results, "must"),
      should: levelOf(results, "should"),
      info: levelOf(results, "info"),
    },
    knownFailures,
    ...(durability !== undefined && { durability }),
    timing,
    coverage: coverageOf(suite, results),
    results,
  };
}

/** What no passed case has shown about the signature. */
export function unprovenBy(cases: readonly Case[], results: readonly CaseResult[]): Report["unproven"] {
  const passed = new Set(idsOf(results, "passed"));
  const shown = new Set(cases.filter(({ id }) => passed.has(id)).flatMap(proofsOf));
  return proofs.filter((proof) => !shown.has(proof));
}

function countsOf(results: readonly CaseResult[]): Counts {
  const count = (kind: CaseResult["result"]): number =>
    results.filter(({ result }) => result === kind).length;
  return { passed: count("passed"), failed: count("failed"), inconclusive: count("inconclusive") };
}

function levelOf(results: readonly CaseResult[], level: Level): Counts {
  return countsOf(results.filter((result) => result.level === level));
}

function idsOf(results: readonly CaseResult[], kind: CaseResult["result"]): readonly string[] {
  return results.filter(({ result }) => result === kind).map(({ id }) => id);
}
