import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { mostExponentDigits } from "./decimal.js";

/** A problem that a parser found. */
export interface SyntaxProblem {
  readonly code: "yaml-syntax" | "json-syntax" | "duplicate-key" | "too-deep" | "too-large";
  readonly message: string;
  readonly range: Range;
  /** What to do, if more can be said than for all problems with this code. */
  readonly hint?: string;
  /** The place of the value, if the text parses nevertheless. */
  readonly tokens?: readonly string[];
}

/** A parsed text. If it can't be parsed, `value` is `undefined` and `problems` says why. */
export interface ParsedText {
  readonly value: unknown;
  readonly problems: readonly SyntaxProblem[];
  readonly lines: Lines;
  locate(tokens: readonly string[], target?: "key" | "value"): Range;
}

/** What is wrong with a text that nests more deeply than `maxJsonDepth`. */
export const tooDeepMessage = `the document is nested deeper than ${maxJsonDepth} levels`;

/** What is wrong with a number whose exponent has too many digits. */
export const longNumber = {
  code: "too-large",
  message: `this number is too long: its exponent may have at most ${mostExponentDigits} digits`,
  hint: "Write the number with a shorter exponent.",
} as const;

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

/** A place in a file: lines and columns count from 1, columns in UTF-16 code units as editors do. */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}
