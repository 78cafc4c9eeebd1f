/** Entries of a chunk. */
const chunkSize = 1 << 12;

/** A 64-bit key in two halves. */
export type Key = readonly [number, number];

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
    return (this.#slots[this.#slotOf(key[0], key[1])] as number) - 1;
  }

  /** The number of a key's entry; if missing, it is added with all words 0. */
  findOrAdd(key: Key): number {
    const known = this.find(key);
    if (known >= 0) return known;
    if (this.#count * 4 >= this.#slots.length * 3) this.#grow();
    const entry = this.#count++;
    if (entry % chunkSize === 0) this.#chunks.push(new Uint32Array(chunkSize * this.#width));
    this.#slots[this.#slotOf(key[0], key[1])] = this.#count;
    this.#chunkOf(entry).set(key, this.#startOf(entry));
    return entry;
  }

  word(entry: number, index: number): number {
    return this.#chunkOf(entry)[this.#startOf(entry) + 2 + index] as number;
  }

  setWord(entry: number, index: number, value: number): void {
    this.#chunkOf(entry)[this.#startOf(entry) + 2 + index] = value;
  }

  #chunkOf(entry: number): Uint32Array {
    return this.#chunks[Math.floor(entry / chunkSize)] as Uint32Array;
  }

  #startOf(entry: number): number {
    return (entry % chunkSize) * this.#width;
  }

  #slotOf(high: number, low: number): number {
    const last = this.#slots.length - 1;
    let slot = (high ^ Math.imul(low, 0x9e3779b1)) & last;
    for (let number = this.#slots[slot] as number; number !== 0; number = this.#slots[slot] as number) {
      const chunk = this.#chunkOf(number - 1);
      const at = this.#startOf(number - 1);
      if (chunk[at] === high && chunk[at + 1] === low) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let entry = 0; entry < this.#count; entry++) {
      const chunk = this.#chunkOf(entry);
      const at = this.#startOf(entry);
      this.#slots[this.#slotOf(chunk[at] as number, chunk[at + 1] as number)] = entry + 1;
    }
  }
}
