/** A line of a source as 32 bits: the lines of a run are numbered across all sources. */
export type Mark = number;

/** Lines from this number on share one mark. */
const last = 0xffffffff;

/** Numbers the lines of a run across all sources, so that a position takes 4 bytes. */
export class Marks {
  readonly #names: string[] = [];
  readonly #starts: number[] = [];
  #end = 0;

  /** Takes `lines` lines of a source, after its first `before` lines, and returns the first mark. Call in source order. */
  take(source: string, { before, lines }: { readonly before: number; readonly lines: number }): Mark {
    if (this.#names.at(-1) !== source) {
      this.#names.push(source);
      this.#starts.push(this.#end);
    }
    const first = (this.#starts.at(-1) ?? 0) + before;
    this.#end = first + lines;
    return first;
  }

  /** The mark `lines` lines after another one. */
  plus(mark: Mark, lines: number): Mark {
    return Math.min(mark + lines, last);
  }

  /** `orders.ndjson:17`. */
  show(mark: Mark): string {
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
