import type { EventDeclaration } from "../dispatch/handler.js";
import type { EventHandlingOptions } from "../dispatch/options.js";
import type { AttemptReport } from "../dispatch/work.js";
import type { Logger } from "../ports/logger.js";
import type { Inbox, NonceStore } from "../ports/stores.js";
import type { CallbackHandler } from "./steps/callback.js";
import type { ApplicationBinding } from "./steps/content-check.js";
import type { EventValidator, Outcome } from "./steps/outcome.js";
import type { JsonWebKeySet, PublicKey } from "./wire/key-pair.js";
import type { Protocol } from "./wire/protocol.js";

/** Signing secrets, the current one first; a function is called for each delivery, so a rotation needs no restart. */
export type Secrets = readonly string[] | (() => readonly string[] | Promise<readonly string[]>);

/** The Encrypt Key; a function is called for each delivery, so that encryption can be switched without a restart. `undefined`: it is off. */
export type EncryptKey = string | (() => string | undefined | Promise<string | undefined>);

/** The platform's public keys; a function is called for each delivery, so it should cache what it fetches. */
export type PublicKeys = KeyList | (() => KeyList | Promise<KeyList>);

type KeyList = readonly PublicKey[] | JsonWebKeySet;

/**
 * When a nonce is reserved. `before-signature`: a forged request spends its nonce too, and takes room in the store.
 * `after-signature`: only requests that are signed do, but the secrets are needed for each forged one.
 */
export type NonceOrder = "before-signature" | "after-signature";

/** The options of a receiver: data from the contract, the integrator's credentials and stores, and handlers. */
export interface ReceiverOptions<Event, Callback = unknown, Transaction = unknown>
  extends EventHandlingOptions<Event, Transaction> {
  /** How the platform signs, encrypts and identifies deliveries; the generated `protocol.ts` has it. */
  readonly protocol: Protocol;
  /** Every kind of event of the contract, with the family that orders it. */
  readonly events: readonly EventDeclaration[];
  /** Checks the content of an event against the contract; the generated validators have it. */
  readonly validate: EventValidator<Event>;
  /**
   * The Application that the endpoint belongs to. An event for another one is refused. Needed if the protocol binds events
   * to one. Default: `{ id: "default" }`.
   */
  readonly application?: ApplicationBinding | undefined;
  /**
   * Secrets that deliveries are signed with, the current one first and, during a rotation, the previous one after it;
   * or a function that returns them for each delivery. Only for an algorithm with a shared secret.
   */
  readonly secrets?: Secrets | undefined;
  /** Keys that deliveries are verified with. Only for an algorithm with a key pair. */
  readonly publicKeys?: PublicKeys | undefined;
  /** The token that the platform sends in each body, if the protocol has one. A delivery with another token is refused. */
  readonly verificationToken?: string | undefined;
  /** Set if and only if encryption is on for this endpoint; plaintext is then refused. Or a function that returns it for each delivery. */
  readonly encryptKey?: EncryptKey | undefined;
  /**
   * The store that each event is committed to before it is answered, and that handlers are run from, such as
   * `createPostgresInbox(…)`. The one in memory loses its events when the process ends.
   */
  readonly inbox: Inbox<Transaction>;
  /** The store that detects replayed deliveries, if the protocol has a nonce. All processes of one endpoint must share it. */
  readonly nonces?: NonceStore | undefined;
  /** Whether the nonce is reserved before or after the signature is verified. Default: `before-signature`. */
  readonly reserveNonce?: NonceOrder | undefined;
  /** The address that the platform posts to, without its query. Only for a signature that covers it. */
  readonly url?: string | undefined;
  /**
   * Checks the content of a callback against the contract; the generated validators have it. Without it, only a callback's
   * id and type are compared.
   */
  readonly validateCallback?: EventValidator<Callback> | undefined;
  /** Answers callbacks while their sender waits; without it they are refused. */
  readonly onCallback?: CallbackHandler<Callback> | undefined;
  /**
   * Logs every answer and every attempt, without credentials. Default: refusals, failures of handlers, dead events and
   * events that wait are written to standard error, a few lines of each kind in a minute. `false`: nothing is.
   */
  readonly logger?: Logger | false | undefined;
  /** Called with every answer, for metrics. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
  /** Called with every attempt to handle an event, for metrics. */
  readonly onAttempt?: ((report: AttemptReport) => void) | undefined;
  /** Called when a callback of these options throws or the store fails between requests. Default: the logger, or a process warning. */
  readonly onFault?: ((fault: unknown) => void) | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Longest accepted body in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** Most events in one request, if the protocol has batches; more are answered with 413. Default: 10,000. */
  readonly maxBatchEvents?: number | undefined;
}

/**
 * The options of a receiver for one protocol: what the protocol uses is required, and what it doesn't have is refused.
 * Generated receivers use it with their own protocol.
 */
export type ReceiverOptionsOf<Given extends Protocol, Event, Callback, Transaction> = Omit<
  ReceiverOptions<Event, Callback, Transaction>,
  keyof ProtocolOptions
> &
  Keys<Given> &
  WithToken<Given> &
  WithNonce<Given> &
  WithEncryption<Given> &
  WithUrl<Given> &
  WithBatches<Given> &
  WithApplication<Given>;

type ProtocolOptions = Pick<
  ReceiverOptions<unknown>,
  | "secrets"
  | "publicKeys"
  | "verificationToken"
  | "nonces"
  | "reserveNonce"
  | "encryptKey"
  | "url"
  | "application"
  | "maxBatchEvents"
>;

type Needed<Name extends keyof ProtocolOptions> = {
  readonly [Key in keyof Pick<ProtocolOptions, Name>]-?: NonNullable<ProtocolOptions[Key]>;
};

type Refused<Name extends keyof ProtocolOptions> = { readonly [Key in Name]?: never };

type Keys<Given extends Protocol> = Given["signature"]["algorithm"] extends `hmac-${string}`
  ? Needed<"secrets"> & Refused<"publicKeys">
  : Needed<"publicKeys"> & Refused<"secrets">;

type WithToken<Given extends Protocol> = Given extends { readonly token: object }
  ? Needed<"verificationToken">
  : Refused<"verificationToken">;

type WithNonce<Given extends Protocol> = Given extends { readonly nonce: object }
  ? Needed<"nonces"> & Pick<ProtocolOptions, "reserveNonce">
  : Refused<"nonces" | "reserveNonce">;

type WithEncryption<Given extends Protocol> = Given extends { readonly encryption: object }
  ? Pick<ProtocolOptions, "encryptKey">
  : Refused<"encryptKey">;

type WithUrl<Given extends Protocol> =
  Extract<Given["signature"]["content"][number], "url" | "authority" | "path" | "query"> extends never
    ? Refused<"url">
    : Needed<"url">;

type WithBatches<Given extends Protocol> = Given["event"] extends { readonly batch: string }
  ? Pick<ProtocolOptions, "maxBatchEvents">
  : Refused<"maxBatchEvents">;

type WithApplication<Given extends Protocol> = Given["event"] extends { readonly binding: infer Binding }
  ? {
      /** The Application that the endpoint belongs to. An event for another one is refused. */
      readonly application: Binding extends { readonly environment: readonly [string, ...string[]] }
        ? ApplicationBinding & { readonly environment: string }
        : ApplicationBinding;
    }
  : Pick<ProtocolOptions, "application">;
