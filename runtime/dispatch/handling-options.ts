import type { EventHandler, Handlers, Reconcile } from "./handler.js";
import type { DispatchOptions } from "./options.js";

/** The handlers of a receiver, and how they are run. */
export interface HandlingOptions<Event, Transaction = unknown> {
  /** What is done with each event after its commit, by event name. One for every event, unless there is a `fallback`. */
  readonly handlers?: Handlers<Transaction> | undefined;
  /** Handles events that have no handler of their own. */
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
