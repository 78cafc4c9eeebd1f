import type { AttemptReport } from "../dispatch/attempt-report.js";
import type { EventDeclaration } from "../dispatch/handler.js";
import type { HandlingOptions } from "../dispatch/handling-options.js";
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

/** What a receiver is made of: the contract's part, the integrator's credentials and stores, and handlers. */
export interface ReceiverOptions<Event, Callback = unknown, Transaction = unknown>
  extends HandlingOptions<Event, Transaction> {
  readonly protocol: Protocol;
  /** Every kind of event of the contract, with the family that it is ordered in. */
  readonly events: readonly EventDeclaration[];
  readonly validate: EventValidator<Event>;
  readonly application: ApplicationBinding;
  readonly secrets: Secrets;
  readonly verificationToken: string;
  /** Set if and only if encryption is on for this endpoint; plaintext is then refused. */
  readonly encryptKey?: string | undefined;
  readonly inbox: Inbox<Transaction>;
  readonly nonces: NonceStore;
  /** Answers callbacks while their sender waits; without it they are refused. */
  readonly onCallback?: CallbackHandler<Callback> | undefined;
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
  /** Longest accepted body in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
}
