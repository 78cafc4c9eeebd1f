import type { Protocol } from "@oipkit/runtime/webhook";
import { judge, retryDelay } from "../attempts/judge.js";
import { keptAnswer } from "../attempts/kept-answer.js";
import { prepareAttempt } from "../attempts/prepare-attempt.js";
import { type Clock, systemClock } from "../clock.js";
import { pooledRandom } from "../create-delivery.js";
import { type KeyRingOptions, readKeyRing } from "../credentials/key-ring.js";
import { type AttemptFunctions, type SendContext, send, tell } from "../engine/send.js";
import type { Observer } from "../observer.js";
import type { Transport, TransportResult } from "../ports.js";
import { createTransport } from "../transport/create-transport.js";
import { type Cluster, shardStreams } from "./cluster.js";
import { createOpener, createSealer } from "./envelope.js";
import { type Follower, follow, pause } from "./follow.js";
import {
  beatMs,
  type HandedAttempt,
  type HandedResult,
  protocolFingerprint,
  readAttempts,
  readRelayBeat,
  type WorkerBeat,
} from "./messages.js";
import { createPublisher, type Publisher } from "./publisher.js";
import { createRelays, type SeenRelay } from "./relays.js";

/** What a worker is made of. It needs no database. */
export interface WorkerOptions {
  /** Closed by the caller after `stop`. */
  readonly cluster: Cluster;
  /** The relays': what is signed by another contract gets nothing. */
  readonly protocol: Protocol;
  /** The relays', which seal all that they send with its current key. */
  readonly keyRing: KeyRingOptions;
  /** As of `createDelivery`. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Default: one that reaches only public addresses over HTTPS, and `allowedHosts`. */
  readonly transport?: Transport | undefined;
  /** Attempts under way at once; more rest for a second, and don't count. Default: 8192. */
  readonly concurrency?: number | undefined;
  /** Default: the machine's. Only timers and `Retry-After` use it: requests are signed with the time of the relay. */
  readonly clock?: Clock | undefined;
  /** Milliseconds of a clock that is never set. Default: `performance.now`. */
  readonly monotonic?: (() => number) | undefined;
  /** Only `onFailure` is called: attempts are told where they are recorded. */
  readonly observer?: Observer | undefined;
}

/** Makes attempts of any relays. */
export interface DeliveryWorker {
  readonly id: string;
  /** The databases of the relays that let it begin attempts now. */
  readonly shards: () => readonly string[];
  /** Attempts under way. */
  readonly underWay: () => number;
  /** Takes nothing more, waits for attempts under way, and hands over their results; at most that many milliseconds. Default: 15 seconds. */
  readonly stop: (options?: { readonly deadlineMs?: number }) => Promise<void>;
}

const attempts: AttemptFunctions = { prepare: prepareAttempt, judge, retryDelay, keptAnswer };
/** What a relay judges of an answer. */
const judgedHeaders = ["retry-after", "date"];

interface ResultItem {
  readonly json: string;
}

/** Starts a worker. Throws `DeliveryError`: `delivery-options`, `key-missing`. */
export function startWorker(options: WorkerOptions): DeliveryWorker {
  const { cluster, protocol, allowedHosts = [], concurrency = 8192, clock = systemClock } = options;
  const { observer = {}, monotonic = () => performance.now() } = options;
  const { name, connection } = cluster;
  const onFailure = (failure: unknown): void => tell(() => observer.onFailure?.(failure));
  const transport =
    options.transport ?? createTransport({ allowedHosts, maxConnectionsPerOrigin: concurrency });
  const random = pooledRandom();
  const keyRing = readKeyRing(options.keyRing);
  const sealer = createSealer(keyRing, random);
  const opener = createOpener(keyRing);
  const id = sealer.session;
  const relays = createRelays(id, monotonic);
  const abort = new AbortController();
  const readers = new Map<string, Follower>();
  const publishers = new Map<string, Publisher<ResultItem>>();
  const lastCounts = new Map<string, number>();
  let underWay = 0;
  let isStopping = false;
  let cancelBeat = (): void => {};

  const handBack = ({ session, shard }: SeenRelay, result: HandedResult): void => {
    let publisher = publishers.get(session);
    if (publisher === undefined) {
      const subject = `${name}.results.${shard}.${session}`;
      publisher = createPublisher<ResultItem>({ cluster, clock, sealer, subject, onFailure });
      publishers.set(session, publisher);
    }
    publisher.push({ json: JSON.stringify(result) });
  };

  const make = async (relay: SeenRelay, attempt: HandedAttempt): Promise<TransportResult> => {
    if (underWay >= concurrency) {
      const reason = `the worker has ${underWay} attempts under way`;
      return { kind: "failed", code: "sender-exhausted", reason, durationMs: 0 };
    }
    const { delivery, content, url, encrypted, credentials, timeoutMs, keptAnswerBytes } = attempt;
    const context: SendContext = {
      protocol,
      transport,
      clock,
      observer,
      random,
      stamp: () => relays.time(relay),
      settings: { keptAnswerBytes },
    };
    const destination = { id: delivery.endpoint_id, url, encrypted };
    const begun = { delivery, content, destination, credentials, timeoutMs, signal: abort.signal };
    underWay += 1;
    const result = await send(context, attempts, begun);
    underWay -= 1;
    return result;
  };
  const begin = async (relay: SeenRelay, attempt: HandedAttempt, count: number): Promise<void> => {
    const { number, application, delivery, keptAnswerBytes, credentials } = attempt;
    const startedAt = Math.round(relays.time(relay));
    const base = { number, application, deliveryId: delivery.id, startedAt };
    if (!relays.mayBegin(relay, attempt, count)) {
      handBack(relay, { ...base, result: { kind: "refused" } });
      return;
    }
    const result = await make(relay, attempt);
    const answer = attempts.keptAnswer(result, keptAnswerBytes, credentials);
    handBack(relay, { ...base, result: handedAnswer(result, answer) });
  };
  const takeBatch = (subject: string, bytes: Uint8Array): void => {
    const { session, count, value } = opener(subject, bytes);
    // The broker may have a message twice.
    if (count <= (lastCounts.get(session) ?? 0)) return;
    lastCounts.set(session, count);
    const relay = relays.find(session);
    // It has no longer heard this worker either, and settles its attempts.
    if (relay === undefined) return;
    for (const attempt of readAttempts(value)) void begin(relay, attempt, count);
  };

  const read = (shard: string): void => {
    if (readers.has(shard)) return;
    const subject = `${name}.attempts.${shard}.${id}`;
    const stream = shardStreams(name, shard).attempts;
    const onMessage = ({ data }: { readonly data: Uint8Array }): void => takeBatch(subject, data);
    readers.set(shard, follow({ cluster, clock, stream, subject, onFailure, onMessage }));
  };
  const beat = (): void => {
    const isRead = ({ shard }: SeenRelay): boolean => readers.get(shard)?.isWell() === true;
    const ready = relays.permitting().filter(isRead);
    const beatOfWorker: WorkerBeat = {
      at: monotonic(),
      protocol: protocolFingerprint(protocol),
      relays: ready.map(({ session }) => session),
      isStopping,
    };
    const subject = `${name}.workers.${id}`;
    if (!connection.isClosed())
      connection.publish(subject, sealer.seal(subject, JSON.stringify(beatOfWorker)));
  };
  const tick = (): void => {
    beat();
    for (const { session } of relays.forget()) {
      publishers.get(session)?.stop();
      publishers.delete(session);
      lastCounts.delete(session);
    }
    cancelBeat = clock.wakeAt(clock.now() + beatMs, tick);
  };
  const subscription = connection.subscribe(`${name}.relays.*.*`, {
    callback(_, { subject, data }) {
      try {
        const { session, count, value } = opener(subject, data);
        const [shard, named] = subject
          .slice(name.length + 1)
          .split(".")
          .slice(1);
        if (shard === undefined || named !== session) return;
        relays.hear({ session, shard, count }, readRelayBeat(value));
        read(shard);
      } catch (failure) {
        onFailure(failure);
      }
    },
  });
  tick();

  return {
    id,
    shards: () => [...new Set(relays.permitting().map(({ shard }) => shard))],
    underWay: () => underWay,
    async stop({ deadlineMs = 15_000 } = {}) {
      const until = monotonic() + deadlineMs;
      isStopping = true;
      beat();
      // Relays that have heard this send nothing more.
      await pause(clock, 2 * beatMs);
      while (underWay > 0 && monotonic() < until) await pause(clock, 10);
      abort.abort();
      const published = Promise.all([...publishers.values()].map(({ idle }) => idle()));
      await Promise.race([published, pause(clock, Math.max(1000, until - monotonic()))]);
      cancelBeat();
      subscription.unsubscribe();
      for (const publisher of publishers.values()) publisher.stop();
      await Promise.all([...readers.values()].map((reader) => reader.stop()));
      if (options.transport === undefined) await transport.close();
    },
  };
}

function handedAnswer(result: TransportResult, answer: string | null): HandedResult["result"] {
  if (result.kind === "failed") return result;
  const { kind, status, truncated, durationMs } = result;
  const kept = Object.entries(result.headers).filter(([header]) => judgedHeaders.includes(header));
  return { kind, status, headers: Object.fromEntries(kept), answer, truncated, durationMs };
}
