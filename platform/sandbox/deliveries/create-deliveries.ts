import { createHash } from "node:crypto";
import {
  createDelivery,
  createTransport,
  type Delivery,
  type DeliverySettings,
  type Observer,
  observers,
  type Store,
  type Transport,
} from "@oipkit/delivery";
import { createTransportSwitch, type TransportSwitch } from "../adversary/switch.js";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import { protocol } from "../generated/events/protocol.js";
import { events } from "../generated/events/receiver.js";
import type { SandboxDeliveries } from "../generated/schemas.js";
import { validateEvent } from "../generated/validators/events.js";
import { allowedStatuses } from "../platform/commerce/index.js";
import type { View } from "../platform/draft.js";
import { SandboxError } from "../world/errors.js";
import type { Publish } from "../world/world-options.js";
import { directoryKinds, worldDirectory } from "./directory.js";
import { createExchangeMemory, type ExchangeMemory } from "./exchange-memory.js";
import { mayTest } from "./may-test.js";
import { createObserverHub } from "./observer-hub.js";
import { synthesizer } from "./synthesize.js";

/** What the sandbox's deliveries are made of. */
export interface DeliveriesOptions {
  readonly store: Store;
  readonly clock: SandboxClock;
  /** The committed records. */
  readonly view: () => View;
  /** What the platform document doesn't show. */
  readonly choices: SandboxDeliveries;
  /** Names this process in leases. */
  readonly owner: string;
  readonly random: (size: number) => Uint8Array;
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
  const { store, clock, view, choices, owner, random, settings, onWork } = options;
  const plain =
    options.transport ??
    createTransport({
      ...{ allowedHosts: loopback, maxConnectionsPerOrigin: settings?.concurrencyPerEndpoint },
    });
  const exchanges = createExchangeMemory({ protocol });
  const { transport, through } = createTransportSwitch(exchanges.remembering(plain));
  const directory = worldDirectory(view);
  const hub = createObserverHub();
  const created = createDelivery({
    ...{ protocol, validate: validateEvent, store, clock, directory, owner, random, settings, transport },
    eventTypes: events.flatMap(({ key, pattern }) => (pattern === undefined ? [key] : [])),
    keyRing: { keys: [{ id: "sandbox", bytes: sealingKey }] },
    allowedHosts: loopback,
    stamp: clock.realNow,
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
