import { isSchemaName } from "../contract-kind.js";
import { type Document, nothingScanned, type Reference } from "../document.js";
import { placeAt } from "../place.js";
import { type DocumentChange, referenceTo, withChanges, withValue } from "../references/changed-document.js";
import { referencedPath, resolveReference } from "../references.js";
import { isSchemaObject } from "../schema-walk.js";
import { inFormat, isMultiFormat, parseSchemaFormat, type SchemaFormat } from "./schema-formats.js";

/**
 * Reads files that name no dialect and that AsyncAPI documents refer to in the words of the schemas that refer to them, and corrects references
 * to what has another place in JSON Schema 2020-12, such as the items of a tuple of draft-07.
 */
export function readAsyncApiParts(documents: Map<string, Document>): void {
  const formats = formatsOfParts(documents);
  for (const [path, format] of formats) {
    const document = documents.get(path) as Document;
    const value = inFormat(document.value, format);
    if (value !== document.value) documents.set(path, withValue(document, value));
  }
  const isRead = ({ value, path }: Document): boolean => formats.has(path) || isAsyncApi(value);
  for (const document of [...documents.values()].filter(isRead)) {
    const changes = document.scan.references.flatMap((reference) =>
      movedReference(documents, { document, reference, isRead }),
    );
    if (changes.length > 0)
      documents.set(document.path, withValue(document, withChanges(document.value, changes)));
  }
}

function isAsyncApi(value: unknown): boolean {
  return isSchemaObject(value) && "asyncapi" in value;
}

/** The format of each part. If several refer to one, the first counts. */
function formatsOfParts(documents: ReadonlyMap<string, Document>): ReadonlyMap<string, SchemaFormat> {
  const found = new Map<string, SchemaFormat>();
  const open = [...documents.values()].filter(({ value }) => isAsyncApi(value));
  for (let document = open.pop(); document !== undefined; document = open.pop())
    for (const reference of document.scan.references) {
      const target = documents.get(referencedPath(document, reference.ref) ?? "");
      if (target === undefined || found.has(target.path) || !isPart(target)) continue;
      found.set(target.path, formatAt(document, reference) ?? found.get(document.path) ?? "draft-07");
      open.push(target);
    }
  return found;
}

/** Whether a file may be a part of a schema in another one: it says nothing of its own kind. */
function isPart({ value, path, scan: scanned }: Document): boolean {
  if (scanned === nothingScanned || !isSchemaObject(value) || isSchemaName(path)) return false;
  if (value.$schema !== undefined) return false;
  return !["openapi", "swagger", "asyncapi", "overlay"].some((key) => key in value);
}

/** The format of the innermost multi-format schema around a reference. */
function formatAt(document: Document, { tokens }: Reference): SchemaFormat | undefined {
  const around = tokens.map((_, index) => placeAt(document, tokens.slice(0, index + 1)).value);
  const holder = around.findLast(isMultiFormat);
  if (holder === undefined) return undefined;
  return parseSchemaFormat(holder.schemaFormat);
}

interface Moving {
  readonly document: Document;
  readonly reference: Reference;
  readonly isRead: (document: Document) => boolean;
}

function movedReference(
  documents: ReadonlyMap<string, Document>,
  { document, reference: { ref, tokens, key = "$ref" }, isRead }: Moving,
): DocumentChange[] {
  const resolution = resolveReference(documents, document, ref);
  if (resolution.kind !== "missing" || resolution.tokens === undefined) return [];
  const target = resolution.document;
  if (target === undefined || !isRead(target)) return [];
  const moved = placeNow(target.value, resolution.tokens);
  if (moved === undefined) return [];
  return [{ tokens, key, value: referenceTo(document, { document: target, tokens: moved }) }];
}

/** The place in the words of 2020-12 of what has another one in those of draft-07; `undefined` if there is nothing, either. */
function placeNow(root: unknown, tokens: readonly string[]): readonly string[] | undefined {
  const moved: string[] = [];
  let at = root;
  for (const [index, token] of tokens.entries()) {
    if (at === null || typeof at !== "object") return undefined;
    const record = at as Readonly<Record<string, unknown>>;
    const name = nameNow(record, token, tokens[index + 1]);
    if (!Object.hasOwn(record, name)) return undefined;
    moved.push(name);
    at = record[name];
  }
  return moved;
}

function nameNow(record: Readonly<Record<string, unknown>>, token: string, next: string | undefined): string {
  const isIndex = next !== undefined && /^\d+$/.test(next);
  if (token === "items" && isIndex && Array.isArray(record.prefixItems)) return "prefixItems";
  if (token === "additionalItems" && Array.isArray(record.prefixItems)) return "items";
  if (token === "dependencies" && !Object.hasOwn(record, token) && next !== undefined) {
    if (Object.hasOwn(Object(record.dependentSchemas), next)) return "dependentSchemas";
    return "dependentRequired";
  }
  return token;
}
