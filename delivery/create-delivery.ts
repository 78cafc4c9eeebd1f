import { randomBytes } from "node:crypto";
import type { EventValidator, Protocol } from "@oipkit/runtime/webhook";
import { judge, retryDelay } from "./attempts/judge.js";
import { keptAnswer } from "./attempts/kept-answer.js";
import { prepareAttempt } from "./attempts/prepare-attempt.js";
import { type AuditPage, type AuditQuery, readAudit } from "./audit.js";
import { type Callbacks, createCallbacks } from "./callbacks/create-callbacks.js";
import type { OperationalEvents } from "./changes/operational-events.js";
import { type Clock, systemClock } from "./clock.js";
import { type DeliveryContext, type DeliverySettings, deliveryDefaults } from "./context.js";
import { type Credentials, createCredentials } from "./credentials/create-credentials.js";
import { type KeyRingOptions, readKeyRing } from "./credentials/key-ring.js";
import { createEndpoints, type Endpoints } from "./endpoints/create-endpoints.js";
import { createEngine, type Engine } from "./engine/create-engine.js";
import type { AttemptFunctions } from "./engine/send.js";
import { type CreateSender, createLocalSender } from "./engine/sender.js";
import { createEventTests, type EventTests } from "./event-tests/create-event-tests.js";
import type { EventTestParts } from "./event-tests/test-request.js";
import type { Observer } from "./observer.js";
import {
  createDeliveryHealth,
  type DeliveryHealth,
  type DeliveryHealthOptions,
} from "./operations/health.js";
import type { Directory, Transport } from "./ports.js";
import { countedRandom, type RandomSource } from "./random-bytes.js";
import { createReading, type Reading } from "./reading/create-reading.js";
import type { Store } from "./store/store.js";
import { createTransport } from "./transport/create-transport.js";
import { urlProblem } from "./transport/url-problem.js";

/** What a delivery engine is made of. */
export interface DeliveryOptions {
  readonly protocol: Protocol;
  /** The generated validator. */
  readonly validate: EventValidator<object>;
  /** The generated validator of callbacks, if the contract has any. Default: `validate`, if it knows them. */
  readonly validateCallback?: EventValidator<object> | undefined;
  /** The events of the contract that endpoints can subscribe to. */
  readonly eventTypes: readonly string[];
  /** Migrated; closed by the caller after `stop`. */
  readonly store: Store;
  readonly directory: Directory;
  /** Where the keys come from that credentials are sealed with. */
  readonly keyRing: KeyRingOptions;
  /** Hosts (`host` or `host:port`) that requests may go to over plain HTTP and at private addresses. Default: none. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Default: one that reaches only public addresses over HTTPS, and `allowedHosts`. */
  readonly transport?: Transport | undefined;
  /** Makes attempts elsewhere, such as that of `createRelay` of `@oipkit/delivery/jetstream`. Default: this process makes them. */
  readonly sender?: CreateSender | undefined;
  /** Attempts of an event. Default: the protocol's, or 8. */
  readonly maxAttempts?: number | undefined;
  /** How long a verified URL can be saved, in seconds. Default: 300. */
  readonly proofSeconds?: number | undefined;
  /** What can be tested, by whom and with which events. Default: no tests, neither of events nor of callbacks. */
  readonly tests?: Omit<EventTestParts, "wake"> | undefined;
  /** Bytes of a callback's answer that are read; a longer one has an unknown outcome. Default: 64 KiB. */
  readonly maxCallbackAnswerBytes?: number | undefined;
  /** From when on the engine is unhealthy. Default: a delivery overdue by five minutes, or no pass for one minute. */
  readonly health?: Omit<DeliveryHealthOptions, "lastPass" | "blocked"> | undefined;
  /**
   * Names this engine in leases; no other engine that runs may have the same name, such as that of the host and a number. An engine that
   * starts again under its name goes on at once with what a crash interrupted. Default: a new name each time, so that an endpoint waits for
   * the lease of an engine that crashed (`leaseMs`).
   */
  readonly owner?: string | undefined;
  /** Default: `deliveryDefaults`. */
  readonly settings?: Partial<DeliverySettings> | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
  /** The time that attempts are signed with, in milliseconds since 1970: a receiver compares it with its own clock. Default: that of `clock`. */
  readonly stamp?: (() => number) | undefined;
  /** Returns that many random bytes. Default: from `randomBytes` of `node:crypto`, which is asked for many at once. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /** For sandboxes and tests: bytes of a seed for ids, secrets, nonces and delays. Default: `random`, for all of them. */
  readonly seeded?: RandomSource["seeded"];
  /**
   * For sandboxes and tests: while it is true, one attempt is made after the other, of all that is due the one that was due first, then the one
   * that was published first. What a receiver answers, and when, then changes nothing about the order. Slow. Default: never.
   */
  readonly oneByOne?: (() => boolean) | undefined;
  readonly observer?: Observer | undefined;
  /** Tells of endpoints that fail, recover, are paused or resumed, and of deliveries that failed for good. Default: nobody. */
  readonly operationalEvents?: OperationalEvents | undefined;
}

/** Everything of the sending side. */
export interface Delivery extends Engine {
  /** Where events go: tested, saved, paused, resumed, revoked. */
  readonly endpoints: Endpoints;
  /** What attempts are signed and encrypted with: handed over, rotated, listed. */
  readonly credentials: Credentials;
  /** Tests of endpoints with synthetic events; undefined without the option `tests`. */
  readonly tests: EventTests | undefined;
  /** Callbacks, which an endpoint answers at once with a result. */
  readonly callbacks: Callbacks;
  /** The log: deliveries and their attempts. */
  readonly deliveries: Reading;
  /** Who did what, the newest first. Rejects with a `StoreFailure` if the store can't be reached. */
  readonly audit: (query?: AuditQuery) => Promise<AuditPage>;
  readonly health: DeliveryHealth;
}

const attempts: AttemptFunctions = { prepare: prepareAttempt, judge, retryDelay, keptAnswer };

/** Creates a delivery engine that isn't started. Throws `DeliveryError`: `delivery-options`, `key-missing`. */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { protocol, validate, validateCallback, eventTypes, store, directory, allowedHosts = [] } = options;
  const { clock = systemClock, maxAttempts, proofSeconds, owner, operationalEvents } = options;
  const settings = { ...deliveryDefaults, ...protocolSettings(protocol), ...options.settings };
  // Endpoints may share an origin, and each has its own limit of requests.
  const maxConnectionsPerOrigin = settings.concurrency + settings.lateConcurrency;
  const own = options.transport === undefined;
  const transport = options.transport ?? createTransport({ allowedHosts, maxConnectionsPerOrigin });
  const context: DeliveryContext = {
    protocol,
    validate,
    validateCallback,
    store,
    directory,
    transport,
    clock,
    settings,
    stamp: options.stamp,
    random: options.random ?? pooledRandom(),
    seeded: options.seeded,
    oneByOne: options.oneByOne,
    operationalTypes: operationalEvents?.eventTypes,
    observer: options.observer ?? {},
  };
  const keyRing = readKeyRing(options.keyRing);
  const credentials = createCredentials(context, { keyRing });
  const endpoints = createEndpoints(context, credentials, {
    eventTypes,
    proofSeconds,
    urlProblem: (url) => urlProblem(url, allowedHosts),
  });
  const { source } = credentials;
  const hasPredecessor = owner !== undefined;
  const sender =
    options.sender?.({ context, keyRing, attempts, hasPredecessor }) ?? createLocalSender(context, attempts);
  const engine = createEngine(context, {
    credentials: source,
    sender,
    maxAttempts,
    owner,
    operationalEvents,
  });
  const { wake, lastPass, blockedEndpoints: blocked } = engine;
  const { tests, maxCallbackAnswerBytes: maxAnswerBytes } = options;
  const counted = (purpose: string): DeliveryContext => {
    const random = countedRandom(context, purpose);
    return { ...context, random };
  };
  return {
    ...engine,
    endpoints,
    credentials,
    tests: tests === undefined ? undefined : createEventTests(counted("test"), { ...tests, wake }),
    callbacks: createCallbacks(counted("callback"), { credentials: source, maxAnswerBytes, tests }),
    deliveries: createReading(context),
    audit: (query) => readAudit(store.db, query),
    health: createDeliveryHealth(context, { ...options.health, lastPass, blocked }),
    async stop(stopOptions) {
      await engine.stop(stopOptions);
      await sender.close();
      if (own) await transport.close();
    },
  };
}

/** What the protocol says about the time of retries. */
function protocolSettings({ retries }: Protocol): Partial<DeliverySettings> {
  const { delaySeconds, maxAgeSeconds } = retries ?? {};
  return {
    ...(delaySeconds !== undefined && { retryDelaysMs: delaySeconds.map((seconds) => 1000 * seconds) }),
    ...(maxAgeSeconds !== undefined && { maxAgeMs: 1000 * maxAgeSeconds }),
  };
}

/** Bytes that are asked for at once: enough for 512 nonces. */
const poolBytes = 8192;

/**
 * Returns a function like `randomBytes` of `node:crypto`, which asks for many bytes at once: a call to OpenSSL for each nonce costs as much as
 * the rest of an attempt's preparation. No byte is returned twice.
 */
export function pooledRandom(): (size: number) => Uint8Array {
  let pool = Buffer.alloc(0);
  let used = 0;
  return (size) => {
    if (size > poolBytes) return randomBytes(size);
    if (used + size > pool.length) {
      pool = randomBytes(poolBytes);
      used = 0;
    }
    used += size;
    return pool.subarray(used - size, used);
  };
}
