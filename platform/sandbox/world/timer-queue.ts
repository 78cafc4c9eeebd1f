import type { Timer } from "../platform/draft.js";
import type { Kind } from "../platform/records/records.js";
import { timerKey } from "./layer.js";
import { createSortedChunks } from "./sorted-chunks.js";

/** A timer, and its place in the order in which timers were set. */
export interface PlacedTimer {
  readonly timer: Timer;
  readonly position: number;
}

/** Timers that are due at a time. */
export interface DueTimersAt {
  readonly count: number;
  /** The time of the last of them; 0 without one. */
  readonly lastAt: number;
}

/** Timers, the earliest first. */
export interface TimerQueue {
  readonly get: (key: string) => PlacedTimer | undefined;
  readonly keysOf: (kind: Kind, id: string) => Iterable<string>;
  readonly set: (key: string, timer: PlacedTimer) => void;
  readonly delete: (key: string) => void;
  /** The earliest first; those of the same time in the order in which they were set. */
  readonly inOrder: () => Iterable<PlacedTimer>;
  readonly first: () => PlacedTimer | undefined;
  readonly due: (time: number) => DueTimersAt;
  readonly clear: () => void;
}

/** An empty queue. */
export function createTimerQueue(): TimerQueue {
  const sorted = createSortedChunks<PlacedTimer>(
    (a, b) => a.timer.at - b.timer.at || a.position - b.position,
  );
  const byKey = new Map<string, PlacedTimer>();
  const byRecord = new Map<string, Set<string>>();

  const drop = (key: string): void => {
    const former = byKey.get(key);
    if (former === undefined) return;
    byKey.delete(key);
    sorted.delete(former);
    const record = timerKey(former.timer.kind, former.timer.id);
    const keys = byRecord.get(record);
    keys?.delete(key);
    if (keys?.size === 0) byRecord.delete(record);
  };
  return {
    get: (key) => byKey.get(key),
    keysOf: (kind, id) => byRecord.get(timerKey(kind, id)) ?? [],
    set(key, placed) {
      drop(key);
      byKey.set(key, placed);
      sorted.add(placed);
      const record = timerKey(placed.timer.kind, placed.timer.id);
      const keys = byRecord.get(record);
      if (keys === undefined) byRecord.set(record, new Set([key]));
      else keys.add(key);
    },
    delete: drop,
    inOrder: sorted.values,
    first: sorted.first,
    due(time) {
      const { count, last } = sorted.before(({ timer }) => timer.at > time);
      return { count, lastAt: last?.timer.at ?? 0 };
    },
    clear() {
      sorted.clear();
      byKey.clear();
      byRecord.clear();
    },
  };
}

/** The key of a timer. */
export function keyOf({ kind, id, name }: Timer): string {
  return timerKey(kind, id, name);
}
