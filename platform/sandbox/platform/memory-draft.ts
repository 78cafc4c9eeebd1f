import type { Draft, EmittedEvent, Timer, View } from "./draft.js";
import { idOf } from "./record-ids.js";
import type { Time } from "./records/common.js";
import type { Kind, Records } from "./records/records.js";

/** What a command changed. */
export interface Changes {
  /** By kind and id; `undefined` is a removed record. */
  readonly records: ReadonlyMap<Kind, ReadonlyMap<string, Records[Kind] | undefined>>;
  /** What a record's timers are now, by name and in the order in which they were set, for each record with changed timers. */
  readonly timers: ReadonlyMap<string, ReadonlyMap<string, Timer>>;
  readonly events: readonly EmittedEvent[];
}

/** What a draft begins with. */
export interface DraftBase extends View {
  /** The timers of a record, in the order in which they were set. */
  readonly timersOf: (kind: Kind, id: string) => readonly Timer[];
}

/** The key of a record among those of all kinds. */
export const recordKey = (kind: Kind, id: string): string => `${kind}/${id}`;

/** A draft that collects its changes beside a base, which stays as it is. */
export function draftOver(
  base: DraftBase,
  { now, newId }: { readonly now: Time; readonly newId: (prefix: string) => string },
): { readonly draft: Draft; readonly changes: Changes } {
  const records = new Map<Kind, Map<string, Records[Kind] | undefined>>();
  const timers = new Map<string, Map<string, Timer>>();
  const events: EmittedEvent[] = [];

  const write = (kind: Kind, id: string, record: Records[Kind] | undefined): void => {
    getOrAdd(records, kind, () => new Map()).set(id, record);
  };
  const timersOf = (kind: Kind, id: string): Map<string, Timer> => {
    const unchanged = () => new Map(base.timersOf(kind, id).map((timer) => [timer.name, timer]));
    return getOrAdd(timers, recordKey(kind, id), unchanged);
  };

  const draft: Draft = {
    now,
    newId,
    get: <K extends Kind>(kind: K, id: string) => {
      const changed = records.get(kind);
      return changed?.has(id) ? (changed.get(id) as Records[K] | undefined) : base.get(kind, id);
    },
    list: (kind, where) => listWith(base, { kind, where, changed: records.get(kind) }),
    put: (kind, record) => write(kind, idOf(record), record),
    remove: (kind, id) => write(kind, id, undefined),
    schedule: (timer) => {
      const own = timersOf(timer.kind, timer.id);
      own.delete(timer.name);
      own.set(timer.name, timer);
    },
    cancel: (kind, id, name) => {
      const own = timersOf(kind, id);
      if (name === undefined) own.clear();
      else own.delete(name);
    },
    emit: (event) => void events.push(event),
  };
  return { draft, changes: { records, timers, events } };
}

/** The value of a key, which is made and added if there is none. */
export function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Returns whether the members of a record equal those of `where`. */
export function matches<K extends Kind>(record: Records[K], where: Partial<Records[K]> | undefined): boolean {
  for (const name in where) if (record[name] !== where[name]) return false;
  return true;
}

function listWith<K extends Kind>(
  base: View,
  {
    kind,
    where,
    changed,
  }: {
    readonly kind: K;
    readonly where: Partial<Records[K]> | undefined;
    readonly changed: ReadonlyMap<string, Records[Kind] | undefined> | undefined;
  },
): readonly Records[K][] {
  if (!changed) return base.list(kind, where);
  // A changed record keeps its place, even if it matches only now, so the order comes from all records of the kind.
  const known = new Set<string>();
  const found: Records[K][] = [];
  for (const record of base.list(kind)) {
    const id = idOf(record);
    known.add(id);
    const current = changed.has(id) ? (changed.get(id) as Records[K] | undefined) : record;
    if (current && matches(current, where)) found.push(current);
  }
  for (const [id, record] of changed) {
    if (record && !known.has(id) && matches(record as Records[K], where)) found.push(record as Records[K]);
  }
  return found;
}
