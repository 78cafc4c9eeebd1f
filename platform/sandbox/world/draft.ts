import { createHash } from "node:crypto";
import type { Draft, EmittedEvent, Timer } from "../platform/draft.js";
import type { Time } from "../platform/records/common.js";
import { type Kind, type Records, recordId } from "../platform/records/records.js";
import { type Changes, layerView } from "./image.js";
import {
  byPosition,
  createRecordTable,
  indexes,
  type Layer,
  type RecordTable,
  type TableEntry,
  timerKey,
} from "./record-table.js";
import { type PlacedTimer, queuedKey } from "./timer-queue.js";

/** Makes an id of a prefix and of how many ids were made before it, and that one. */
export type MakeId = (prefix: string, number: number) => string;

/** An overlay as a command sees it. */
export function createDraft(
  overlay: DraftLayer,
  { now, makeId }: { readonly now: Time; readonly makeId: MakeId },
): Draft {
  const { put, remove, schedule, cancel, emit } = overlay;
  return {
    ...layerView(overlay),
    now,
    put,
    remove,
    schedule,
    cancel,
    emit,
    newId: (prefix) => makeId(prefix, overlay.nextId()),
  };
}

/** Changes on top of another layer, which stays as it is. */
export interface DraftLayer extends Layer {
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
export function createOverlay(base: Layer): DraftLayer {
  const written = new Map<Kind, RecordTable>();
  const removed = new Map<Kind, Set<string>>();
  const timers = new Map<string, PlacedTimer | undefined>();
  const keysOfRecords = new Map<string, Set<string>>();
  const events: EmittedEvent[] = [];
  let { positions, ids } = base.counts();

  const write = (kind: Kind, entry: TableEntry): void => {
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
  const findEntry = <K extends Kind>(kind: K, id: string): TableEntry<K> | undefined => {
    const own = written.get(kind)?.get(id) as TableEntry<K> | undefined;
    if (own !== undefined) return own;
    if (removed.get(kind)?.has(id)) return undefined;
    return base.entry(kind, id);
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

  const overlay: DraftLayer = {
    entry: findEntry,
    find<K extends Kind>(kind: K, where?: Partial<Records[K]>) {
      const below = base.find(kind, where);
      const table = written.get(kind) as RecordTable<K> | undefined;
      const gone = removed.get(kind);
      if (table === undefined && gone === undefined) return below;
      const kept = below.filter(({ id }) => table?.get(id) === undefined && gone?.has(id) !== true);
      const own = table?.find(where) ?? [];
      if (own.length === 0) return kept;
      return [...kept, ...own].sort(byPosition);
    },
    timer: (key) => (timers.has(key) ? timers.get(key)?.timer : base.timer(key)),
    timerKeys,
    counts: () => ({ positions, ids }),
    put(kind, record) {
      const id = recordId(record);
      const position = findEntry(kind, id)?.position ?? ++positions;
      write(kind, { id, record, position });
    },
    remove,
    schedule(timer) {
      positions += 1;
      setTimer(queuedKey(timer), { timer, position: positions });
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

/** Characters of an id after its prefix: 26 of 5 bits. */
const length = 26;
const alphabet = Buffer.from("0123456789abcdefghjkmnpqrstvwxyz");

/** Ids that depend on a seed, the prefix and a number alone. Two seeds have no id in common. */
export function createIds(seed: string): MakeId {
  return (prefix, number) => {
    const hash = createHash("sha256").update(`${seed}\n${prefix}\n${number}`).digest();
    for (let index = 0; index < length; index += 1) hash[index] = alphabet[(hash[index] ?? 0) & 31] ?? 0;
    // A text that is joined character by character takes a multiple of the memory.
    return `${prefix}_${hash.toString("latin1", 0, length)}`;
  };
}
