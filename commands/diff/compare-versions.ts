import { compareCases } from "./cases/compare-cases.js";
import type { CompareOptions } from "./comparison.js";
import { ComparisonError } from "./comparison-error.js";
import { compareEvents } from "./events/compare-events.js";
import { withTraits } from "./events/traits.js";
import type { Change, Comparison } from "./finding.js";
import { judge } from "./judge.js";
import { compareLedgers } from "./ledger/compare-ledgers.js";
import { compareApis } from "./openapi/compare-apis.js";
import { pairDocuments } from "./pair-documents.js";
import { decideSchemas } from "./parts/decide-schemas.js";
import { placeIn } from "./place-in.js";
import { compareSchemaFiles } from "./schemas/compare-schema-files.js";
import { unchangedDocuments } from "./unchanged-documents.js";
import type { Versions } from "./version.js";

/**
 * Compares two versions of contracts. Throws `ComparisonError` if they have nothing in common that could be compared,
 * and `SchemaError` if a schema file is unusable.
 */
export function compareVersions(given: Versions, options: CompareOptions): Comparison {
  const versions = { old: withTraits(given.old), new: withTraits(given.new) };
  const apis = pairDocuments(versions, "openapi");
  const events = pairDocuments(versions, "asyncapi");
  const unchanged = unchangedDocuments(versions);
  const parts = [
    ...apis.pairs.map((pair) => compareApis(pair, versions)),
    ...events.pairs.map((pair) => compareEvents(pair, versions)),
    compareLedgers(versions),
  ];
  const schemas = compareSchemaFiles(versions, { ...options, unchanged });
  const compared = schemas.compared + parts.reduce((sum, each) => sum + each.compared, 0);
  const documents = apis.pairs.length + events.pairs.length;
  if (documents === 0 && schemas.compared === 0)
    throw new ComparisonError(
      `${versions.old.label} and ${versions.new.label} have no document in common that could be compared; pass two versions of a contract, or two folders`,
    );
  const changes = [
    ...schemas.changes,
    ...[...apis.removed, ...events.removed].map(
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
      parts.flatMap((each) => each.schemas).filter(({ old }) => !unchanged.has(old.schema.document)),
      versions,
      options,
    ),
    ...compareCases(versions),
    ...(options.more ?? []),
  ];
  return judge(withoutGuesses(changes, options), { keep: options.keep, compared });
}

/** The compiler knows better than the contract what a changed name breaks. */
function withoutGuesses(changes: readonly Change[], { more }: CompareOptions): readonly Change[] {
  if (more === undefined || more.some(({ code }) => code === "source-not-compared")) return changes;
  return changes.filter(({ code }) => code !== "operation-id-changed");
}
