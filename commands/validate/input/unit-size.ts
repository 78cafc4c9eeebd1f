/** Units start at this size, so that the first findings appear soon. */
const smallest = 32 * 1024;

/** Above `many` findings in a unit, units shrink; below `few`, they grow. */
const many = 2000;
const few = 500;

/**
 * The size of the next unit, in bytes. The findings of a unit stay in memory until its turn, so units are small if there
 * are many findings; if there are few, large units reduce the messages between threads.
 */
export class UnitSize {
  #bytes: number;

  constructor(readonly most: number) {
    this.#bytes = Math.min(smallest, most);
  }

  get unitBytes(): number {
    return this.#bytes;
  }

  /** Records the number of findings in a unit. */
  note(findings: number): void {
    if (findings > many) this.#bytes = Math.max(Math.min(4096, this.most), this.#bytes >> 1);
    else if (findings < few) this.#bytes = Math.min(this.most, this.#bytes * 2);
  }
}
