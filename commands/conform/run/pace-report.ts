import type { Protocol } from "@oipkit/runtime/webhook";
import type { Incident } from "../incident.js";
import type { CaseResult } from "../result.js";
import type { Case } from "../suite/suite.js";
import type { PacedRun } from "./pace.js";

/** The result of a case that there was no time for. */
export function unrunResult({ id, clause, level, why }: Case, paced: PacedRun): CaseResult {
  const reason = `not run: ${paceText(paced)}`;
  return { id, clause, level, why, result: "not-run", reason, durationMs: 0, exchanges: [] };
}

/** What a run against a slow receiver says of it. */
export function slowIncident(
  paced: PacedRun,
  { protocol, budgetMs }: { readonly protocol: Protocol; readonly budgetMs: number },
): Incident {
  const lost = paced.left.length;
  const all = paced.run + lost;
  const none = paced.silent !== undefined;
  const stopped = none
    ? "Nothing else was tried."
    : `The time for a slow receiver is ${seconds(budgetMs)}; --budget TIME allows more.`;
  const ran = `${paced.run} of ${all} cases were run${none ? "" : ", one of each kind first"}.`;
  return {
    kind: "slow",
    seen: `${paceText(paced)}; ${allowance(protocol)}; ${lost} ${lost === 1 ? "case" : "cases"} not run`,
    advice: `${ran} ${stopped} Slow work belongs after the answer.`,
    cases: [],
    lost,
  };
}

function paceText({ answerMs, silent }: PacedRun): string {
  switch (silent) {
    case "timeout":
      return `no delivery is answered within ${seconds(answerMs)}`;
    case "unfinished":
      return `no answer to a delivery ends within ${seconds(answerMs)}`;
    case undefined:
      return `each answer takes ${seconds(answerMs)}`;
  }
}

/** What the protocol says about the time for an answer. */
function allowance({ verification, callbacks }: Protocol): string {
  const limits = [
    ...(verification === undefined ? [] : [`${verification.timeoutSeconds} s for a connection verification`]),
    ...(callbacks === undefined ? [] : [`${callbacks.timeoutSeconds} s for a callback`]),
  ];
  if (limits.length === 0) return "the protocol names no limit";
  return `the protocol allows ${limits.join(", ")}`;
}

/** Says that less time was given to the later requests of a run. */
export function hurriedIncident(facts: {
  readonly late: number;
  readonly timeoutMs: number;
  readonly hurriedMs: number;
}): Incident {
  const { late, timeoutMs, hurriedMs } = facts;
  return {
    kind: "hurried",
    seen: `${late} ${late === 1 ? "request" : "requests"} got no answer in time`,
    advice: `After the first ones, which had ${seconds(timeoutMs)}, the others had ${seconds(hurriedMs)}, so that the run ends; a case that says so can be run again alone with more.`,
    cases: [],
    lost: 0,
  };
}

/** To a tenth of a second. */
function seconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}
