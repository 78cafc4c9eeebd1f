import { toPointer, valueAt } from "@oipkit/runtime/json-pointer";
import type { Document } from "../../reader/documents/document.js";
import type { Place } from "./finding.js";

/** The place of a pointer in a document, or of its nearest parent that exists. */
export function placeIn(document: Document, tokens: readonly string[]): Place {
  let length = tokens.length;
  while (length > 0 && valueAt(document.value, tokens.slice(0, length)) === undefined) length--;
  const existing = tokens.slice(0, length);
  const { line, column } = document.locate(existing, "key");
  return { file: document.file, line, column, pointer: toPointer(existing) };
}
