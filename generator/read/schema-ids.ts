import { dirname, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { valueAt } from "@oipkit/runtime/json-pointer";
import { diagnose } from "./contracts.js";
import type { Diagnostic } from "./diagnostic.js";
import type { Document } from "./document.js";
import { copyOf } from "./overlay/merge.js";
import { nothingScanned, scan } from "./scan.js";
import { isSchemaObject } from "./schema-walk.js";

/**
 * Lets references find documents by their `$id`. In `documents`, such a reference becomes the path of the file, and
 * the `$id` at the root is removed, since nothing needs it any more. Two documents with the same `$id` are
 * reported.
 */
export function resolveSchemaIds(documents: Map<string, Document>): Diagnostic[] {
  const byId = new Map<string, Document>();
  const problems: Diagnostic[] = [];
  for (const document of documents.values()) {
    const id = idOf(document);
    if (id === undefined) continue;
    const other = byId.get(id);
    if (other !== undefined) problems.push(sameId(document, other));
    byId.set(id, document);
  }
  if (byId.size === 0) return problems;
  for (const document of [...documents.values()]) {
    const changed = resolved(document, byId);
    if (changed !== document) documents.set(document.path, changed);
  }
  return problems;
}

function resolved(document: Document, byId: ReadonlyMap<string, Document>): Document {
  const base = idOf(document) ?? pathToFileURL(document.path).href;
  const changes = document.scan.references.flatMap(({ ref, tokens, key = "$ref" }) => {
    const [file = "", ...fragment] = ref.split("#");
    const target = file === "" || !URL.canParse(file, base) ? undefined : byId.get(new URL(file, base).href);
    if (target === undefined) return [];
    const path = relative(dirname(document.path), target.path).split(sep).map(encodeURIComponent).join("/");
    return [{ tokens, key, ref: [path.startsWith(".") ? path : `./${path}`, ...fragment].join("#") }];
  });
  const hasId = idOf(document) !== undefined;
  if (changes.length === 0 && !hasId) return document;
  const value = copyOf(document.value) as Record<string, unknown>;
  for (const { tokens, key, ref } of changes) Object.assign(valueAt(value, tokens) as object, { [key]: ref });
  if (hasId) delete value.$id;
  const fileText = document.fileText ?? document.text;
  return { ...document, value, text: JSON.stringify(value), fileText, scan: scan(value) };
}

/** The absolute URI of a document that has an `$id`, without its empty fragment. */
function idOf({ value, path, scan: found }: Document): string | undefined {
  // In an example `$id` is data.
  const id = isSchemaObject(value) && found !== nothingScanned ? value.$id : undefined;
  const base = pathToFileURL(path).href;
  if (typeof id !== "string" || !URL.canParse(id, base)) return undefined;
  return new URL(id, base).href.replace(/#$/, "");
}

function sameId(document: Document, other: Document): Diagnostic {
  return diagnose(document, ["$id"], {
    code: "schema-invalid",
    message: `duplicate \`$id\`: ${other.file} already has it`,
    hint: "Give each document a unique `$id`, or remove it.",
  });
}
