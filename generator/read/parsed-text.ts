import type { Lines } from "./lines.js";
import type { Range } from "./range.js";

/** What a parser can't accept. */
export interface SyntaxProblem {
  readonly code: "yaml-syntax" | "json-syntax" | "duplicate-key";
  readonly message: string;
  readonly range: Range;
  /** Where the text parses all the same: the place of the value. */
  readonly tokens?: readonly string[];
}

/** A parsed text. `value` is `undefined` if the text can't be parsed; `problems` then says why. */
export interface ParsedText {
  readonly value: unknown;
  readonly problems: readonly SyntaxProblem[];
  readonly lines: Lines;
  locate(tokens: readonly string[], target?: "key" | "value"): Range;
}
