import { OipkitError } from "../errors.js";
import type { ApplicationBinding } from "./binding.js";
import type { EventValidator } from "./event.js";
import type { Inbox, InboxRecord } from "./inbox.js";
import type { NonceStore } from "./nonce.js";
import type { Outcome } from "./outcome.js";
import type { Protocol } from "./protocol.js";

/** Signing secrets, the current one first; a function is asked on each delivery, so a rotation needs no restart. */
export type Secrets = readonly string[] | (() => readonly string[] | Promise<readonly string[]>);

export interface ReceiverOptions<Event> {
  readonly protocol: Protocol;
  readonly validate: EventValidator<Event>;
  readonly application: ApplicationBinding;
  readonly secrets: Secrets;
  readonly verificationToken: string;
  /** Set if and only if encryption is on for this endpoint; plaintext is then refused (§6.2). */
  readonly encryptKey?: string | undefined;
  readonly inbox: Inbox;
  readonly nonces: NonceStore;
  /** Runs after the commit and the answer, once for each new event; not for tests and duplicates. */
  readonly onEvent?: ((event: Event, record: InboxRecord) => void | Promise<void>) | undefined;
  /** The same for test events, which must not change customer state (§6.3). */
  readonly onTest?: ((event: Event, record: InboxRecord) => void | Promise<void>) | undefined;
  /** Told of every answer, for logs and metrics. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
  /** Told when a callback of these options throws. Default: a process warning. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Longest accepted body in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** The options of a receiver contradict each other or lack a credential. */
export class ReceiverMisconfigured extends OipkitError {
  readonly code = "receiver-misconfigured";
}

/** Throws `ReceiverMisconfigured` where a receiver would start and then refuse, or worse accept, everything. */
export function assertReceiverOptions<Event>(options: ReceiverOptions<Event>): void {
  const { secrets, verificationToken, encryptKey, protocol } = options;
  if (typeof secrets !== "function" && !isUsable(secrets)) {
    throw new ReceiverMisconfigured("`secrets` needs at least one secret, and none may be empty");
  }
  if (verificationToken === "") throw new ReceiverMisconfigured("`verificationToken` is empty");
  if (encryptKey === "")
    throw new ReceiverMisconfigured("`encryptKey` is empty; leave it out to turn encryption off");
  if (encryptKey !== undefined && protocol.encryption === undefined) {
    throw new ReceiverMisconfigured("`encryptKey` is given, but the protocol has no encryption");
  }
}

/** Whether there is a secret to verify with; an empty one would let anybody sign. */
export function isUsable(secrets: readonly string[]): boolean {
  return secrets.length > 0 && secrets.every((secret) => secret !== "");
}
