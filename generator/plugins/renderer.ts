import type { Source } from "../../reader/model/model.js";
import { type Code, code, empty, indent, join } from "../../reader/text/code/code.js";
import { type DocTag, docComment, lineComment } from "../../reader/text/code/comment.js";
import { identifier } from "../../reader/text/code/identifier.js";
import {
  dataLiteral,
  inlineLiteral,
  jsonText,
  literal,
  propertyKey,
} from "../../reader/text/code/literal.js";
import { fileHeader } from "../emit/file.js";

/**
 * The functions that make `Code`: text that is safe in a generated file. Each escapes its input, so no text
 * from a contract can break out of a string, comment or identifier.
 */
export interface Renderer {
  /** Template tag: its literal parts are trusted source text, its substitutions take `Code` or a list of `Code`. */
  readonly code: (parts: TemplateStringsArray, ...holes: readonly (Code | readonly Code[])[]) => Code;
  /** No text at all. */
  readonly empty: Code;
  /** A string, number, boolean or null as a literal. */
  readonly literal: (value: string | number | boolean | null) => Code;
  /** JSON data as an expression on several lines. */
  readonly dataLiteral: (value: unknown) => Code;
  /** JSON data as an expression on one line; a `Code` in it stays as it is. */
  readonly inlineLiteral: (value: unknown) => Code;
  /** JSON text, for a `.json` file. */
  readonly jsonText: (value: unknown) => Code;
  /** A name for a binding. Throws `TypeError` if it isn't an identifier, or is a reserved word. */
  readonly identifier: (name: string) => Code;
  /** The key of a property in an interface or an object literal, quoted if it has to be. */
  readonly propertyKey: (name: string) => Code;
  /** A documentation comment of these paragraphs, with a line end; empty if there is no text. */
  readonly docComment: (paragraphs: readonly (string | undefined)[], tags?: readonly DocTag[]) => Code;
  /** A `//` comment; each line of the text becomes one. */
  readonly lineComment: (text: string) => Code;
  /** Joins pieces of code with a separator. */
  readonly join: typeof join;
  /** Indents every line by two spaces per level. */
  readonly indent: (block: Code, levels?: number) => Code;
  /** The header comment of generated files: it names the contracts, and says not to edit. */
  readonly fileHeader: (sources: readonly Source[]) => Code;
}

/** The functions of `render/` that plugins get. */
export const renderer: Renderer = {
  code,
  empty,
  literal,
  dataLiteral: (value) => dataLiteral(value),
  inlineLiteral,
  jsonText,
  identifier,
  propertyKey,
  docComment,
  lineComment,
  join,
  indent,
  fileHeader,
};
