import { createHash } from "node:crypto";
import {
  createDelivery,
  createTransport,
  type Delivery,
  type DeliverySettings,
  type EventTestParts,
  type Observer,
  observers,
  type Store,
  type Transport,
} from "@oipkit/delivery";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import { protocol } from "../generated/events/protocol.js";
import { events } from "../generated/events/receiver.js";
import type { SandboxDeliveries } from "../generated/schemas.js";
import { validateCallback, validateEvent } from "../generated/validators/events.js";
import { allowedStatuses, type SubscriptionEventType } from "../platform/commerce/index.js";
import type { View } from "../platform/draft.js";
import { SandboxError } from "../world/errors.js";
import type { SeededBytes } from "../world/seeded-bytes.js";
import type { Publish } from "../world/world.js";
import { directoryKinds, mayTest, worldDirectory } from "./directory.js";
import { createExchangeMemory, type ExchangeMemory } from "./exchange-memory.js";
import { createRedeliveries, type Redeliveries } from "./redeliveries.js";

/** What the sandbox's deliveries are made of. */
interface DeliveriesOptions {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** The committed records. */
  readonly view: () => View;
  /** What the platform document doesn't show. */
  readonly choices: SandboxDeliveries;
  /** Names this process in leases. */
  readonly owner: string;
  readonly random: (size: number) => Uint8Array;
  /** From which ids, secrets, nonces and delays are made. */
  readonly seeded: SeededBytes;
  /** Whether deliveries are made one by one, and their durations don't count. */
  readonly isRepeatable: () => boolean;
  /** The time that deliveries are signed with, in milliseconds since 1970. */
  readonly stamp: () => number;
  readonly settings?: Partial<DeliverySettings> | undefined;
  /** Default: one that also reaches this machine, over plain HTTP too. */
  readonly transport?: Transport | undefined;
  readonly observer?: Observer | undefined;
  /** Called when there is something to deliver. */
  readonly onWork: () => void;
}

/** The sending side of the sandbox. */
export interface Deliveries {
  /** Never started: the sandbox calls `runDue`. */
  readonly engine: Delivery;
  readonly redeliveries: Redeliveries;
  /** Publishes what commands emit, in their transaction. Rejects with `event-refused` or a `DeliveryError`. */
  readonly publish: Publish;
  /** The kinds of records that decide who gets an event. */
  readonly publishReads: typeof directoryKinds;
  /** Tells an observer what the engine does, until the result is called. */
  readonly observe: (observer: Observer) => () => void;
  /** Sends deliveries another way, until the result is called. */
  readonly through: TransportSwitch["through"];
  /** The latest requests. */
  readonly exchanges: Pick<ExchangeMemory, "of" | "signed">;
  /** Forgets what is held in memory, after the tables were changed by others. */
  readonly forget: (applications: readonly string[]) => void;
}

/**
 * Credentials of the sandbox open nothing real. All sandboxes seal them with the same key, so that a snapshot can be restored on another
 * machine; a key of its own would have to be in the snapshot, too.
 */
const sealingKey = createHash("sha256").update("oipkit sandbox").digest();
/** Names of this machine: a receiver under development is there. */
const loopback = ["127.0.0.1", "localhost", "[::1]"];

/** Creates the delivery engine as the sandbox has it: on its store and clock, with real time in signatures. */
export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const { store, clock, view, choices, owner, random, seeded, settings, stamp, onWork } = options;
  const plain =
    options.transport ??
    createTransport({
      allowedHosts: loopback,
      maxConnectionsPerOrigin: settings?.concurrencyPerEndpoint,
    });
  const exchanges = createExchangeMemory({ protocol });
  const timed = exchanges.remembering(plain);
  const { transport, through, isDiverted } = createTransportSwitch(untimed(timed, options.isRepeatable));
  const directory = worldDirectory(view);
  const hub = createObserverHub();
  const created = createDelivery({
    protocol,
    validate: validateEvent,
    validateCallback,
    store,
    clock,
    directory,
    owner,
    random,
    seeded,
    settings,
    transport,
    eventTypes: events.flatMap(({ key, pattern }) => (pattern === undefined ? [key] : [])),
    keyRing: { keys: [{ id: "sandbox", bytes: sealingKey }] },
    allowedHosts: loopback,
    stamp,
    // Whoever stands between may hold a request until others have passed.
    oneByOne: () => options.isRepeatable() && !isDiverted(),
    observer: options.observer === undefined ? hub.observer : observers(hub.observer, options.observer),
    tests: {
      types: Object.keys(allowedStatuses),
      leftOut: choices.untested_events,
      synthesize: synthesizer(choices),
      defaultProduct: "webhook_test_product",
      productionEnvironments: ["production"],
      mayTest: (actor, application) => mayTest(view(), { actor, application, operator: choices.operator }),
    },
  });
  const stop: Delivery["stop"] = async (stopOptions) => {
    await created.stop(stopOptions);
    if (options.transport === undefined) await plain.close();
  };
  const engine: Delivery = { ...poking(created, onWork), stop };
  hub.add({ onEndpoint: onWork });
  return {
    engine,
    redeliveries: createRedeliveries(store, clock, onWork),
    publishReads: directoryKinds,
    publish: (emitted, { transaction, view: changed }) =>
      directory.as(changed, async () => {
        const outcomes = await created.publishAll(
          emitted.map(({ application, event }) => ({ application, event })),
          { transaction },
        );
        for (const outcome of outcomes) if (outcome.kind === "refused") throw refused(outcome.error);
      }),
    observe: hub.add,
    through,
    exchanges,
    forget: (applications) => {
      for (const application of applications) engine.credentials.forget(application);
    },
  };
}

/** An engine that isn't started doesn't see by itself that there is something to do. */
function poking(engine: Delivery, onWork: () => void): Delivery {
  const { redeliver, publish, publishAll, tests } = engine;
  const afterwards =
    <Input extends unknown[], Answer>(call: (...input: Input) => Promise<Answer>) =>
    async (...input: Input): Promise<Answer> => {
      const answer = await call(...input);
      onWork();
      return answer;
    };
  return {
    ...engine,
    redeliver: afterwards(redeliver),
    publish: afterwards(publish),
    publishAll: afterwards(publishAll),
    tests: tests === undefined ? undefined : { ...tests, run: afterwards(tests.run) },
  };
}

function refused(cause: Error): SandboxError {
  return new SandboxError(
    "event-refused",
    `the command emits an event that can't be published: ${cause.message}`,
    {
      cause,
    },
  );
}

const dayMs = 86_400_000;

/** Makes the complete synthetic subscription summary of an event test (§6.7); no id in it is of a record. Of a callback, only id and type are known (§6.8). */
function synthesizer({ test_summary: choices }: SandboxDeliveries): EventTestParts["synthesize"] {
  return ({ type, eventId, correlationId, product = "", environment, now, syntheticId }) => {
    const [status] = allowedStatuses[type as SubscriptionEventType] ?? [];
    if (status === undefined) return { event_id: eventId, event_type: type };
    const [subscription, organization] = [syntheticId("subscription"), syntheticId("organization")];
    const at = new Date(now).toISOString();
    return {
      event_id: eventId,
      event_type: type,
      schema_version: "1",
      producer: choices.producer,
      occurred_at: at,
      tenant_id: organization,
      resource_id: subscription,
      resource_version: 1,
      correlation_id: correlationId,
      data: {
        id: subscription,
        organization_id: organization,
        party_id: syntheticId("party"),
        product_code: product,
        plan_code: choices.plan_code,
        plan_version: 1,
        status,
        current_period_start: at,
        current_period_end: new Date(now + choices.period_days * dayMs).toISOString(),
        status_effective_at: at,
        operation_id: syntheticId("operation"),
        reason_code: choices.reason_code,
        resource_version: 1,
        created_at: at,
        updated_at: at,
        open_platform_application_id: syntheticId("application"),
        environment,
      },
    };
  };
}

/** Observers that come and go. */
interface ObserverHub {
  readonly observer: Observer;
  /** Returns a function that unsubscribes. */
  readonly add: (observer: Observer) => () => void;
}

/** Passes what the engine does on to all observers of the moment. What one of them throws is ignored. */
function createObserverHub(): ObserverHub {
  const all = new Set<Observer>();
  const each = (tell: (observer: Observer) => void): void => {
    for (const observer of [...all]) {
      try {
        tell(observer);
      } catch {
        // It only watches.
      }
    }
  };
  return {
    observer: {
      onAttempt: (report) => each((observer) => observer.onAttempt?.(report)),
      onEndpoint: (report) => each((observer) => observer.onEndpoint?.(report)),
      onFailure: (failure) => each((observer) => observer.onFailure?.(failure)),
    },
    add(observer) {
      all.add(observer);
      return () => void all.delete(observer);
    },
  };
}

/**
 * Ends the leases of processes that had the sandbox before. One that was killed can't give them back, and they would last for as long as the
 * clock stands still; one that still runs loses its lanes and records nothing more in them.
 */
export async function endLeases({ db }: Pick<Store, "db">): Promise<void> {
  await db
    .updateTable("lanes")
    .set({ lease_owner: null, lease_until: 0 })
    .where("lease_owner", "is not", null)
    .execute();
}

/** A transport whose way can be changed while it is used. */
export interface TransportSwitch {
  readonly transport: Transport;
  /** Sends through another transport, made from the plain one, until the result is called. */
  readonly through: (make: (plain: Transport) => Transport) => () => void;
  /** Whether it sends through another one now. */
  readonly isDiverted: () => boolean;
}

/** The same without durations, while there are none. */
function untimed(transport: Transport, hasNoDurations: () => boolean): Transport {
  return {
    async post(request) {
      const result = await transport.post(request);
      if (hasNoDurations()) return { ...result, durationMs: 0 };
      return result;
    },
    close: () => transport.close(),
  };
}

/** Begins with the plain transport; closing closes that one. */
function createTransportSwitch(plain: Transport): TransportSwitch {
  let current = plain;
  return {
    transport: { post: (request) => current.post(request), close: () => plain.close() },
    isDiverted: () => current !== plain,
    through(make) {
      const other = make(plain);
      current = other;
      return () => {
        if (current === other) current = plain;
      };
    },
  };
}
