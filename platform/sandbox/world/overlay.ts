import type { EmittedEvent, Timer } from "../platform/draft.js";
import { idOf } from "../platform/record-ids.js";
import type { Kind, Records } from "../platform/records/records.js";
import type { Changes } from "./changes.js";
import { indexes } from "./indexes.js";
import { type Layer, timerKey } from "./layer.js";
import { byPosition, createRecordTable, type Entry, type RecordTable } from "./record-table.js";
import { keyOf, type PlacedTimer } from "./timer-queue.js";

/** Changes on top of another layer, which stays as it is. */
export interface Overlay extends Layer {
  readonly put: <K extends Kind>(kind: K, record: Records[K]) => void;
  readonly remove: (kind: Kind, id: string) => void;
  readonly schedule: (timer: Timer) => void;
  /** Removes a record's timer, or all of its timers. */
  readonly cancel: (kind: Kind, id: string, name?: string) => void;
  readonly emit: (event: EmittedEvent) => void;
  /** Counts one more id and returns its number, from 1. */
  readonly nextId: () => number;
  readonly changes: () => Changes;
  /** Takes over the changes of an overlay on top of this one. */
  readonly absorb: (changes: Changes) => void;
}

/** No changes yet. */
export function createOverlay(base: Layer): Overlay {
  const written = new Map<Kind, RecordTable>();
  const removed = new Map<Kind, Set<string>>();
  const timers = new Map<string, PlacedTimer | undefined>();
  const keysOfRecords = new Map<string, Set<string>>();
  const events: EmittedEvent[] = [];
  let { positions, ids } = base.counts();

  const write = (kind: Kind, entry: Entry): void => {
    let table = written.get(kind);
    if (table === undefined) {
      table = createRecordTable(indexes[kind] ?? []);
      written.set(kind, table);
    }
    table.set(entry);
  };
  const remove = (kind: Kind, id: string): void => {
    written.get(kind)?.delete(id);
    const gone = removed.get(kind);
    if (gone === undefined) removed.set(kind, new Set([id]));
    else gone.add(id);
  };
  const entryOf = <K extends Kind>(kind: K, id: string): Entry<K> | undefined => {
    const own = written.get(kind)?.get(id) as Entry<K> | undefined;
    if (own !== undefined) return own;
    return removed.get(kind)?.has(id) ? undefined : base.entry(kind, id);
  };
  const setTimer = (key: string, placed: PlacedTimer | undefined): void => {
    timers.set(key, placed);
    if (placed === undefined) return;
    const record = timerKey(placed.timer.kind, placed.timer.id);
    const keys = keysOfRecords.get(record);
    if (keys === undefined) keysOfRecords.set(record, new Set([key]));
    else keys.add(key);
  };
  const timerKeys = (kind: Kind, id: string): readonly string[] => {
    const own = keysOfRecords.get(timerKey(kind, id)) ?? [];
    const all = new Set([...base.timerKeys(kind, id), ...own]);
    return [...all].filter((key) => overlay.timer(key) !== undefined);
  };

  const overlay: Overlay = {
    entry: entryOf,
    find<K extends Kind>(kind: K, where?: Partial<Records[K]>) {
      const below = base.find(kind, where);
      const table = written.get(kind) as RecordTable<K> | undefined;
      const gone = removed.get(kind);
      if (table === undefined && gone === undefined) return below;
      const kept = below.filter(({ id }) => table?.get(id) === undefined && gone?.has(id) !== true);
      const own = table?.find(where) ?? [];
      return own.length === 0 ? kept : [...kept, ...own].sort(byPosition);
    },
    timer: (key) => (timers.has(key) ? timers.get(key)?.timer : base.timer(key)),
    timerKeys,
    counts: () => ({ positions, ids }),
    put(kind, record) {
      const id = idOf(record);
      const position = entryOf(kind, id)?.position ?? ++positions;
      write(kind, { id, record, position });
    },
    remove,
    schedule(timer) {
      positions += 1;
      setTimer(keyOf(timer), { timer, position: positions });
    },
    cancel(kind, id, name) {
      const keys = name === undefined ? timerKeys(kind, id) : [timerKey(kind, id, name)];
      for (const key of keys) setTimer(key, undefined);
    },
    emit: (event) => void events.push(event),
    nextId() {
      ids += 1;
      return ids;
    },
    changes: () => ({ written, removed, timers, events, counts: { positions, ids } }),
    absorb(changes) {
      for (const [kind, gone] of changes.removed) for (const id of gone) remove(kind, id);
      for (const [kind, table] of changes.written) for (const entry of table.entries()) write(kind, entry);
      for (const [key, timer] of changes.timers) setTimer(key, timer);
      events.push(...changes.events);
      ({ positions, ids } = changes.counts);
    },
  };
  return overlay;
}
