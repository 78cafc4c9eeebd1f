import type { HandedAttempt, RelayBeat } from "./messages.js";

/** A relay as a worker sees it. Times with `Here` are of the worker's clock that is never set. */
export interface SeenRelay {
  readonly session: string;
  readonly shard: string;
  /** The count of its last beat. */
  count: number;
  beat: RelayBeat;
  heardHere: number;
  /** When this worker sent the beat that the relay has heard last. */
  echoedHere: number;
  /** The relay's time less this worker's clock: the most of its beats, which are the soonest that came. */
  aheadMs: number;
  /** Nothing of its messages up to this count begins. */
  fence: number;
  /** Endpoints of which an attempt was refused: those that were handed after it are, too. */
  readonly refused: Set<string>;
}

/** The relays that a worker has heard of. */
export interface Relays {
  readonly hear: (from: Pick<SeenRelay, "session" | "shard" | "count">, beat: RelayBeat) => void;
  readonly find: (session: string) => SeenRelay | undefined;
  /** Those that let this worker begin attempts now. */
  readonly permitting: () => SeenRelay[];
  /** Whether an attempt may begin, of a message with this count. What is refused is refused for good. */
  readonly mayBegin: (relay: SeenRelay, attempt: HandedAttempt, count: number) => boolean;
  /** The time of a relay's clock, in milliseconds since 1970: this machine's may be wrong. */
  readonly time: (relay: SeenRelay) => number;
  /** Forgets those that were silent for long, and returns them. */
  readonly forget: () => SeenRelay[];
}

/** A relay's clock that falls behind by more was set, in milliseconds; less may be a beat that came late. */
const setBackMs = 1000;
/** Relays that are known at most, and how long a silent one is remembered. */
const [maxRelays, forgetMs] = [10_000, 120_000];

/** Knows no relay yet. `worker` is the name of this worker. */
export function createRelays(worker: string, monotonic: () => number): Relays {
  const known = new Map<string, SeenRelay>();
  const isPermitting = ({ beat, echoedHere }: SeenRelay): boolean =>
    monotonic() < echoedHere + beat.silenceMs;
  return {
    hear({ session, shard, count }, beat) {
      const [echoedHere, fence] = beat.heard[worker] ?? [Number.NEGATIVE_INFINITY, 0];
      const heardHere = monotonic();
      const aheadMs = beat.time - heardHere;
      const found = known.get(session);
      if (found === undefined) {
        if (known.size >= maxRelays) return;
        const refused = new Set<string>();
        known.set(session, { session, shard, count, beat, heardHere, echoedHere, aheadMs, fence, refused });
        return;
      }
      // Somebody repeats an old one.
      if (count <= found.count) return;
      found.count = count;
      found.beat = beat;
      found.heardHere = heardHere;
      found.echoedHere = echoedHere;
      const isSetBack = aheadMs < found.aheadMs - setBackMs;
      found.aheadMs = isSetBack ? aheadMs : Math.max(aheadMs, found.aheadMs);
      found.fence = Math.max(found.fence, fence);
    },
    find: (session) => known.get(session),
    permitting: () => [...known.values()].filter(isPermitting),
    mayBegin(relay, { beginBy, isFirst, delivery }, count) {
      const { beat, echoedHere, fence, refused } = relay;
      if (isFirst) refused.delete(delivery.endpoint_id);
      // The relay sent its beat after it had heard that of this worker, so this is at least its present time.
      const latest = beat.at + monotonic() - echoedHere;
      const isAllowed =
        isPermitting(relay) && count > fence && latest <= beginBy && !refused.has(delivery.endpoint_id);
      if (!isAllowed) refused.add(delivery.endpoint_id);
      return isAllowed;
    },
    time: ({ aheadMs }) => monotonic() + aheadMs,
    forget() {
      const silent = [...known.values()].filter(({ heardHere }) => monotonic() - heardHere >= forgetMs);
      for (const { session } of silent) known.delete(session);
      return silent;
    },
  };
}
