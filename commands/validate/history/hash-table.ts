/** Entries of a chunk. */
const chunkSize = 1 << 12;

/** A 64-bit key in two halves. */
type Key = readonly [number, number];

/**
 * Maps 64-bit keys to a few 32-bit words. An entry takes 8 bytes and its words, plus 6 to 11 bytes for the index; a map
 * of strings would take several times that. Entries are stored in chunks that never move, so growing copies none.
 */
export class HashTable {
  #count = 0;
  /** Numbers of entries, counted from 1; open addressing with linear probing. */
  #slots = new Uint32Array(1024);
  readonly #chunks: Uint32Array[] = [];
  readonly #width: number;

  /** `words`: the number of words per entry, without its key. */
  constructor(words: number) {
    this.#width = 2 + words;
  }

  /** The number of a key's entry, or -1. */
  find(key: Key): number {
    return (this.#slots[this.#findSlot(key[0], key[1])] as number) - 1;
  }

  /** The number of a key's entry; if missing, it is added with all words 0. */
  findOrAdd(key: Key): number {
    const known = this.find(key);
    if (known >= 0) return known;
    if (this.#count * 4 >= this.#slots.length * 3) this.#grow();
    const entry = this.#count++;
    if (entry % chunkSize === 0) this.#chunks.push(new Uint32Array(chunkSize * this.#width));
    this.#slots[this.#findSlot(key[0], key[1])] = this.#count;
    this.#findChunk(entry).set(key, this.#entryStart(entry));
    return entry;
  }

  word(entry: number, index: number): number {
    return this.#findChunk(entry)[this.#entryStart(entry) + 2 + index] as number;
  }

  setWord(entry: number, index: number, value: number): void {
    this.#findChunk(entry)[this.#entryStart(entry) + 2 + index] = value;
  }

  #findChunk(entry: number): Uint32Array {
    return this.#chunks[Math.floor(entry / chunkSize)] as Uint32Array;
  }

  #entryStart(entry: number): number {
    return (entry % chunkSize) * this.#width;
  }

  #findSlot(high: number, low: number): number {
    const last = this.#slots.length - 1;
    let slot = (high ^ Math.imul(low, 0x9e3779b1)) & last;
    for (let number = this.#slots[slot] as number; number !== 0; number = this.#slots[slot] as number) {
      const chunk = this.#findChunk(number - 1);
      const at = this.#entryStart(number - 1);
      if (chunk[at] === high && chunk[at + 1] === low) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#count; entry++) {
      const chunk = this.#findChunk(entry);
      const at = this.#entryStart(entry);
      this.#slots[this.#findSlot(chunk[at] as number, chunk[at + 1] as number)] = entry + 1;
    }
  }
}

/** A line of a source as 32 bits: the lines of a run are numbered across all sources. */
export type HashMark = number;

/** Lines from this number on share one mark. */
const last = 0xffffffff;

/** Numbers the lines of a run across all sources, so that a position takes 4 bytes. */
export class Marks {
  readonly #names: string[] = [];
  readonly #starts: number[] = [];
  #end = 0;

  /** Takes `lines` lines of a source, after its first `before` lines, and returns the first mark. Call in source order. */
  take(source: string, { before, lines }: { readonly before: number; readonly lines: number }): HashMark {
    if (this.#names.at(-1) !== source) {
      this.#names.push(source);
      this.#starts.push(this.#end);
    }
    const first = (this.#starts.at(-1) ?? 0) + before;
    this.#end = first + lines;
    return first;
  }

  /** The mark `lines` lines after another one. */
  plus(mark: HashMark, lines: number): HashMark {
    return Math.min(mark + lines, last);
  }

  /** `orders.ndjson:17`. */
  show(mark: HashMark): string {
    if (mark === last) return "an earlier line";
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] as number) <= mark) low = middle;
      else high = middle - 1;
    }
    return `${this.#names[low]}:${mark - (this.#starts[low] ?? 0) + 1}`;
  }
}
