import type { AttemptReport } from "../dispatch/attempt-report.js";
import type { EventDeclaration, EventHandler, Handlers, Reconcile } from "../dispatch/handler.js";
import type { DispatchOptions } from "../dispatch/options.js";
import type { Inbox } from "../ports/inbox.js";
import type { Logger } from "../ports/logger.js";
import type { NonceStore } from "../ports/nonce-store.js";
import type { Outcome } from "./outcome.js";
import type { ApplicationBinding } from "./steps/binding.js";
import type { CallbackHandler } from "./steps/callback.js";
import type { EventValidator } from "./steps/event.js";
import type { Protocol } from "./wire/protocol.js";

/** Signing secrets, the current one first; a function is asked on each delivery, so a rotation needs no restart. */
export type Secrets = readonly string[] | (() => readonly string[] | Promise<readonly string[]>);

export interface ReceiverOptions<Event, Callback = unknown, Transaction = unknown> {
  readonly protocol: Protocol;
  /** Every kind of event of the contract, with the family that it is ordered in. */
  readonly events: readonly EventDeclaration[];
  readonly validate: EventValidator<Event>;
  readonly application: ApplicationBinding;
  readonly secrets: Secrets;
  readonly verificationToken: string;
  /** Set if and only if encryption is on for this endpoint; plaintext is then refused (§6.2). */
  readonly encryptKey?: string | undefined;
  readonly inbox: Inbox<Transaction>;
  readonly nonces: NonceStore;
  /** What is done with each event after its commit, by event name. One for every event, unless there is a `fallback`. */
  readonly handlers?: Handlers<Transaction> | undefined;
  /** Handles events that have no handler of their own. */
  readonly fallback?: EventHandler<Event, Transaction> | undefined;
  /** Handles test events, which reach no other handler and must not change customer state (§6.3). */
  readonly onTest?: EventHandler<Event, Transaction> | undefined;
  /** Answers callbacks while their sender waits; without it they are refused. */
  readonly onCallback?: CallbackHandler<Callback> | undefined;
  /** Called for a resource whose next version is missing, or dead, for longer than `dispatch.gapWindowMs`. */
  readonly reconcile?: Reconcile<Transaction> | undefined;
  /** How handlers are run. */
  readonly dispatch?: DispatchOptions | undefined;
  /** Told of every answer and every attempt, without a credential. */
  readonly logger?: Logger | undefined;
  /** Told of every answer, for metrics. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
  /** Told of every attempt to handle an event, for metrics. */
  readonly onAttempt?: ((report: AttemptReport) => void) | undefined;
  /** Told when a callback of these options throws or the store fails between requests. Default: the logger, else a process warning. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** From 0 to below 1; spreads retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Longest accepted body in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
}
