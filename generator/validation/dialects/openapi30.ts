import type { Contracts } from "../../read/contracts.js";
import type { Document } from "../../read/document.js";
import { type Reading, readingOf } from "../../read/reading.js";
import { fileOf } from "../../read/references.js";

/** Contracts whose OpenAPI 3.0 schemas are translated to JSON Schema 2020-12. */
export function asDraft202012(contracts: Contracts): Contracts {
  const old = oldDocuments(contracts);
  if (old.size === 0) return contracts;
  const documents = new Map<string, Document>();
  for (const [path, document] of contracts.documents) {
    documents.set(path, old.has(document) ? { ...document, value: translate(document.value) } : document);
  }
  return { ...contracts, documents };
}

/** The OpenAPI 3.0 documents, and their parts in other files that don't declare a dialect. */
function oldDocuments({ documents, openapi, asyncapi, schemas }: Contracts): ReadonlySet<Document> {
  const old = new Set(openapi.filter(({ value }) => /^3\.0\./.test((value as { openapi: string }).openapi)));
  const known = new Set([...openapi, ...asyncapi, ...schemas]);
  for (const document of old) {
    for (const { ref } of document.scan.references) {
      const target = documents.get(fileOf(document, ref) ?? "");
      if (target && !known.has(target)) old.add(target);
    }
  }
  return old;
}

function translate(value: unknown, reading: Reading = "keywords"): unknown {
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (Array.isArray(value)) return value.map((item) => translate(item));
  const result = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, translate(item, readingOf(reading, key, item))]),
  );
  return reading === "keywords" ? withoutOldKeywords(result) : result;
}

function withoutOldKeywords({ nullable, ...result }: Record<string, unknown>): Record<string, unknown> {
  for (const bound of ["exclusiveMinimum", "exclusiveMaximum"] as const) {
    if (typeof result[bound] !== "boolean") continue;
    const limit = result[bound === "exclusiveMinimum" ? "minimum" : "maximum"];
    if (result[bound] === true && limit !== undefined) result[bound] = limit;
    else delete result[bound];
  }
  if (nullable !== true) return result;
  if (typeof result.type === "string") result.type = [result.type, "null"];
  if (Array.isArray(result.enum) && !result.enum.includes(null)) result.enum = [...result.enum, null];
  return result;
}
