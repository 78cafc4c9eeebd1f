import { StoreFailure } from "../ports/store-failure.js";

/** How items are committed together. */
export interface BatcherOptions<Item, Result> {
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
