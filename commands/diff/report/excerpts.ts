import { fromPointer } from "@oipkit/runtime/json-pointer";
import { excerptOf } from "../../../reader/documents/diagnostic.js";
import type { Document } from "../../../reader/documents/document.js";
import type { Place } from "../finding.js";
import type { Version } from "../version.js";

/** The source line of a place, and a line with carets below it; `undefined` if the file isn't known. */
export type Excerpts = (place: Place) => readonly [source: string, carets: string] | undefined;

/** The excerpts of the files of some versions. */
export function excerptsOf(versions: readonly Version[]): Excerpts {
  const byFile = new Map<string, Document>();
  for (const { contracts } of versions)
    for (const document of contracts.documents.values()) byFile.set(document.file, document);
  return ({ file, pointer, line }) => {
    const document = byFile.get(file);
    if (document === undefined) return undefined;
    const range = document.locate(fromPointer(pointer), "key");
    if (range.line !== line) return undefined;
    const [source = "", carets = ""] = excerptOf(document.lines, range).split("\n");
    return [source, carets];
  };
}
