import type { AbortReason } from "./request-aborted.js";

/** How fast a body has to arrive. Times are in milliseconds. */
export interface BodyPace {
  /** Time for the whole body. */
  readonly bodyTimeoutMs: number;
  /** Time between two pieces. */
  readonly bodyIdleTimeoutMs: number;
  /** Average rate since the body's start, demanded after the first five seconds. */
  readonly minBodyBytesPerSecond: number;
}

/** Defaults of `BodyPace`: a delivery has a few kilobytes and comes from a server, so they are generous (guessed). */
export const defaultBodyPace: BodyPace = {
  bodyTimeoutMs: 15_000,
  bodyIdleTimeoutMs: 10_000,
  minBodyBytesPerSecond: 1024,
};

/** What is known about an incomplete body. Times are of one clock, in milliseconds. */
export interface BodyProgress {
  readonly startedAt: number;
  /** When the last piece came. */
  readonly progressedAt: number;
  readonly received: number;
}

/** A lost packet may cost an honest sender some seconds. */
const rateGraceMs = 5_000;

/** Why a body must be given up now, if it must. */
export function violatedPace(pace: BodyPace, progress: BodyProgress, now: number): AbortReason | undefined {
  const age = now - progress.startedAt;
  if (age >= pace.bodyTimeoutMs) return "late";
  if (now - progress.progressedAt >= pace.bodyIdleTimeoutMs) return "idle";
  const isSlow = age >= rateGraceMs && progress.received < (pace.minBodyBytesPerSecond * age) / 1000;
  return isSlow ? "slow" : undefined;
}

/** How often to look at the pace of bodies, in milliseconds. */
export function paceCheckMs({ bodyTimeoutMs, bodyIdleTimeoutMs }: BodyPace): number {
  return Math.max(1, Math.min(250, Math.floor(Math.min(bodyTimeoutMs, bodyIdleTimeoutMs) / 4)));
}
