import { fileHeader } from "../emit/file.js";
import type { Source } from "../model/model.js";
import { type Code, code, empty, indent, join } from "../render/code.js";
import { type DocTag, docComment, lineComment } from "../render/comment.js";
import { identifier } from "../render/identifier.js";
import { dataLiteral, inlineLiteral, jsonText, literal, propertyKey } from "../render/literal.js";

/**
 * The functions that make `Code`: text that may stand in a generated file. Each escapes what it is given, so no text
 * of a contract can leave the string, comment or identifier that it was put into.
 */
export interface Renderer {
  /** Template tag: its literal parts are trusted source text, its holes take `Code` or a list of `Code`. */
  readonly code: (parts: TemplateStringsArray, ...holes: readonly (Code | readonly Code[])[]) => Code;
  /** No text at all. */
  readonly empty: Code;
  /** A string, number, boolean or null as a literal. */
  readonly literal: (value: string | number | boolean | null) => Code;
  /** JSON data as an expression, over several lines. */
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
  /** Codes one after the other, with a separator between them. */
  readonly join: typeof join;
  /** Every line indented by two spaces a level. */
  readonly indent: (block: Code, levels?: number) => Code;
  /** The comment that generated files start with: it names the contracts, and says not to edit. */
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
