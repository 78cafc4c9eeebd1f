import type { InboxEntry } from "../ports/inbox-entry.js";
import { type BatcherOptions, createBatcher } from "./batcher.js";
import type { EventRow, InboxBackend } from "./inbox/tables.js";
import { keyOfEvent } from "./store-key.js";

/** What a database's transaction needs to insert the events of one request. */
export interface BatchTables {
  /** Inserts events in their order, pending and due at their reception; `false` for each whose key exists. */
  insert(entries: readonly InboxEntry[]): Promise<readonly boolean[]>;
  /** The events with these keys. */
  stored(keys: readonly string[]): Promise<readonly EventRow[]>;
}

/** Options of `batchInsertion`. */
export interface BatchInsertionOptions extends Pick<BatcherOptions<unknown, unknown>, "maxQueued"> {
  /** Runs work in a transaction, which is rolled back if it rejects. */
  readonly transact: (work: (tables: BatchTables) => Promise<void>) => Promise<void>;
}

interface Batch {
  readonly entries: readonly InboxEntry[];
  readonly mayCommit: Parameters<InboxBackend<unknown>["insertAll"]>[1];
}

class Refused extends Error {}

/** `insertAll` for a database. One batch at a time, so that they leave connections to others; too many reject. */
export function batchInsertion({
  transact,
  maxQueued,
}: BatchInsertionOptions): InboxBackend<unknown>["insertAll"] {
  const insert = createBatcher({
    commit: async ([batch]: readonly Batch[]) => {
      if (batch !== undefined) await commitBatch(transact, batch);
      return [undefined];
    },
    isOfContent: () => false,
    maxBatch: 1,
    maxQueued,
  });
  return (entries, mayCommit) => insert({ entries, mayCommit });
}

async function commitBatch(
  transact: BatchInsertionOptions["transact"],
  { entries, mayCommit }: Batch,
): Promise<void> {
  try {
    await transact(async (tables) => {
      if (!mayCommit(await inserted(tables, entries))) throw new Refused();
    });
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
  }
}

/** Inserts the new events of a batch, and returns the others as they are stored, by key. */
async function inserted(
  { insert, stored }: BatchTables,
  entries: readonly InboxEntry[],
): Promise<ReadonlyMap<string, EventRow>> {
  const existing = new Map<string, EventRow>();
  for (let missing = entries; missing.length > 0; ) {
    const fresh = await insert(missing);
    const known = missing.filter((_, index) => fresh[index] !== true);
    const keyOf = ({ application, eventId }: InboxEntry): string => keyOfEvent(application, eventId);
    if (known.length > 0) for (const row of await stored(known.map(keyOf))) existing.set(row.key, row);
    // One that was purged in the meantime is new.
    missing = known.filter((entry) => !existing.has(keyOf(entry)));
  }
  return existing;
}
