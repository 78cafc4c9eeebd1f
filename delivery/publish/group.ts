/** Something to be done with others like it. */
interface Waiter<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (failure: unknown) => void;
}

/**
 * Runs work for many items at once: while it runs, further items gather, at most `largest` of them for one run. All items of a run that
 * fails are rejected.
 */
export function createGroup<Item, Result>(
  work: (items: readonly Item[]) => Promise<readonly Result[]>,
  largest: number,
): (item: Item) => Promise<Result> {
  const gathered: Waiter<Item, Result>[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    // Whoever publishes in the same turn of the event loop comes along.
    await Promise.resolve();
    while (gathered.length > 0) {
      const group = gathered.splice(0, largest);
      try {
        const results = await work(group.map(({ item }) => item));
        group.forEach(({ resolve }, index) => {
          resolve(results[index] as Result);
        });
      } catch (failure) {
        for (const { reject } of group) reject(failure);
      }
    }
    isRunning = false;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      gathered.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
