import { StoreFailure } from "./store-failure.js";

export interface BatcherOptions<Item, Result> {
  /** Commits items as one and gives a result for each; rejects when nothing was committed. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether a failure came of one item's own content, so that the others may still get through alone. */
  readonly isOfContent: (failure: unknown) => boolean;
  readonly maxBatch: number;
  /** Commits that may be under way at once, so that one is made ready while another waits for the disk. Default: 1. */
  readonly maxCommits?: number | undefined;
  /** Items that may wait; one more is refused. */
  readonly maxQueued: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Commits in groups: while as many commits as may are under way, what comes meanwhile waits and goes as the next one.
 * Each item's promise settles after its own commit. Rejects with `store-busy` when too many wait.
 */
export function createBatcher<Item, Result>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { commit, isOfContent, maxBatch, maxQueued, maxCommits = 1 } = options;
  let queue: Waiting<Item, Result>[] = [];
  let working = 0;
  /** Whether a commit is to begin at the end of this turn. */
  let isAwaited = false;

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await commit(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (failure) {
      if (batch.length > 1 && isOfContent(failure)) for (const one of batch) await settle([one]);
      else for (const { reject } of batch) reject(failure);
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      await settle(batch);
    }
    working--;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (queue.length >= maxQueued) {
        reject(new StoreFailure("store-busy", `${maxQueued} commits wait for the store already`));
        return;
      }
      queue.push({ item, resolve, reject });
      if (working === maxCommits || isAwaited) return;
      working++;
      isAwaited = true;
      // What has arrived in the same turn of the loop goes along.
      setImmediate(() => {
        isAwaited = false;
        void work();
      });
    });
}
