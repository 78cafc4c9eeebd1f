import type { Timer } from "../platform/draft.js";
import type { Kind } from "../platform/records/records.js";
import { timerKey } from "./record-table.js";

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

/** A timer in the queue of the clock that it goes by. */
interface QueuedTimer extends PlacedTimer {
  readonly clock: string | undefined;
}

/** Timers by the clock that they go by: that of an organization, or without one the sandbox's. Of each clock, the earliest first. */
export interface TimerQueue {
  readonly get: (key: string) => PlacedTimer | undefined;
  readonly recordKeys: (kind: Kind, id: string) => Iterable<string>;
  readonly set: (key: string, timer: PlacedTimer) => void;
  readonly delete: (key: string) => void;
  /** Puts the timers of a record where they belong, after its clock has become another one. */
  readonly regroup: (kind: Kind, id: string) => void;
  /** The earliest first; those of the same time in the order in which they were set. */
  readonly inOrder: (organization?: string) => Iterable<PlacedTimer>;
  readonly first: (organization?: string) => PlacedTimer | undefined;
  readonly due: (time: number, organization?: string) => DueTimersAt;
  readonly clear: () => void;
}

/** An empty queue. `clockFor` names the organization by whose own clock a timer goes, if there is one. */
export function createTimerQueue(clockFor: (timer: Timer) => string | undefined): TimerQueue {
  const byClock = new Map<string | undefined, SortedChunks<QueuedTimer>>();
  const byKey = new Map<string, QueuedTimer>();
  const byRecord = new Map<string, Set<string>>();

  const add = (queued: QueuedTimer): void => {
    const sorted = byClock.get(queued.clock) ?? createSortedChunks<QueuedTimer>(earliestFirst);
    byClock.set(queued.clock, sorted);
    sorted.add(queued);
  };
  const take = (queued: QueuedTimer): void => {
    const sorted = byClock.get(queued.clock);
    sorted?.delete(queued);
    if (sorted?.first() === undefined) byClock.delete(queued.clock);
  };
  const drop = (key: string): void => {
    const former = byKey.get(key);
    if (former === undefined) return;
    byKey.delete(key);
    take(former);
    const record = timerKey(former.timer.kind, former.timer.id);
    const keys = byRecord.get(record);
    keys?.delete(key);
    if (keys?.size === 0) byRecord.delete(record);
  };
  return {
    get: (key) => byKey.get(key),
    recordKeys: (kind, id) => byRecord.get(timerKey(kind, id)) ?? [],
    set(key, placed) {
      drop(key);
      const queued = { ...placed, clock: clockFor(placed.timer) };
      byKey.set(key, queued);
      add(queued);
      const record = timerKey(placed.timer.kind, placed.timer.id);
      const keys = byRecord.get(record);
      if (keys === undefined) byRecord.set(record, new Set([key]));
      else keys.add(key);
    },
    delete: drop,
    regroup(kind, id) {
      for (const key of byRecord.get(timerKey(kind, id)) ?? []) {
        const former = byKey.get(key);
        if (former === undefined) continue;
        take(former);
        const queued = { ...former, clock: clockFor(former.timer) };
        byKey.set(key, queued);
        add(queued);
      }
    },
    inOrder: (organization) => byClock.get(organization)?.values() ?? [],
    first: (organization) => byClock.get(organization)?.first(),
    due(time, organization) {
      const found = byClock.get(organization)?.before(({ timer }) => timer.at > time);
      return { count: found?.count ?? 0, lastAt: found?.last?.timer.at ?? 0 };
    },
    clear() {
      byClock.clear();
      byKey.clear();
      byRecord.clear();
    },
  };
}

function earliestFirst(a: PlacedTimer, b: PlacedTimer): number {
  return a.timer.at - b.timer.at || a.position - b.position;
}

/** The key of a timer. */
export function queuedKey({ kind, id, name }: Timer): string {
  return timerKey(kind, id, name);
}

/** Items in order. Adding and deleting one takes about as long among a million as among a thousand. */
interface SortedChunks<Item> {
  readonly add: (item: Item) => void;
  /** Deletes the item that is equal in order, if there is one. */
  readonly delete: (item: Item) => void;
  readonly first: () => Item | undefined;
  /** From the first on. Nothing may be added or deleted meanwhile. */
  readonly values: () => Iterable<Item>;
  /** How many come before the first that is late, as all after it are, and the last of them. */
  readonly before: (isLate: (item: Item) => boolean) => {
    readonly count: number;
    readonly last: Item | undefined;
  };
}

/** A longer chunk is split. Moving that many references takes well below a microsecond (measured). */
const longest = 1024;

/** None yet. `compare` is as for `sort`, and gives 0 only for the same item. */
export function createSortedChunks<Item>(compare: (a: Item, b: Item) => number): SortedChunks<Item> {
  /** None is empty. */
  const chunks: Item[][] = [];

  const chunkIndex = (item: Item): number =>
    firstLate(chunks, (chunk) => compare(chunk.at(-1) as Item, item) >= 0);
  const inChunk = (chunk: readonly Item[], item: Item): number =>
    firstLate(chunk, (each) => compare(each, item) >= 0);

  return {
    add(item) {
      const at = Math.min(chunkIndex(item), Math.max(0, chunks.length - 1));
      const chunk = chunks[at];
      if (chunk === undefined) {
        chunks.push([item]);
        return;
      }
      chunk.splice(inChunk(chunk, item), 0, item);
      if (chunk.length > longest) chunks.splice(at + 1, 0, chunk.splice(longest / 2));
    },
    delete(item) {
      const at = chunkIndex(item);
      const chunk = chunks[at];
      if (chunk === undefined) return;
      const place = inChunk(chunk, item);
      const found = chunk[place];
      if (found === undefined || compare(found, item) !== 0) return;
      chunk.splice(place, 1);
      if (chunk.length === 0) chunks.splice(at, 1);
    },
    first: () => chunks[0]?.[0],
    *values() {
      for (const chunk of chunks) yield* chunk;
    },
    before(isLate) {
      const at = firstLate(chunks, (chunk) => isLate(chunk.at(-1) as Item));
      const chunk = chunks[at] ?? [];
      const place = firstLate(chunk, isLate);
      const count = chunks.slice(0, at).reduce((sum, { length }) => sum + length, place);
      return { count, last: place > 0 ? chunk[place - 1] : chunks[at - 1]?.at(-1) };
    },
  };
}

/** The place of the first of a list that is late, as all after it are. */
function firstLate<Each>(list: readonly Each[], isLate: (each: Each) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isLate(list[middle] as Each)) high = middle;
    else low = middle + 1;
  }
  return low;
}
