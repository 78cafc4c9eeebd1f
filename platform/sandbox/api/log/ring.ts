/** The latest things of a number, by id. */
export interface Ring<T extends { readonly id: string }> {
  readonly add: (item: T) => void;
  readonly get: (id: string) => T | undefined;
  /** From the newest to the oldest; only those before an id, none if it isn't there any more. */
  readonly newestFirst: (before?: string) => Iterable<T>;
}

/** A ring of a size; what is added then replaces the oldest. */
export function createRing<T extends { readonly id: string }>(size: number): Ring<T> {
  const items: T[] = [];
  const places = new Map<string, number>();
  let added = 0;
  return {
    add(item) {
      const place = added++ % size;
      const replaced = items[place];
      if (replaced !== undefined) places.delete(replaced.id);
      items[place] = item;
      places.set(item.id, added - 1);
    },
    get(id) {
      const number = places.get(id);
      return number === undefined ? undefined : items[number % size];
    },
    *newestFirst(before) {
      const from = before === undefined ? added : places.get(before);
      const oldest = Math.max(0, added - size);
      for (let number = (from ?? 0) - 1; number >= oldest; number--) {
        const item = items[number % size];
        if (item !== undefined) yield item;
      }
    },
  };
}
