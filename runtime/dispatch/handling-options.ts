import type { EventHandler, Handlers, Reconcile } from "./handler.js";
import type { DispatchOptions } from "./options.js";

/** The handlers of a receiver, and how they run. */
export interface HandlingOptions<Event, Transaction = unknown> {
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
