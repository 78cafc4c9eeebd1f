import type { EventValidator, Protocol } from "@oipkit/runtime/webhook";
import type { Clock } from "./clock.js";
import type { Observer } from "./observer.js";
import type { Directory, Transport } from "./ports.js";
import type { RandomSource } from "./random-bytes.js";
import type { Store } from "./store/store.js";

/** What every part of the engine works with. */
export interface DeliveryContext extends RandomSource {
  readonly protocol: Protocol;
  readonly store: Store;
  readonly directory: Directory;
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time that attempts are signed with, in milliseconds since 1970. Default: that of `clock`. */
  readonly stamp?: (() => number) | undefined;
  /** While it is true, attempts are made one by one, as `DeliveryOptions` says. */
  readonly oneByOne?: (() => boolean) | undefined;
  /** Of the contract; events are checked by it before they are published. */
  readonly validate: EventValidator<object>;
  /** Of the contract's callbacks, by which they are checked before they are sent. */
  readonly validateCallback?: EventValidator<object> | undefined;
  readonly settings: DeliverySettings;
  /** The types of operational events; undefined if nobody is told of changes. */
  readonly operationalTypes?: readonly string[] | undefined;
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
  /**
   * How long to wait after each failed attempt, in milliseconds; the last wait is repeated, and up to a fifth is added by chance. A `Retry-After` can
   * ask for more, up to the longest of them. Default: the protocol's, or 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h.
   */
  readonly retryDelaysMs: readonly number[];
  /** How long an event is tried after its publication, in milliseconds; 0 for no limit. Default: the protocol's, or three days. */
  readonly maxAgeMs: number;
  /** Attempts of one engine that have begun within the last tenth of a second and aren't answered yet. Default: 512. */
  readonly concurrency: number;
  /** Attempts under way at once that take longer: each costs a connection, and no place among the others. Default: 8192. */
  readonly lateConcurrency: number;
  /** Attempts under way at once to one endpoint. One that fails or has never answered gets fewer. Default: 16. */
  readonly concurrencyPerEndpoint: number;
  /** Bytes of content that one engine holds in memory, and as many again of attempts that take long. Default: 32 MiB. */
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
  retryDelaysMs: [5, 300, 1800, 7200, 18_000, 36_000, 36_000].map((seconds) => seconds * 1000),
  maxAgeMs: 3 * 86_400_000,
  concurrency: 512,
  lateConcurrency: 8192,
  concurrencyPerEndpoint: 16,
  bufferedBytes: 32 * 1024 * 1024,
  leaseMs: 30_000,
  pollMs: 1000,
  circuitThreshold: 5,
  circuitBaseMs: 30_000,
  circuitMaxMs: 15 * 60_000,
  pauseAfter: 10,
};
