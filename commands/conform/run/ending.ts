import type { Incident } from "../incident.js";
import type { CaseResult } from "../result.js";
import type { Case } from "../suite/suite.js";
import type { Sight } from "./look.js";

/** Why a run ended before its last case. */
export interface RunEnding {
  readonly sight: Exclude<Sight, { kind: "answers" }>;
  /** The cases in which the receiver may have changed, the likeliest first. */
  readonly cases: readonly string[];
  /** The case that was answered last. */
  readonly before: readonly string[];
  /** How long it was waited for, in milliseconds. */
  readonly returnMs: number;
  /** In how many cases it had died, if it came back after each, and the run was ended for their number. */
  readonly deaths?: number;
}

/** The result of a case of which nothing is known since the run ended. */
export function lostResult(
  testCase: Pick<Case, "id" | "clause" | "level" | "why">,
  ending: RunEnding,
): CaseResult {
  const { id, clause, level, why } = testCase;
  const result = ending.sight.kind === "refuses" ? "inconclusive" : "not-run";
  const reason = `not run: ${condition(ending)}`;
  return { id, clause, level, why, result, reason, durationMs: 0, exchanges: [] };
}

/** What had happened, as a clause. */
function condition({ sight, cases, before, deaths }: RunEnding): string {
  const [first] = cases.length > 0 ? cases : before;
  const since = first === undefined ? "" : ` after case ${first}`;
  if (sight.kind === "refuses") return `the receiver answers ${sight.status} to every delivery${since}`;
  switch (sight.how) {
    case "gone":
      if (deaths !== undefined) return `the receiver had died in ${deaths} cases${since}`;
      return `the receiver is gone${since}`;
    case "hangs":
      return `the receiver hangs${since}`;
    case "exhausted":
      return `this machine can open no more connections${since}`;
  }
}

/** A run's ending, as its report has it; `lost`: how many cases say nothing because of it. */
export function endingIncident(ending: RunEnding, lost: number): Incident {
  const { sight, cases, before } = ending;
  const kind = sight.kind === "refuses" ? "refuses" : sight.how;
  const count = `${lost} ${lost === 1 ? "case" : "cases"}`;
  const left = kind === "refuses" ? `${count} inconclusive` : `${count} not run`;
  return {
    kind,
    seen: `${condition(ending)}; ${left}`,
    advice: advice(ending),
    cases: cases.length > 0 ? cases : before,
    lost,
  };
}

function advice(ending: RunEnding): string {
  const { sight, returnMs } = ending;
  if (sight.kind === "refuses")
    return `The same delivery was accepted before. ${refusalAdvice(sight.status)}`;
  if (ending.deaths !== undefined)
    return "It came back each time, but the run ends at this number. Repair these cases first, or leave them out with --skip.";
  const waited = `within ${returnMs / 1000} s`;
  switch (sight.how) {
    case "gone":
      return [
        `It accepts no connection any more, and didn't come back ${waited}; --wait TIME waits longer.`,
        whose(ending),
      ]
        .filter((text) => text !== "")
        .join(" ");
    case "hangs":
      return [
        `Neither another request nor a delivery that was accepted before was answered ${waited}.`,
        whose(ending),
      ]
        .filter((text) => text !== "")
        .join(" ");
    case "exhausted":
      return "This says nothing about the receiver. --concurrency 1 needs fewer connections; `ulimit -n` shows how many files are allowed.";
  }
}

/** Which of several cases it may have been. */
function whose({ cases, before }: RunEnding): string {
  if (cases.length === 1) {
    if (before.length === 0) return "";
    return `The case before it was ${before[0]}; the receiver may also have died of what it did after that answer.`;
  }
  if (cases.length === 0) {
    if (before.length === 0) return "";
    return "That case was the last one with an answer; the receiver may have died of what it did after it. --concurrency 1 shows which case it was.";
  }
  return `${cases.length} cases were under way, and any of them may be the cause: ${cases.slice(0, shownCases).join(", ")}. --concurrency 1 shows which one it was.`;
}

const shownCases = 8;

function refusalAdvice(status: number): string {
  if (status === 429) return "A rate limit probably applies; use --concurrency 1 to reduce the load.";
  if (status >= 500)
    return "A store or something else that the receiver needs is probably unavailable; its log says why.";
  return "Another program may have taken the receiver's address, or the receiver's configuration changed.";
}
