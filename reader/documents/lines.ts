import type { Range } from "./range.js";

/** Lines of a text: converts offsets to positions and back. The index is built on first use. */
export class Lines {
  #starts: number[] | undefined;

  constructor(readonly text: string) {}

  range(from: number, to: number): Range {
    const start = this.#position(from);
    const end = this.#position(Math.max(from, to));
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }

  /** The text of a line, counted from 1, without its end. */
  line(number: number): string {
    const starts = this.#index();
    const from = starts[number - 1];
    if (from === undefined) return "";
    let to = starts[number] ?? this.text.length;
    if (this.text[to - 1] === "\n") to--;
    if (to > from && this.text[to - 1] === "\r" && this.text[to] === "\n") to--;
    return this.text.slice(from, Math.max(from, to));
  }

  #position(offset: number): { line: number; column: number } {
    const starts = this.#index();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  }

  #index(): number[] {
    if (this.#starts) return this.#starts;
    const starts = [0];
    for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#starts = starts;
    return starts;
  }
}
