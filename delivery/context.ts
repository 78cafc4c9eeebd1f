import type { EventValidator, Protocol } from "@oipkit/runtime/webhook";
import type { Clock } from "./clock.js";
import type { Observer } from "./observer.js";
import type { Directory, Transport } from "./ports.js";
import type { Store } from "./store/store.js";

/** What every part of the engine works with. */
export interface DeliveryContext {
  readonly protocol: Protocol;
  readonly store: Store;
  readonly directory: Directory;
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time that attempts are signed with, in milliseconds since 1970. Default: that of `clock`. */
  readonly stamp?: (() => number) | undefined;
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
  /** Of the contract; events are checked by it before they are published. */
  readonly validate: EventValidator<object>;
  /** Of the contract's callbacks, by which they are checked before they are sent. */
  readonly validateCallback?: EventValidator<object> | undefined;
  readonly settings: DeliverySettings;
  readonly observer: Observer;
}

/** How deliveries are sent. What the protocol fixes (attempts, time-outs of callbacks and verification) comes from there. */
export interface DeliverySettings {
  /** How long an endpoint may take to answer a delivery, in milliseconds. Default: ten seconds. */
  readonly timeoutMs: number;
  /**
   * Bytes of a body, in its largest form: with the token, and encrypted if the protocol has encryption. A larger event is refused before it is
   * written. Default: 1 MiB, as receivers of `@oipkit/runtime` accept by default.
   */
  readonly maxBodyBytes: number;
  /** Bytes of an answer that are read and kept. Default: 4 KiB. */
  readonly keptAnswerBytes: number;
  /** Upper bound of the wait after the first failed attempt, in milliseconds; it doubles each time. Default: five seconds. */
  readonly retryBaseMs: number;
  /** Upper bound of any wait, in milliseconds, also of one that a `Retry-After` asks for. Default: six hours. */
  readonly retryMaxMs: number;
  /** Attempts of one engine under way at once. Default: 512. */
  readonly concurrency: number;
  /** Attempts under way at once to one endpoint. One that fails or has never answered gets fewer. Default: 16. */
  readonly concurrencyPerEndpoint: number;
  /** Bytes of content that one engine holds in memory. Default: 32 MiB. */
  readonly bufferedBytes: number;
  /** How long an endpoint belongs to an engine that doesn't say anything, in milliseconds. Default: 30 seconds. */
  readonly leaseMs: number;
  /** How often the store is asked for what other processes published, in milliseconds. Default: one second. */
  readonly pollMs: number;
  /** Failed attempts in a row after which an endpoint's circuit opens. Default: 5. */
  readonly circuitThreshold: number;
  /** How long a circuit is open at first, in milliseconds; it doubles with each probe that fails. Default: 30 seconds. */
  readonly circuitBaseMs: number;
  /** How long it is open at most, in milliseconds. Default: 15 minutes. */
  readonly circuitMaxMs: number;
  /** Deliveries in a row that failed for good after which an endpoint is paused; 0 for never. Default: 10. */
  readonly pauseAfter: number;
}

/** Defaults of `DeliverySettings`. */
export const deliveryDefaults: DeliverySettings = {
  timeoutMs: 10_000,
  maxBodyBytes: 1024 * 1024,
  keptAnswerBytes: 4096,
  retryBaseMs: 5000,
  retryMaxMs: 6 * 3_600_000,
  concurrency: 512,
  concurrencyPerEndpoint: 16,
  bufferedBytes: 32 * 1024 * 1024,
  leaseMs: 30_000,
  pollMs: 1000,
  circuitThreshold: 5,
  circuitBaseMs: 30_000,
  circuitMaxMs: 15 * 60_000,
  pauseAfter: 10,
};
