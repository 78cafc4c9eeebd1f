import { tell } from "../engine/send.js";
import {
  type AttemptSender,
  type CreateSender,
  createLocalSender,
  type SendableAttempt,
  type SenderParts,
  type SentAttempt,
} from "../engine/sender.js";
import { DeliveryError } from "../errors.js";
import { type Cluster, checkSubjectPart, shardStreams } from "./cluster.js";
import { createOpener, createSealer } from "./envelope.js";
import { type Follower, follow, pause } from "./follow.js";
import { beatMs, type HandedAttempt, protocolFingerprint, type RelayBeat, readResults } from "./messages.js";
import { createPending, type PendingAttempt } from "./pending.js";
import { createPublisher, type Publisher } from "./publisher.js";
import { createRelayReport, type RelayReport, type RelayState } from "./relay-report.js";
import { createRoutes } from "./routes.js";
import { createWorkers, type SeenWorker } from "./workers.js";

/** What connects an engine with workers. */
export interface RelayOptions {
  /** Closed by the caller after `delivery.stop`. */
  readonly cluster: Cluster;
  /** Names the database of this engine, and no other: letters, digits and `-`. */
  readonly shard: string;
  /** How long a worker may be silent before its endpoints go to others, in milliseconds. Default: 3000. */
  readonly silenceMs?: number | undefined;
  /** How old an attempt without an answer may be before the relay is unhealthy, in milliseconds. Default: 60 seconds. */
  readonly maxUnansweredMs?: number | undefined;
  /** Milliseconds of a clock that is never set. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined;
}

/** The connection of one engine with workers. */
export interface Relay {
  /** For the option of `createDelivery`; for one engine. */
  readonly sender: CreateSender;
  /** Its state. Never rejects. */
  readonly report: () => Promise<RelayReport>;
  /** For `createHealth` of `@oipkit/runtime/operations/health`: rejects unless workers take what is sent. */
  readonly checks: Readonly<Record<"workers", () => Promise<void>>>;
}

/** The part of the broker's largest message that an attempt may take; the relay itself sends what is larger. */
const largestPart = 1 / 2;
/** Creates a relay: workers make the attempts of its engine. Throws `DeliveryError` (`delivery-options`). */
export function createRelay(options: RelayOptions): Relay {
  checkSubjectPart("`shard`", options.shard);
  let started: RunningRelay | undefined;
  const report = createRelayReport(options, () => started);
  return {
    sender(parts) {
      if (started !== undefined)
        throw new DeliveryError("delivery-options", "a relay is for one engine; create another one");
      started = startRelay(options, parts);
      return started.sender;
    },
    report,
    checks: {
      async workers() {
        const { status, problem } = await report();
        if (status !== "ok") throw new Error(problem);
      },
    },
  };
}

interface RunningRelay extends RelayState {
  readonly sender: AttemptSender;
}

function startRelay(
  options: RelayOptions,
  { context, keyRing, attempts, ...parts }: SenderParts,
): RunningRelay {
  const { cluster, shard, silenceMs = 3000, monotonic = () => performance.now() } = options;
  const { clock, observer, random, protocol, settings } = context;
  const { name, connection } = cluster;
  const onFailure = (failure: unknown): void => tell(() => observer.onFailure?.(failure));
  const fingerprint = protocolFingerprint(protocol);
  const sealer = createSealer(keyRing, random);
  const opener = createOpener(keyRing);
  const { session } = sealer;
  const local = createLocalSender(context, attempts);
  const routes = createRoutes();
  const pending = createPending({ context, attempts, routes, session, onFailure });
  const publishers = new Map<string, Publisher<PendingAttempt>>();
  const largest = (connection.info?.max_payload ?? 1024 ** 2) * largestPart;
  const startedAt = monotonic();
  // What a crash interrupted may still be under way.
  const readyAt = parts.hasPredecessor ? startedAt + silenceMs + settings.timeoutMs : startedAt;
  let results: Follower | undefined;
  let echoedAt = Number.NEGATIVE_INFINITY;
  let wellSince: number | undefined;
  let count = 0;
  let isClosed = false;
  let aborted: AbortSignal | undefined;
  let cancelBeat = (): void => {};

  const workers = createWorkers({
    session,
    protocol: fingerprint,
    silenceMs,
    monotonic,
    count: sealer.count,
    onFailure,
    onSilence(worker) {
      routes.drain(worker);
      for (const item of publishers.get(worker.id)?.takeQueued() ?? []) pending.takeBack(item);
    },
  });
  const publisherFor = (worker: SeenWorker): Publisher<PendingAttempt> => {
    const known = publishers.get(worker.id);
    if (known !== undefined) return known;
    const subject = `${name}.attempts.${shard}.${worker.id}`;
    const publisher = createPublisher<PendingAttempt>({ cluster, clock, sealer, subject, onFailure });
    publishers.set(worker.id, publisher);
    return publisher;
  };

  const isBrokerWell = (): boolean => {
    if (isClosed || connection.isClosed() || monotonic() - echoedAt >= silenceMs) return false;
    if (results?.isWell() !== true) return false;
    for (const publisher of publishers.values()) if (publisher.isFailing()) return false;
    return true;
  };

  /** Ends what nobody will answer: its request isn't under way any more. */
  const endOverdue = (now: number): void => {
    if (!isBrokerWell()) {
      wellSince = undefined;
      return;
    }
    wellSince ??= now;
    pending.endOverdue({ now, wellSince, graceMs: silenceMs });
  };

  const beat = (): void => {
    const beatOfRelay: RelayBeat = {
      at: monotonic(),
      time: clock.now(),
      silenceMs,
      protocol: fingerprint,
      heard: workers.heard(),
    };
    const subject = `${name}.relays.${shard}.${session}`;
    if (!connection.isClosed())
      connection.publish(subject, sealer.seal(subject, JSON.stringify(beatOfRelay)));
  };
  const tick = (): void => {
    try {
      workers.tick();
      beat();
      endOverdue(monotonic());
      for (const [id, publisher] of publishers) {
        if (workers.find(id) !== undefined) continue;
        publisher.stop();
        publishers.delete(id);
      }
    } catch (failure) {
      onFailure(failure);
    }
    cancelBeat = clock.wakeAt(clock.now() + beatMs, tick);
  };
  const beatCounts = new Map<string, number>();
  const subscriptions = [
    connection.subscribe(`${name}.relays.${shard}.${session}`, {
      callback(_, { subject, data }) {
        if (isReadable(subject, data)) echoedAt = monotonic();
      },
    }),
    connection.subscribe(`${name}.workers.*`, {
      callback(_, { subject, data }) {
        try {
          const { session: id, count: number, value } = opener(subject, data);
          // An old beat that somebody repeats.
          if (subject !== `${name}.workers.${id}` || number <= (beatCounts.get(id) ?? 0)) return;
          workers.hear(id, value);
          beatCounts.set(id, number);
        } catch (failure) {
          onFailure(failure);
        }
      },
    }),
  ];
  const isReadable = (subject: string, data: Uint8Array): boolean => {
    try {
      opener(subject, data);
      return true;
    } catch {
      return false;
    }
  };
  const start = async (): Promise<void> => {
    while (!isClosed) {
      try {
        await cluster.createStreams(shard);
        break;
      } catch (failure) {
        onFailure(failure);
        await pause(clock, beatMs);
      }
    }
    if (isClosed) return;
    const subject = `${name}.results.${shard}.${session}`;
    const stream = shardStreams(name, shard).results;
    const onMessage = ({ data }: { readonly data: Uint8Array }): void => {
      const { session: worker, value } = opener(subject, data);
      pending.take(readResults(value), worker);
    };
    results = follow({ cluster, clock, stream, subject, onFailure, onMessage });
  };
  void start();
  tick();

  const hand = (item: PendingAttempt): void => {
    pending.add(item);
    const { signal } = item.attempt;
    if (aborted !== signal) {
      aborted = signal;
      signal.addEventListener("abort", pending.giveUp, { once: true });
    }
    publisherFor(item.worker).push(item);
  };
  const send = (attempt: SendableAttempt): Promise<SentAttempt> =>
    new Promise((resolve) => {
      const { endpoint_id: endpointId } = attempt.delivery;
      const found = routes.find(endpointId);
      const number = count++;
      const now = monotonic();
      const beginBy = now + attempt.beginBy - clock.now();
      const json = attemptText(attempt, { number, beginBy, isFirst: found === undefined });
      const isLarge = Buffer.byteLength(json) > largest;
      const worker = isLarge ? undefined : workers.choose(endpointId);
      if (found === undefined && worker === undefined && !isLarge) {
        resolve({ kind: "unsent" });
        return;
      }
      const route = found ?? routes.open(endpointId, worker);
      const item = { attempt, route, resolve };
      if (route.isDraining || (isLarge && route.worker !== undefined)) {
        routes.hold(item);
        return;
      }
      route.underWay += 1;
      if (route.worker === undefined) void local.send(attempt).then((sent) => routes.end(item, sent));
      else hand({ ...item, number, json, worker: route.worker, handedAt: now, beginBy });
    });

  function attemptText(
    { application, delivery, content, destination, credentials, timeoutMs }: SendableAttempt,
    { number, beginBy, isFirst }: Pick<HandedAttempt, "number" | "beginBy" | "isFirst">,
  ): string {
    const { id, endpoint_id, event_id, event_type, attempts: made, earlier_attempts } = delivery;
    const handed: HandedAttempt = {
      number,
      application,
      delivery: { id, endpoint_id, event_id, event_type, attempts: made, earlier_attempts },
      isFirst,
      content,
      url: destination.url,
      encrypted: destination.encrypted,
      credentials,
      beginBy,
      timeoutMs,
      keptAnswerBytes: settings.keptAnswerBytes,
    };
    return JSON.stringify(handed);
  }

  return {
    isBrokerWell,
    workers: workers.counts,
    unanswered() {
      const now = monotonic();
      return { count: pending.count(), oldestMs: now - (pending.oldest() ?? now) };
    },
    sender: {
      isRemote: true,
      isReady: () => isBrokerWell() && workers.counts().fit > 0 && monotonic() >= readyAt,
      send,
      async close() {
        isClosed = true;
        cancelBeat();
        for (const publisher of publishers.values()) publisher.stop();
        for (const subscription of subscriptions) subscription.unsubscribe();
        await results?.stop();
      },
    },
  };
}
