/** Two numbers for each 64-bit key, 24 bytes a slot: a map of strings would take several times that. */
export class HashTable {
  #count = 0;
  #keys = new Uint32Array(2 * 1024);
  #values = new Float64Array(2 * 1024);
  #used = new Uint8Array(1024);

  /** The index of a key's two values in `values`, or -1. */
  find(key: readonly [number, number]): number {
    const slot = this.#slot(key);
    return this.#used[slot] === 1 ? slot * 2 : -1;
  }

  set(key: readonly [number, number], first: number, second: number): void {
    if (this.#count * 4 >= this.#used.length * 3) this.#grow();
    const slot = this.#slot(key);
    if (this.#used[slot] === 0) {
      this.#used[slot] = 1;
      this.#count++;
      this.#keys[slot * 2] = key[0];
      this.#keys[slot * 2 + 1] = key[1];
    }
    this.#values[slot * 2] = first;
    this.#values[slot * 2 + 1] = second;
  }

  value(index: number): number {
    return this.#values[index] as number;
  }

  #slot([high, low]: readonly [number, number]): number {
    const last = this.#used.length - 1;
    let slot = (high ^ Math.imul(low, 0x9e3779b1)) & last;
    while (this.#used[slot] === 1 && (this.#keys[slot * 2] !== high || this.#keys[slot * 2 + 1] !== low)) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #grow(): void {
    const [keys, values, used] = [this.#keys, this.#values, this.#used];
    this.#keys = new Uint32Array(keys.length * 2);
    this.#values = new Float64Array(values.length * 2);
    this.#used = new Uint8Array(used.length * 2);
    this.#count = 0;
    for (let slot = 0; slot < used.length; slot++) {
      if (used[slot] === 0) continue;
      const key = [keys[slot * 2] as number, keys[slot * 2 + 1] as number] as const;
      this.set(key, values[slot * 2] as number, values[slot * 2 + 1] as number);
    }
  }
}
