/** A line of a source, in 32 bits: all lines of a run are counted through. */
export type Mark = number;

/** Lines beyond this many can't be told from each other. */
const last = 0xffffffff;

/** Numbers the lines of a run, whatever source they stand in, so that a place takes 4 bytes. */
export class Marks {
  readonly #names: string[] = [];
  readonly #starts: number[] = [];
  #end = 0;

  /** The mark of the first of `lines` lines of a source, with `before` lines of it in front. Sources come in order. */
  take(source: string, { before, lines }: { readonly before: number; readonly lines: number }): Mark {
    if (this.#names.at(-1) !== source) {
      this.#names.push(source);
      this.#starts.push(this.#end);
    }
    const first = (this.#starts.at(-1) ?? 0) + before;
    this.#end = first + lines;
    return first;
  }

  /** The mark of a line behind another one. */
  plus(mark: Mark, lines: number): Mark {
    return Math.min(mark + lines, last);
  }

  /** `orders.ndjson:17`. */
  show(mark: Mark): string {
    if (mark === last) return "a line far above";
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
