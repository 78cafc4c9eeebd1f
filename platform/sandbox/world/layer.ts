import type { Timer } from "../platform/draft.js";
import type { Kind } from "../platform/records/records.js";
import type { Entry, Where } from "./record-table.js";

/** Records and timers as they are at some point: those that are committed, or those with the changes of commands on top. */
export interface Layer {
  readonly entry: <K extends Kind>(kind: K, id: string) => Entry<K> | undefined;
  /** By position. */
  readonly find: <K extends Kind>(kind: K, where?: Where<K>) => readonly Entry<K>[];
  readonly timer: (key: string) => Timer | undefined;
  /** The keys of a record's timers. */
  readonly timerKeys: (kind: Kind, id: string) => Iterable<string>;
  /** How many places of records, timers and ids were given out. */
  readonly counts: () => Counts;
}

/** What is counted from the beginning of the sandbox on. */
export interface Counts {
  /** Places of records and timers. */
  readonly positions: number;
  /** Ids that were made. */
  readonly ids: number;
}

/** Identifies a timer by its record and its name, or without a name all timers of the record. */
export function timerKey(kind: Kind, id: string, name?: string): string {
  return JSON.stringify([kind, id, name]);
}
