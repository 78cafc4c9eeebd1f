import { type ConsumerMessages, DeliverPolicy, type JsMsg } from "@nats-io/jetstream";
import type { Clock } from "../clock.js";
import type { Cluster } from "./cluster.js";

/** Messages that are read ahead. */
const readAhead = 512;
/** How long a request for messages stands, how often the broker says that there is none, and when silence is a fault, in milliseconds. */
const [expiresMs, idleMs, faultMs] = [5000, 500, 2500];
/** How long after a failure it is tried again, in milliseconds. */
const pauseMs = 250;

/** What to follow. */
interface FollowOptions {
  readonly cluster: Pick<Cluster, "client">;
  readonly clock: Clock;
  readonly stream: string;
  readonly subject: string;
  /** Called in the order of the stream. */
  readonly onMessage: (message: JsMsg) => void;
  /** Told what `onMessage` throws, and why the stream can't be read. */
  readonly onFailure: (failure: unknown) => void;
}

/** A reader of a stream. */
export interface Follower {
  /** Whether the broker has said something lately. */
  readonly isWell: () => boolean;
  readonly stop: () => Promise<void>;
}

/** Reads a subject from the beginning of its stream and goes on as messages come, also after the broker was away. */
export function follow(options: FollowOptions): Follower {
  const { cluster, clock, stream, subject, onMessage, onFailure } = options;
  let isStopped = false;
  let last = 0;
  let heardAt = Number.NEGATIVE_INFINITY;
  let messages: ConsumerMessages | undefined;
  const isWell = (): boolean => clock.now() - heardAt < faultMs;
  const watch = async (reader: ConsumerMessages): Promise<void> => {
    for await (const { type } of reader.status()) {
      if (type === "heartbeat" || type === "next") heardAt = clock.now();
    }
  };
  const read = async (): Promise<void> => {
    const start =
      last > 0
        ? { opt_start_seq: last + 1, deliver_policy: DeliverPolicy.StartSequence }
        : { deliver_policy: DeliverPolicy.All };
    const consumer = await cluster.client.consumers.get(stream, {
      filter_subjects: subject,
      inactive_threshold: 30_000,
      ...start,
    });
    const reader = await consumer.consume({
      max_messages: readAhead,
      expires: expiresMs,
      idle_heartbeat: idleMs,
    });
    messages = reader;
    heardAt = clock.now();
    if (isStopped) reader.stop();
    const watching = watch(reader);
    // The library goes on by itself after short faults; another consumer is sooner ready than its longest waits.
    const check = (): void => {
      if (!isWell()) reader.stop();
      else cancel = clock.wakeAt(clock.now() + idleMs, check);
    };
    let cancel = clock.wakeAt(clock.now() + idleMs, check);
    try {
      for await (const message of reader) {
        heardAt = clock.now();
        if (isStopped || message.seq <= last) continue;
        last = message.seq;
        try {
          onMessage(message);
        } catch (failure) {
          onFailure(failure);
        }
      }
    } finally {
      cancel();
      reader.stop();
      await watching;
    }
  };
  const loop = async (): Promise<void> => {
    while (!isStopped) {
      await read().catch((failure: unknown) => {
        if (!isStopped) onFailure(failure);
      });
      if (!isStopped) await pause(clock, pauseMs);
    }
  };
  const ended = loop();
  return {
    isWell,
    async stop() {
      isStopped = true;
      messages?.stop();
      await ended;
    },
  };
}

/** Resolves after some milliseconds. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.wakeAt(clock.now() + ms, resolve));
}
