import type { Clock } from "@oipkit/delivery";
import type { ClockState } from "./timeline.js";

/** How the sandbox's time goes on. */
export type ClockMode = "running" | "frozen";

/**
 * The one clock of the sandbox, for lifecycles, tokens, retries, proofs and windows. It runs with the real time, ahead of it by what it was
 * advanced, or stands still. It never goes back.
 *
 * What leaves as a stamp that the other side compares with its own clock (a signature's timestamp, `iat` and `exp` of a token) is real time;
 * what the platform decides by is this time. `at` tells which sandbox time a real one was.
 */
export interface SandboxClock extends Clock {
  readonly mode: () => ClockMode;
  /** The real time, in milliseconds since 1970. */
  readonly realNow: () => number;
  /** Stands still, now. */
  readonly freeze: () => void;
  /** Runs with the real time again. */
  readonly resume: () => void;
  /** Moves to a sandbox time without doing what becomes due in between; `advance.ts` does that. */
  readonly moveTo: (time: number) => void;
  /**
   * The sandbox's time at a real time that has passed, both in milliseconds since 1970. The clock may have been moved within a second, so a
   * stamp of whole seconds isn't enough to tell an age: where that matters, keep `now()` beside the stamp.
   */
  readonly at: (realTime: number) => number;
  /** What has to be kept to go on with it in another process. */
  readonly state: () => ClockState;
  /** Goes on with a state that was kept, also if that is earlier. */
  readonly restore: (state: ClockState) => void;
}
