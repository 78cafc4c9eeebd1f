import type { Lines } from "./lines.js";
import type { Range } from "./range.js";
import type { Scan } from "./scan.js";

/** One parsed file. `value` is plain JSON data; `locate` finds the source of any JSON Pointer in it. */
export interface Document {
  /** Path as shown to people: relative, forward slashes. */
  readonly file: string;
  /** Absolute path, by which references find it. */
  readonly path: string;
  /** The text of `value`: that of the file, or JSON if overlays changed the document. */
  readonly text: string;
  /** The file's own text, if overlays changed the document. */
  readonly fileText?: string;
  /** Lines of the file. */
  readonly lines: Lines;
  readonly value: unknown;
  /** References, patterns and rules of the document, found once. */
  readonly scan: Scan;
  /** Range of the value at the pointer, or of its key; of the nearest parent if the value doesn't exist. */
  locate(tokens: readonly string[], target?: "key" | "value"): Range;
  /** Where a part of the document was written; absent if no overlay changed it. */
  originOf?(tokens: readonly string[]): { readonly document: Document; readonly tokens: readonly string[] };
}
