import type { View } from "../platform/draft.js";
import type { Kind, Records } from "../platform/records/records.js";
import type { Changes } from "./changes.js";
import { indexes } from "./indexes.js";
import type { Counts, Layer } from "./layer.js";
import { createRecordTable, type Entry, type RecordTable } from "./record-table.js";
import { createTimerQueue, type PlacedTimer, type TimerQueue } from "./timer-queue.js";

/** All that is committed, in memory. */
export interface Image extends Layer {
  readonly timers: TimerQueue;
  /** Applies what was committed. */
  readonly apply: (changes: Changes) => void;
  /** Begins again with other contents: records by position, timers in any order. */
  readonly reset: (contents: ImageContents) => void;
}

/** What an image is filled with. */
export interface ImageContents {
  readonly records: Iterable<readonly [Kind, Entry]>;
  readonly timers: Iterable<readonly [string, PlacedTimer]>;
  readonly counts: Counts;
}

/** An image without records. */
export function createImage(): Image {
  const tables = new Map<Kind, RecordTable>();
  const timers = createTimerQueue();
  let counts: Counts = { positions: 0, ids: 0 };
  const tableOf = (kind: Kind): RecordTable => {
    let table = tables.get(kind);
    if (table === undefined) {
      table = createRecordTable(indexes[kind] ?? []);
      tables.set(kind, table);
    }
    return table;
  };
  return {
    timers,
    entry: <K extends Kind>(kind: K, id: string) => tables.get(kind)?.get(id) as Entry<K> | undefined,
    find: <K extends Kind>(kind: K, where?: Partial<Records[K]>) =>
      (tables.get(kind)?.find(where as never) ?? []) as readonly Entry<K>[],
    timer: (key) => timers.get(key)?.timer,
    timerKeys: timers.keysOf,
    counts: () => counts,
    apply(changes) {
      for (const [kind, ids] of changes.removed) for (const id of ids) tables.get(kind)?.delete(id);
      for (const [kind, written] of changes.written)
        for (const entry of written.entries()) tableOf(kind).set(entry);
      for (const [key, timer] of changes.timers) {
        if (timer === undefined) timers.delete(key);
        else timers.set(key, timer);
      }
      counts = changes.counts;
    },
    reset(contents) {
      tables.clear();
      timers.clear();
      for (const [kind, entry] of contents.records) tableOf(kind).set(entry);
      for (const [key, timer] of contents.timers) timers.set(key, timer);
      counts = contents.counts;
    },
  };
}

/** The records of a layer, as commands and readers see them. */
export function viewOf(layer: Layer): View {
  return {
    get: (kind, id) => layer.entry(kind, id)?.record,
    list: (kind, where) => layer.find(kind, where).map(({ record }) => record),
  };
}
