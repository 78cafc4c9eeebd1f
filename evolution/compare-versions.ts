import type { CompareOptions } from "./comparison.js";
import { ComparisonError } from "./comparison-error.js";
import type { Change, Comparison } from "./finding.js";
import { judge } from "./judge.js";
import { compareApis } from "./openapi/compare-apis.js";
import { pairDocuments } from "./pair-documents.js";
import { decideSchemas } from "./parts/decide-schemas.js";
import { placeIn } from "./place-in.js";
import { compareSchemaFiles } from "./schemas/compare-schema-files.js";
import type { Versions } from "./version.js";

/**
 * Compares two versions of contracts. Throws `ComparisonError` if they have nothing in common that could be compared,
 * and `SchemaError` if a schema file is unusable.
 */
export function compareVersions(versions: Versions, options: CompareOptions): Comparison {
  const apis = pairDocuments(versions, "openapi");
  const parts = apis.pairs.map((pair) => compareApis(pair, versions));
  const schemas = compareSchemaFiles(versions, options);
  const compared = schemas.compared + parts.reduce((sum, each) => sum + each.compared, 0);
  if (apis.pairs.length === 0 && schemas.compared === 0)
    throw new ComparisonError(
      `${versions.old.label} and ${versions.new.label} have no document in common that could be compared; pass two versions of a contract, or two folders`,
    );
  const changes = [
    ...schemas.changes,
    ...apis.removed.map(
      (document): Change => ({
        code: "document-removed",
        change: "removed",
        breaks: "wire",
        effects: { consumer: "breaking" },
        old: placeIn(document, []),
        subjects: [document.file],
        message: "the document was removed",
      }),
    ),
    ...parts.flatMap((each) => each.changes),
    ...decideSchemas(
      parts.flatMap((each) => each.schemas),
      versions,
      options,
    ),
  ];
  return judge(changes, { keep: options.keep, compared });
}
