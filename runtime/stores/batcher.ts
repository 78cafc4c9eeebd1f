import { StoreFailure } from "../ports/store-failure.js";

/** How items are committed together. */
export interface BatcherOptions<Item, Result> {
  /** Commits items as one and gives a result for each; rejects when nothing was committed. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether a failure came of one item's own content, so that the others may still get through alone. */
  readonly isOfContent: (failure: unknown) => boolean;
  readonly maxBatch: number;
  /** Items that may wait; one more is refused. */
  readonly maxQueued: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Commits in groups: while a commit is under way, what comes meanwhile waits and goes as the next one. Each item's
 * promise settles after its own commit. Rejects with `store-busy` when too many wait.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { commit, isOfContent, maxBatch, maxQueued } = options;
  type Batch = readonly Waiting<Item, Result>[];
  let queue: Waiting<Item, Result>[] = [];
  /** Batches of one, made of a batch that failed because of one of them. */
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
        reject(new StoreFailure("store-busy", `${maxQueued} commits wait for the store already`));
        return;
      }
      queue.push({ item, resolve, reject });
      if (isWorking) return;
      isWorking = true;
      // What has arrived in the same turn of the loop goes along.
      setImmediate(begin);
    });
}
