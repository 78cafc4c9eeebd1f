import type { Kind, Records } from "../platform/records/records.js";

/** A record, and its place in the order in which records were first written. */
export interface Entry<K extends Kind = Kind> {
  readonly id: string;
  readonly record: Records[K];
  readonly position: number;
}

/** The members that records must have. */
export type Where<K extends Kind> = Partial<Records[K]>;

/** The records of one kind in memory. */
export interface RecordTable<K extends Kind = Kind> {
  readonly get: (id: string) => Entry<K> | undefined;
  readonly set: (entry: Entry<K>) => void;
  readonly delete: (id: string) => void;
  /** Those that match, by position. */
  readonly find: (where?: Where<K>) => readonly Entry<K>[];
  readonly entries: () => Iterable<Entry<K>>;
  readonly size: () => number;
}

type Bucket<K extends Kind> = Map<string, Entry<K>>;

/** An empty table that finds records quickly by some of their members. */
export function createRecordTable<K extends Kind>(indexed: readonly string[]): RecordTable<K> {
  const all: Bucket<K> = new Map();
  const indexes = new Map<string, Map<unknown, Bucket<K>>>();
  for (const member of indexed) indexes.set(member, new Map());

  const forget = (entry: Entry<K>): void => {
    for (const [member, buckets] of indexes) {
      const value = memberOf(entry, member);
      const bucket = buckets.get(value);
      bucket?.delete(entry.id);
      if (bucket?.size === 0) buckets.delete(value);
    }
  };
  const index = (entry: Entry<K>): void => {
    for (const [member, buckets] of indexes) {
      const value = memberOf(entry, member);
      const bucket = buckets.get(value);
      if (bucket === undefined) buckets.set(value, new Map([[entry.id, entry]]));
      else bucket.set(entry.id, entry);
    }
  };
  /** The fewest records among which those that match are. */
  const candidates = (where: Where<K>): Bucket<K> | undefined => {
    let fewest: Bucket<K> | undefined = all;
    for (const member in where) {
      const buckets = indexes.get(member);
      if (buckets === undefined) continue;
      const bucket = buckets.get(where[member]);
      if (bucket === undefined) return undefined;
      if (bucket.size < fewest.size) fewest = bucket;
    }
    return fewest;
  };

  return {
    get: (id) => all.get(id),
    set(entry) {
      const former = all.get(entry.id);
      if (former !== undefined) forget(former);
      // A record that was removed and is written again comes last.
      if (former !== undefined && former.position !== entry.position) all.delete(entry.id);
      all.set(entry.id, entry);
      index(entry);
    },
    delete(id) {
      const former = all.get(id);
      if (former === undefined) return;
      all.delete(id);
      forget(former);
    },
    find(where) {
      if (where === undefined) return [...all.values()];
      const found: Entry<K>[] = [];
      const among = candidates(where);
      for (const entry of among?.values() ?? []) if (matches(entry.record, where)) found.push(entry);
      return among === all ? found : found.sort(byPosition);
    },
    entries: () => all.values(),
    size: () => all.size,
  };
}

/** Compares entries by their places. */
export function byPosition(a: Entry, b: Entry): number {
  return a.position - b.position;
}

function matches<K extends Kind>(record: Records[K], where: Where<K>): boolean {
  for (const member in where) if (record[member] !== where[member]) return false;
  return true;
}

function memberOf(entry: Entry, member: string): unknown {
  return (entry.record as unknown as Readonly<Record<string, unknown>>)[member];
}
