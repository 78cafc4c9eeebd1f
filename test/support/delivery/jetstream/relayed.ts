import { randomBytes } from "node:crypto";
import type { JsMsg } from "@nats-io/jetstream";
import {
  type Delivery,
  type DeliveryOptions,
  openSqliteStore,
  type Store,
  type Transport,
} from "../../../../delivery/index.js";
import {
  type Cluster,
  createRelay,
  type DeliveryWorker,
  openCluster,
  type Relay,
  startWorker,
  type WorkerOptions,
} from "../../../../delivery/jetstream/index.js";
import { createTransport } from "../../../../delivery/transport/create-transport.js";
import { protocol } from "../../../../generated/events/protocol.js";
import { afterThisTest } from "../../clean-up.js";
import { ownNats } from "../../services/nats.js";
import { addEndpoint, deliveryOn, testKeys } from "../delivery-on.js";
import { attemptsIn, makeEvent } from "../engine/subject.js";
import { type Receiver, startReceiver } from "../receiver.js";

/** An engine with a relay, a broker of one node, and a receiver. */
export interface Relayed {
  readonly cluster: Cluster;
  readonly store: Store;
  readonly delivery: Delivery;
  readonly relay: Relay;
  readonly receiver: Receiver;
  /** What the engine and its relay told. */
  readonly failures: string[];
  readonly startWorker: (options?: Partial<WorkerOptions>) => DeliveryWorker;
  /** Publishes events of those numbers to one endpoint. */
  readonly publish: (from: number, to: number) => Promise<void>;
  /** The numbers of the events that workers sent, in the order in which they began. */
  readonly begun: number[];
  /** The numbers of the events that the receiver got, sorted: connections may overtake each other. */
  readonly received: () => number[];
  /** What a stream has, from its beginning. */
  readonly stored: (kind: "attempts" | "results") => Promise<JsMsg[]>;
  /** Rows of `attempts`, in the order of deliveries. */
  readonly records: () => Promise<readonly { readonly error: string | null; readonly started_at: number }[]>;
}

/** What differs from the defaults. */
interface RelayedOptions {
  /** More lines of the node's configuration. */
  readonly node?: string;
  readonly maxBytes?: number;
  readonly delivery?: Partial<DeliveryOptions>;
}

const application = "app-1";

/** Starts all but workers; what is started ends after the test. */
export async function startRelayed(options: RelayedOptions = {}): Promise<Relayed> {
  const node = await ownNats(options.node);
  await node.start();
  const name = `test-${randomBytes(4).toString("hex")}`;
  const cluster = await openCluster({
    servers: [node.url],
    name,
    replicas: 1,
    maxBytes: options.maxBytes,
  });
  const receiver = await startReceiver();
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const relay = createRelay({ cluster, shard: "one" });
  const failures: string[] = [];
  const observer = { onFailure: (failure: unknown) => void failures.push(String(failure)) };
  const delivery = deliveryOn(store, {
    transport: undefined,
    allowedHosts: [receiver.host],
    sender: relay.sender,
    settings: { pollMs: 100, retryDelaysMs: [100] },
    observer,
    ...options.delivery,
  });
  await addEndpoint(delivery, store, application);
  await store.db.updateTable("endpoints").set({ url: receiver.url }).execute();
  const workers: DeliveryWorker[] = [];
  const begun: number[] = [];
  const real = createTransport({ allowedHosts: [receiver.host], maxConnectionsPerOrigin: 100 });
  const transport: Transport = {
    post(request) {
      begun.push(eventNumber(request.headers[protocol.headers.eventId]));
      return real.post(request);
    },
    close: async () => {},
  };
  afterThisTest(async () => {
    await Promise.all([
      delivery.stop({ deadlineMs: 0 }),
      ...workers.map((each) => each.stop({ deadlineMs: 0 })),
    ]);
    await store.close();
    await cluster.close();
    await real.close();
    receiver.close();
    await node.remove();
  });
  delivery.start();
  return {
    cluster,
    store,
    delivery,
    relay,
    receiver,
    failures,
    begun,
    startWorker(more = {}) {
      const worker = startWorker({ cluster, protocol, keyRing: testKeys, transport, observer, ...more });
      workers.push(worker);
      return worker;
    },
    async publish(from, to) {
      for (let number = from; number <= to; number++)
        await delivery.publish(makeEvent(`evt_${number}`, application), { application });
    },
    received: () =>
      receiver.requests
        .map(({ headers }) => eventNumber(headers[protocol.headers.eventId.toLowerCase()]))
        .sort((a, b) => a - b),
    async stored(kind) {
      const stream = `${name}_${kind}_one`;
      const { state } = await cluster.manager.streams.info(stream);
      const consumer = await cluster.client.consumers.get(stream, { filter_subjects: ">" });
      const found: JsMsg[] = [];
      if (state.messages === 0) return found;
      for await (const message of await consumer.fetch({ max_messages: state.messages, expires: 2000 }))
        found.push(message);
      return found;
    },
    records: async () => (await attemptsIn(store)).map(({ error, started_at }) => ({ error, started_at })),
  };
}

const eventNumber = (id: unknown): number => Number(String(id).slice("evt_".length));

/** The numbers from one to another. */
export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
