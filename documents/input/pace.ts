/** Units start this small, so that the first findings are there soon. */
const smallest = 32 * 1024;

/** Findings of a unit above which units get smaller, and below which they get larger. */
const many = 2000;
const few = 500;

/**
 * How large the next unit is, in bytes. What a unit finds is in memory until its turn comes, so where there are
 * many findings, units are small; where there are few, large units spare the threads their errands.
 */
export class Pace {
  #bytes: number;

  constructor(readonly most: number) {
    this.#bytes = Math.min(smallest, most);
  }

  get unitBytes(): number {
    return this.#bytes;
  }

  /** Tells how many findings a unit had. */
  note(findings: number): void {
    if (findings > many) this.#bytes = Math.max(Math.min(4096, this.most), this.#bytes >> 1);
    else if (findings < few) this.#bytes = Math.min(this.most, this.#bytes * 2);
  }
}
