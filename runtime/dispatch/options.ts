import type { EventHandler, Handlers, Reconcile } from "./handler.js";

/** How events are handled after their commit. */
export interface DispatchOptions {
  /**
   * `background` (default): handlers run as soon as events are committed, for as long as the process lives. `manual`:
   * only when `receiver.drain()` is called, for processes that are frozen between requests.
   */
  readonly mode?: "background" | "manual" | undefined;
  /** Maximum number of concurrent handlers in this process. Default: 10. */
  readonly concurrency?: number | undefined;
  /** How often to poll the store for work that other processes left over, in milliseconds. Default: 1000. */
  readonly pollMs?: number | undefined;
  /** How long the work of a crashed process stays locked, in milliseconds. Default: one minute. */
  readonly leaseMs?: number | undefined;
  /** How long one attempt may take, in milliseconds. Default: five minutes. */
  readonly timeoutMs?: number | undefined;
  /** Attempts before an event is dead. Default: 20, which takes several hours. */
  readonly maxAttempts?: number | undefined;
  /** Upper bound of the wait after the first failure, in milliseconds; it doubles each time. Default: 1000. */
  readonly retryBaseMs?: number | undefined;
  /** Upper bound of any wait, in milliseconds. Default: one hour. */
  readonly retryMaxMs?: number | undefined;
  /** How long a version may be missing before `reconcile` is called, in milliseconds. Default: ten minutes. */
  readonly gapWindowMs?: number | undefined;
}

/** The options with their defaults. */
export type DispatchSettings = {
  readonly [Name in keyof DispatchOptions]-?: NonNullable<DispatchOptions[Name]>;
};

/** Defaults of `DispatchOptions`. */
export const dispatchDefaults: DispatchSettings = {
  mode: "background",
  concurrency: 10,
  pollMs: 1000,
  leaseMs: 60_000,
  timeoutMs: 300_000,
  maxAttempts: 20,
  retryBaseMs: 1000,
  retryMaxMs: 3_600_000,
  gapWindowMs: 600_000,
};

/** The handlers of a receiver, and how they run. */
export interface EventHandlingOptions<Event, Transaction = unknown> {
  /** Handlers run after the commit, by event name: one for every event, unless there is a `fallback`. */
  readonly handlers?: Handlers<Transaction> | undefined;
  /** Handles events without a handler of their own. */
  readonly fallback?: EventHandler<Event, Transaction> | undefined;
  /** Handles test events, which reach no other handler and must not change customer state. */
  readonly onTest?: EventHandler<Event, Transaction> | undefined;
  /** Called for a resource whose next version is missing, or dead, for longer than `dispatch.gapWindowMs`. */
  readonly reconcile?: Reconcile<Transaction> | undefined;
  /** How handlers are run. */
  readonly dispatch?: DispatchOptions | undefined;
  /** From 0 to below 1; spreads retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** What the wait before the next attempt depends on. */
interface BackoffOptions {
  /** Failed attempts so far, from 1. */
  readonly attempt: number;
  readonly settings: Pick<DispatchSettings, "retryBaseMs" | "retryMaxMs">;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/**
 * How long to wait before the next attempt, in milliseconds: a random time from 0 up to a bound that doubles with each
 * failure ("full jitter"), so that events that failed together aren't retried together.
 */
export function backoff({ attempt, settings, random }: BackoffOptions): number {
  const bound = Math.min(settings.retryMaxMs, settings.retryBaseMs * 2 ** (attempt - 1));
  return Math.floor(random() * bound);
}
