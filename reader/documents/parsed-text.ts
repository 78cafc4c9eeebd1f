import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { mostExponentDigits } from "./decimal.js";
import type { Lines } from "./lines.js";
import type { Range } from "./range.js";

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
