/** Items in order. Adding and deleting one takes about as long among a million as among a thousand. */
export interface SortedChunks<Item> {
  readonly add: (item: Item) => void;
  /** Deletes the item that is equal in order, if there is one. */
  readonly delete: (item: Item) => void;
  readonly first: () => Item | undefined;
  /** From the first on. Nothing may be added or deleted meanwhile. */
  readonly values: () => Iterable<Item>;
  /** How many come before the first that is late, as all after it are, and the last of them. */
  readonly before: (isLate: (item: Item) => boolean) => {
    readonly count: number;
    readonly last: Item | undefined;
  };
  readonly clear: () => void;
}

/** A longer chunk is split. Moving that many references takes well below a microsecond (measured). */
const longest = 1024;

/** None yet. `compare` is as for `sort`, and gives 0 only for the same item. */
export function createSortedChunks<Item>(compare: (a: Item, b: Item) => number): SortedChunks<Item> {
  /** None is empty. */
  const chunks: Item[][] = [];

  const chunkOf = (item: Item): number =>
    placeOf(chunks, (chunk) => compare(chunk.at(-1) as Item, item) >= 0);
  const inChunk = (chunk: readonly Item[], item: Item): number =>
    placeOf(chunk, (each) => compare(each, item) >= 0);

  return {
    add(item) {
      const at = Math.min(chunkOf(item), Math.max(0, chunks.length - 1));
      const chunk = chunks[at];
      if (chunk === undefined) {
        chunks.push([item]);
        return;
      }
      chunk.splice(inChunk(chunk, item), 0, item);
      if (chunk.length > longest) chunks.splice(at + 1, 0, chunk.splice(longest / 2));
    },
    delete(item) {
      const at = chunkOf(item);
      const chunk = chunks[at];
      if (chunk === undefined) return;
      const place = inChunk(chunk, item);
      const found = chunk[place];
      if (found === undefined || compare(found, item) !== 0) return;
      chunk.splice(place, 1);
      if (chunk.length === 0) chunks.splice(at, 1);
    },
    first: () => chunks[0]?.[0],
    *values() {
      for (const chunk of chunks) yield* chunk;
    },
    before(isLate) {
      const at = placeOf(chunks, (chunk) => isLate(chunk.at(-1) as Item));
      const chunk = chunks[at] ?? [];
      const place = placeOf(chunk, isLate);
      const count = chunks.slice(0, at).reduce((sum, { length }) => sum + length, place);
      return { count, last: place > 0 ? chunk[place - 1] : chunks[at - 1]?.at(-1) };
    },
    clear() {
      chunks.length = 0;
    },
  };
}

/** The place of the first of a list that is late, as all after it are. */
function placeOf<Each>(list: readonly Each[], isLate: (each: Each) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isLate(list[middle] as Each)) high = middle;
    else low = middle + 1;
  }
  return low;
}
