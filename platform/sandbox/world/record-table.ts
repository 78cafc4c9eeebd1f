import type { Timer } from "../platform/draft.js";
import type { Kind, Records } from "../platform/records/records.js";

/** A record, and its place in the order in which records were first written. */
export interface TableEntry<K extends Kind = Kind> {
  readonly id: string;
  readonly record: Records[K];
  readonly position: number;
}

/** The members that records must have. */
type Where<K extends Kind> = Partial<Records[K]>;

/** The records of one kind in memory. */
export interface RecordTable<K extends Kind = Kind> {
  readonly get: (id: string) => TableEntry<K> | undefined;
  readonly set: (entry: TableEntry<K>) => void;
  readonly delete: (id: string) => void;
  /** Those that match, by position. */
  readonly find: (where?: Where<K>) => readonly TableEntry<K>[];
  readonly entries: () => Iterable<TableEntry<K>>;
  readonly size: () => number;
}

type Bucket<K extends Kind> = Map<string, TableEntry<K>>;

/** An empty table that finds records quickly by some of their members. */
export function createRecordTable<K extends Kind>(indexed: readonly string[]): RecordTable<K> {
  const all: Bucket<K> = new Map();
  const indexes = new Map<string, Map<unknown, Bucket<K>>>();
  for (const member of indexed) indexes.set(member, new Map());

  const forget = (entry: TableEntry<K>): void => {
    for (const [member, buckets] of indexes) {
      const value = entryMember(entry, member);
      const bucket = buckets.get(value);
      bucket?.delete(entry.id);
      if (bucket?.size === 0) buckets.delete(value);
    }
  };
  const index = (entry: TableEntry<K>): void => {
    for (const [member, buckets] of indexes) {
      const value = entryMember(entry, member);
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
      const found: TableEntry<K>[] = [];
      const among = candidates(where);
      for (const entry of among?.values() ?? []) if (matches(entry.record, where)) found.push(entry);
      if (among === all) return found;
      return found.sort(byPosition);
    },
    entries: () => all.values(),
    size: () => all.size,
  };
}

/** Compares entries by their places. */
export function byPosition(a: TableEntry, b: TableEntry): number {
  return a.position - b.position;
}

function matches<K extends Kind>(record: Records[K], where: Where<K>): boolean {
  for (const member in where) if (record[member] !== where[member]) return false;
  return true;
}

function entryMember(entry: TableEntry, member: string): unknown {
  return (entry.record as unknown as Readonly<Record<string, unknown>>)[member];
}

/** Records and timers as they are at some point: those that are committed, or those with the changes of commands on top. */
export interface Layer {
  readonly entry: <K extends Kind>(kind: K, id: string) => TableEntry<K> | undefined;
  /** By position. */
  readonly find: <K extends Kind>(kind: K, where?: Where<K>) => readonly TableEntry<K>[];
  readonly timer: (key: string) => Timer | undefined;
  /** The keys of a record's timers. */
  readonly timerKeys: (kind: Kind, id: string) => Iterable<string>;
  /** How many places of records, timers and ids were given out. */
  readonly counts: () => TableCounts;
}

/** What is counted from the beginning of the sandbox on. */
export interface TableCounts {
  /** Places of records and timers. */
  readonly positions: number;
  /** Ids that were made. */
  readonly ids: number;
}

/** Identifies a timer by its record and its name, or without a name all timers of the record. */
export function timerKey(kind: Kind, id: string, name?: string): string {
  return JSON.stringify([kind, id, name]);
}

/** The members by which `list` finds records without looking at all of them. */
export const indexes: { readonly [K in Kind]?: readonly string[] } = {
  membership: ["organization", "person"],
  application: ["organization", "owner"],
  client: ["application"],
  permission: ["application", "product"],
  approval: ["application", "organization"],
  consent: ["application", "person"],
  delegation: ["partner", "customer"],
  customerAuthorization: ["application", "organization"],
  subscription: ["application", "organization"],
  operation: ["organization"],
  checkoutSession: ["application", "organization", "operation"],
  productAccess: ["application", "organization", "product"],
  entitlement: ["organization"],
  memberAccess: ["membership", "organization"],
  accessEvent: ["application", "memberAccess"],
  supportRequest: ["application", "operation"],
};
