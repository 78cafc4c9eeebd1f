import type { Send } from "../exchange/send.js";
import type { CaseResult } from "../result.js";
import type { Subject } from "../subject.js";
import type { Filters } from "../suite/select.js";
import type { Suite } from "../suite/suite.js";

/** The subject, the cases to run against it, and how to run them. */
export interface RunOptions extends Subject, Filters {
  readonly suite: Suite;
  /** Whether a failed `should` also fails the run. Default: no. */
  readonly strict?: boolean | undefined;
  /** Ids of cases that are known to fail. They still run; one that passes fails the run. */
  readonly knownFailures?: readonly string[] | undefined;
  /** Sends requests. Default: `node:http` and `node:https` with kept connections. */
  readonly send?: Send | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Milliseconds that never decrease, for durations. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
  /** Returns that many random bytes. Default: `randomBytes` of `node:crypto`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /** Maximum number of concurrent cases; those that make stores fail, measure time or send piece by piece run alone. Default: 8. */
  readonly concurrency?: number | undefined;
  /** How long a single answer may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Longest body of an answer that is read, in bytes; a longer one is a failure. Default: 131,072 (128 KiB). Answers of the
   * probe may have 16 MiB.
   */
  readonly maxAnswerBytes?: number | undefined;
  /** How long to poll a probe for what happens after an answer, in milliseconds. Default: 2,000. */
  readonly settleMs?: number | undefined;
  /** How long to wait for a receiver that died or fails to come back by itself, in milliseconds. Default: 5,000. */
  readonly returnMs?: number | undefined;
  /**
   * How long a run may take if the receiver takes more than a second for an answer, in milliseconds; a fast one has all the time it
   * needs. What there is no time for isn't run. Default: 40,000.
   */
  readonly budgetMs?: number | undefined;
  /** Waits that many milliseconds. Default: with a timer. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
  /** Aborts the run: results so far are reported, without the cases that are under way. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each result. */
  readonly onResult?: ((result: CaseResult, progress: SuiteProgress) => void) | undefined;
}

/** The progress of a run. */
export interface SuiteProgress {
  readonly done: number;
  readonly total: number;
}
