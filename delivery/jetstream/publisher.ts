import type { Clock } from "../clock.js";
import type { Cluster } from "./cluster.js";
import type { Sealer } from "./envelope.js";
import { pause } from "./follow.js";

/** What is published together at most. */
const [maxItems, maxBatchBytes] = [64, 256 * 1024];
/** How long after a failure, in milliseconds; it doubles each time. */
const [firstPauseMs, longestPauseMs] = [50, 500];
const publishTimeoutMs = 1500;
/** How long the first items wait for more, in milliseconds: a message costs much more than an item. */
const lingerMs = 5;

/** JSON text of an item. */
export interface PublishedItem {
  readonly json: string;
}

/** Publishes items to one subject in their order: one message at a time, with all that came meanwhile. */
export interface Publisher<Item> {
  readonly push: (item: Item) => void;
  /** Whether the last message couldn't be stored yet. */
  readonly isFailing: () => boolean;
  /** Removes and returns what no message has. */
  readonly takeQueued: () => Item[];
  /** Resolves when nothing is left. */
  readonly idle: () => Promise<void>;
  /** Gives up the message that can't be stored. */
  readonly stop: () => void;
}

interface PublisherOptions {
  readonly cluster: Pick<Cluster, "client">;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly subject: string;
  readonly onFailure: (failure: unknown) => void;
}

/** Repeats a message until the broker has stored it; readers leave out what they have read already. */
export function createPublisher<Item extends PublishedItem>(options: PublisherOptions): Publisher<Item> {
  const { cluster, clock, sealer, subject, onFailure } = options;
  let queue: Item[] = [];
  let failures = 0;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const publish = async (items: readonly Item[]): Promise<void> => {
    const bytes = sealer.seal(subject, `[${items.map(({ json }) => json).join(",")}]`);
    const msgID = `${sealer.session}-${sealer.count()}`;
    while (!isStopped) {
      try {
        await cluster.client.publish(subject, bytes, { msgID, timeout: publishTimeoutMs });
        failures = 0;
        return;
      } catch (failure) {
        failures += 1;
        if (failures === 1 || failures % 20 === 0) onFailure(failure);
        await pause(clock, Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 10)));
      }
    }
  };
  const run = async (): Promise<void> => {
    await pause(clock, lingerMs);
    while (queue.length > 0 && !isStopped) await publish(queue.splice(0, countFitting(queue)));
    running = undefined;
  };
  return {
    push(item) {
      queue.push(item);
      running ??= run();
    },
    isFailing: () => failures > 0 && !isStopped,
    takeQueued() {
      const taken = queue;
      queue = [];
      return taken;
    },
    idle: async () => {
      await running;
    },
    stop() {
      isStopped = true;
    },
  };
}

function countFitting(items: readonly PublishedItem[]): number {
  let [bytes, count] = [0, 0];
  for (const { json } of items) {
    bytes += Buffer.byteLength(json);
    if (count > 0 && (count === maxItems || bytes > maxBatchBytes)) break;
    count += 1;
  }
  return count;
}
