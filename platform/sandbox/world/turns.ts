/** Does one thing after the other; what waits for the same can be done together. */
export interface Turns<Item> {
  /** Puts an item in the queue, which `work` gets together with others. */
  readonly join: (item: Item) => void;
  /** Does something alone. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves when nothing waits. */
  readonly idle: () => Promise<void>;
}

/** A queue. `work` gets at most `most` items at once, and never rejects. */
export function createTurns<Item>(
  work: (items: readonly Item[]) => Promise<void>,
  most: number,
): Turns<Item> {
  const waiting: ({ readonly item: Item } | { readonly alone: () => Promise<void> })[] = [];
  let running: Promise<void> | undefined;

  const loop = async (): Promise<void> => {
    // Whoever asks in the same turn of the event loop comes along.
    await Promise.resolve();
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if ("alone" in next) {
        waiting.shift();
        await next.alone();
        continue;
      }
      const items: Item[] = [];
      for (
        let each = waiting[0];
        each !== undefined && "item" in each && items.length < most;
        each = waiting[0]
      ) {
        items.push(each.item);
        waiting.shift();
      }
      await work(items);
    }
    running = undefined;
  };
  const run = (): void => {
    running ??= loop();
  };
  return {
    join(item) {
      waiting.push({ item });
      run();
    },
    alone: (alone) =>
      new Promise((resolve, reject) => {
        waiting.push({ alone: () => alone().then(resolve, reject) });
        run();
      }),
    async idle() {
      while (running !== undefined) await running;
    },
  };
}
