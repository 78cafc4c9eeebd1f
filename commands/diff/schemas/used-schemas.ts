import type { Document } from "../../../reader/documents/document.js";
import { fileOf } from "../../../reader/documents/references.js";
import type { Version } from "../version.js";

/**
 * The schema files that OpenAPI and AsyncAPI documents refer to as a whole, directly or through other schemas. Their
 * use says who sends such documents, so they are compared there.
 */
export function usedSchemas({ contracts }: Version): ReadonlySet<Document> {
  const schemas = new Set(contracts.schemas);
  const found = new Set<Document>([...contracts.openapi, ...contracts.asyncapi]);
  for (const document of found)
    for (const { ref } of document.scan.references) {
      const target = contracts.documents.get(fileOf(document, ref) ?? "");
      const [, fragment = ""] = ref.split("#", 2);
      if (target !== undefined && fragment === "") found.add(target);
    }
  return new Set([...found].filter((document) => schemas.has(document)));
}
