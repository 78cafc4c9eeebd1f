import type { Timer } from "../platform/draft.js";
import type { Kind } from "../platform/records/index.js";
import { timerKey } from "./layer.js";

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
  readonly inOrder: () => readonly PlacedTimer[];
  readonly due: (time: number) => DueTimersAt;
  readonly clear: () => void;
}

/** An empty queue. */
export function createTimerQueue(): TimerQueue {
  const sorted: PlacedTimer[] = [];
  const byKey = new Map<string, PlacedTimer>();
  const byRecord = new Map<string, Set<string>>();

  const drop = (key: string): void => {
    const former = byKey.get(key);
    if (former === undefined) return;
    byKey.delete(key);
    sorted.splice(placeIn(sorted, former), 1);
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
      sorted.splice(placeIn(sorted, placed), 0, placed);
      const record = timerKey(placed.timer.kind, placed.timer.id);
      const keys = byRecord.get(record);
      if (keys === undefined) byRecord.set(record, new Set([key]));
      else keys.add(key);
    },
    delete: drop,
    inOrder: () => sorted,
    due(time) {
      const count = firstAfter(sorted, time);
      return { count, lastAt: sorted[count - 1]?.timer.at ?? 0 };
    },
    clear() {
      sorted.length = 0;
      byKey.clear();
      byRecord.clear();
    },
  };
}

/** The key of a timer. */
export function keyOf({ kind, id, name }: Timer): string {
  return timerKey(kind, id, name);
}

/** Where a timer is or belongs. */
function placeIn(sorted: readonly PlacedTimer[], { timer: { at }, position }: PlacedTimer): number {
  return firstThat(
    sorted,
    (other) => other.timer.at > at || (other.timer.at === at && other.position >= position),
  );
}

/** Where the first timer is that isn't due at a time. */
function firstAfter(sorted: readonly PlacedTimer[], time: number): number {
  return firstThat(sorted, ({ timer }) => timer.at > time);
}

/** Where the first timer is that satisfies what all after it do, too. */
function firstThat(sorted: readonly PlacedTimer[], isLate: (placed: PlacedTimer) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isLate(sorted[middle] as PlacedTimer)) high = middle;
    else low = middle + 1;
  }
  return low;
}
