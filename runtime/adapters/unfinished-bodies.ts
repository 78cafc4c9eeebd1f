import {
  type AbortReason,
  type BodyPace,
  type BodyProgress,
  paceCheckMs,
  violatedPace,
} from "../ports/request-body.js";

/** Limits of all bodies that are still arriving. */
export interface UnfinishedBodiesOptions extends BodyPace {
  /** Maximum number of incomplete bodies. */
  readonly maxUnfinishedBodies: number;
  /** Maximum number of bytes that they hold together. */
  readonly maxUnfinishedBytes: number;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  /** Called for each body that is given up. */
  readonly onAborted: (reason: AbortReason) => void;
}

/** A body that is still arriving. */
interface UnfinishedBody {
  /** More bytes have arrived. */
  readonly progress: (bytes: number) => void;
  /** Nothing more is wanted of it. */
  readonly leave: () => void;
}

/** The bodies that are still arriving. */
export interface UnfinishedBodies {
  readonly count: () => number;
  /** Whether another body would take the place of one that hasn't had a second yet. */
  readonly isFull: () => boolean;
  /** Adds a body, in the place of the slowest one if there are too many. `abort` is called at most once. */
  readonly admit: (abort: (reason: AbortReason) => void) => UnfinishedBody;
  /** Gives up the bodies that are too slow. A timer calls it. */
  readonly check: () => void;
}

interface Entry extends BodyProgress {
  progressedAt: number;
  received: number;
  readonly abort: (reason: AbortReason) => void;
}

/** A body has this long before its rate counts: an honest sender's first packet may hold only the headers. */
const youthMs = 1_000;

/**
 * Bodies have to keep the pace, and slow ones never keep others out: beyond a limit, the one with the lowest rate is
 * given up. Those younger than a second come last, the oldest first, so that a flood of new ones hits itself.
 */
export function createUnfinishedBodies(options: UnfinishedBodiesOptions): UnfinishedBodies {
  const { maxUnfinishedBodies, maxUnfinishedBytes, now, onAborted } = options;
  // In the order of their arrival.
  const entries = new Set<Entry>();
  let bytes = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const remove = (entry: Entry): void => {
    if (!entries.delete(entry)) return;
    bytes -= entry.received;
    if (entries.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const abort = (entry: Entry, reason: AbortReason): void => {
    remove(entry);
    onAborted(reason);
    entry.abort(reason);
  };
  const evict = (): void => {
    const slowest = slowestEntry(entries, now());
    if (slowest !== undefined) abort(slowest, "evicted");
  };
  const check = (): void => {
    const time = now();
    for (const entry of [...entries]) {
      const reason = violatedPace(options, entry, time);
      if (reason !== undefined) abort(entry, reason);
    }
  };
  return {
    count: () => entries.size,
    isFull: () => {
      const [oldest] = entries;
      return entries.size >= maxUnfinishedBodies && now() - (oldest?.startedAt ?? 0) < youthMs;
    },
    admit(abortBody) {
      if (entries.size >= maxUnfinishedBodies) evict();
      const startedAt = now();
      const entry: Entry = { startedAt, progressedAt: startedAt, received: 0, abort: abortBody };
      entries.add(entry);
      timer ??= setInterval(check, paceCheckMs(options));
      return {
        progress(more) {
          if (!entries.has(entry)) return;
          entry.progressedAt = now();
          entry.received += more;
          bytes += more;
          // A single body may be as long as its receiver allows.
          if (bytes > maxUnfinishedBytes && entries.size > 1) evict();
        },
        leave: () => remove(entry),
      };
    },
    check,
  };
}

function slowestEntry(entries: Iterable<Entry>, now: number): Entry | undefined {
  let slowest: Entry | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  let oldest: Entry | undefined;
  for (const entry of entries) {
    oldest ??= entry;
    const age = now - entry.startedAt;
    // The entries are in the order of their age.
    if (age < youthMs) break;
    const rate = entry.received / age;
    if (rate >= lowest) continue;
    lowest = rate;
    slowest = entry;
  }
  return slowest ?? oldest;
}
