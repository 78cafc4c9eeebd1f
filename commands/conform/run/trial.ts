import { isSuccess, sampleStatuses } from "../check/wanted.js";
import type { NoAnswer } from "../exchange/send.js";
import type { CaseResult } from "../result.js";
import type { Case } from "../suite/suite.js";

/** One run of a case, with what the result alone doesn't say. */
export interface Trial {
  readonly testCase: Case;
  readonly result: CaseResult;
  /** When it began, on the run's clock. */
  readonly startedMs: number;
  /** Every request that got no answer, also if it was sent again. */
  readonly unanswered: readonly NoAnswer[];
}

/** Whether a trial may have changed the receiver, or met one that had changed, so that the next results would mislead. */
export function isSuspect(trial: Trial): boolean {
  const { result, actual, expected } = trial.result;
  if (actual?.aspect === "answer" && result === "failed") return true;
  // A reused connection may have ended by itself, and the case was run again.
  if (trial.unanswered.some(({ reused, kind }) => !(reused && kind === "closed"))) return true;
  if (result !== "failed" || actual?.aspect !== "status" || typeof actual.value !== "number") return false;
  return actual.value >= 500 || (wantsAcceptance(expected?.value) && !isSuccess(actual.value));
}

/** Whether a trial's connection broke or couldn't be opened. */
export function isCutOff({ result, unanswered }: Trial): boolean {
  if (result.result !== "failed" || result.actual?.aspect !== "answer") return false;
  return unanswered.some(({ kind }) => kind === "closed" || kind === "refused");
}

/** Whether a trial waited for an answer in vain. */
export function isLate({ result: { result, actual } }: Trial): boolean {
  if (result !== "failed" || actual?.aspect !== "answer") return false;
  return actual.value === "timeout" || actual.value === "unfinished";
}

/** Whether a trial says nothing since this machine couldn't open a connection. */
export function isStarved({ unanswered }: Trial): boolean {
  return unanswered.some(({ kind }) => kind === "exhausted");
}

/**
 * The trials that may have ended the receiver, the likeliest first: those whose requests it had read before it died, in the order
 * in which they were sent. A connection that is reset, or refused, belongs to a request that nobody read.
 */
export function culprits(trials: readonly Trial[]): readonly Trial[] {
  const reached = trials.filter(({ unanswered: [first] }) => first !== undefined && first.kind !== "refused");
  const wasRead = reached.filter(({ unanswered: [first] }) => first?.unread === false);
  const likely = wasRead.length > 0 ? wasRead : reached;
  return [...likely].sort((a, b) => a.startedMs - b.startedMs);
}

function wantsAcceptance(wanted: unknown): boolean {
  if (!Array.isArray(wanted)) return false;
  const samples = sampleStatuses(wanted);
  return samples.length > 0 && samples.every(isSuccess);
}
