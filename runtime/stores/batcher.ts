import type { InboxEntry } from "../ports/inbox-entry.js";
import { StoreFailure } from "../ports/stores.js";
import type { EventRow, InboxBackend } from "./inbox/tables.js";
import { keyOfEvent } from "./stored-text.js";

/** How items are committed together. */
interface BatcherOptions<Item, Result> {
  /** Commits items together and returns a result for each; rejects if nothing was committed. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether a failure was caused by one item's content, so that the others may still succeed alone. */
  readonly isOfContent: (failure: unknown) => boolean;
  readonly maxBatch: number;
  /** Maximum number of waiting items; further ones are refused. */
  readonly maxQueued: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Commits in groups: while a commit is running, new items wait and form the next one. Each item's
 * promise settles after its own commit. Rejects with `store-busy` if too many wait.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { commit, isOfContent, maxBatch, maxQueued } = options;
  type Batch = readonly Waiting<Item, Result>[];
  let queue: Waiting<Item, Result>[] = [];
  /** Batches of one, split from a batch that failed because of one of its items. */
  let alone: Batch[] = [];
  let isWorking = false;

  function next(): Batch {
    const [single, ...others] = alone;
    if (single !== undefined) {
      alone = others;
      return single;
    }
    const batch = queue.slice(0, maxBatch);
    queue = queue.slice(maxBatch);
    return batch;
  }

  function begin(): void {
    const batch = next();
    isWorking = batch.length > 0;
    if (!isWorking) return;
    commit(batch.map(({ item }) => item)).then(
      (results) => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
        begin();
      },
      (failure) => {
        if (batch.length > 1 && isOfContent(failure)) alone = batch.map((one) => [one]);
        else for (const { reject } of batch) reject(failure);
        begin();
      },
    );
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= maxQueued) {
        reject(new StoreFailure("store-busy", `${maxQueued} commits are already waiting for the store`));
        return;
      }
      queue.push({ item, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      // Items that arrived in the same turn of the event loop join the batch.
      setImmediate(begin);
    });
}

/** What a database's transaction needs to insert the events of one request. */
interface BatchTables {
  /** Inserts events in their order, pending and due at their reception; `false` for each whose key exists. */
  insert(entries: readonly InboxEntry[]): Promise<readonly boolean[]>;
  /** The events with these keys. */
  stored(keys: readonly string[]): Promise<readonly EventRow[]>;
}

/** Options of `batchInsertion`. */
interface BatchInsertionOptions extends Pick<BatcherOptions<unknown, unknown>, "maxQueued"> {
  /** Runs work in a transaction, which is rolled back if it rejects. */
  readonly transact: (work: (tables: BatchTables) => Promise<void>) => Promise<void>;
}

interface Batch {
  readonly entries: readonly InboxEntry[];
  readonly mayCommit: Parameters<InboxBackend<unknown>["insertAll"]>[1];
}

class BatchRefused extends Error {}

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
      if (!mayCommit(await inserted(tables, entries))) throw new BatchRefused();
    });
  } catch (failure) {
    if (!(failure instanceof BatchRefused)) throw failure;
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
    const entryKey = ({ application, eventId }: InboxEntry): string => keyOfEvent(application, eventId);
    if (known.length > 0) for (const row of await stored(known.map(entryKey))) existing.set(row.key, row);
    // One that was purged in the meantime is new.
    missing = known.filter((entry) => !existing.has(entryKey(entry)));
  }
  return existing;
}

/** Runs tasks one after the other, in order of arrival; one that fails doesn't stop the next. */
export function createSerial(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}
