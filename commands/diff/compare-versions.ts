import { OipkitError } from "@oipkit/runtime/errors";
import { compareCases, compareLedgers } from "./compare-conformance.js";
import { type CompareOptions, type ComparisonResult, type ContractChange, placeIn } from "./comparison.js";
import { compareEvents, withTraits } from "./events/compare-events.js";
import { compareApis } from "./openapi/compare-apis.js";
import type { SchemaPair } from "./parts/compare-parts.js";
import { decideSchemas } from "./parts/decide-schemas.js";
import { MemberNotes } from "./parts/member-notes.js";
import { applyPolicy } from "./policy/apply-policy.js";
import { leaveOutSame } from "./same/leave-out.js";
import { compareSchemaFiles } from "./schemas/compare-schema-files.js";
import { unjudgedChanges } from "./unjudged/unjudged-changes.js";
import { findUnused, unusedSchemas } from "./unjudged/unused-components.js";
import { pairDocuments, unchangedDocuments, type Versions } from "./version.js";
import { judge } from "./version-step.js";

/**
 * Compares two versions of contracts. Throws `ComparisonError` if they have nothing in common that could be compared,
 * and `SchemaError` if a schema file is unusable.
 */
export function compareVersions(given: Versions, options: CompareOptions): ComparisonResult {
  const whole = { old: withTraits(given.old), new: withTraits(given.new) };
  const { versions, sameness, same } = leaveOutSame(whole);
  const apis = pairDocuments(versions, "openapi");
  const events = pairDocuments(versions, "asyncapi");
  const unchanged = unchangedDocuments(versions);
  const parts = [
    ...apis.pairs.map((pair) => compareApis(pair, versions)),
    ...events.pairs.map((pair) => compareEvents(pair, versions)),
    compareLedgers(versions),
  ];
  const schemas = compareSchemaFiles(whole, { ...options, unchanged: unchangedDocuments(whole) });
  const compared = same + schemas.compared + parts.reduce((sum, each) => sum + each.compared, 0);
  const documents = apis.pairs.length + events.pairs.length;
  if (documents === 0 && schemas.compared === 0)
    throw new ComparisonError(
      `${versions.old.label} and ${versions.new.label} have no document in common that could be compared; pass two versions of a contract, or two folders`,
    );
  const notes = new MemberNotes(versions, sameness);
  const unused = findUnused(versions, unchanged);
  const pairs = parts
    .flatMap((each) => each.schemas)
    .filter(({ old, new: current }) => !sameness.areSame(old.schema, current.schema));
  const changes = [
    ...schemas.changes,
    ...[...apis.removed, ...events.removed].map(
      (document): ContractChange => ({
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
    ...decideSchemas([...pairs, ...unusedSchemas(unused, versions)], versions, {
      ...options,
      notes,
      sameness,
    }),
    ...compareCases(versions),
    ...(options.more ?? []),
  ];
  const decide = (found: readonly SchemaPair[]) =>
    decideSchemas(found, versions, { ...options, notes, sameness });
  const all = [
    ...changes,
    ...unjudgedChanges(versions, { unchanged, changes, notes, sameness, whole, unused, decide }),
  ];
  const { policy } = options;
  const told = withoutGuesses(all, options);
  if (policy === undefined) return judge(told, { keep: options.keep, compared });
  const { rules, today } = policy;
  const tops = {
    old: parts.flatMap((each) => each.parts?.old ?? []),
    new: parts.flatMap((each) => each.parts?.new ?? []),
  };
  const judged = applyPolicy(told, { policy: rules, today, versions, parts: tops });
  return judge(judged, { keep: options.keep, compared });
}

/** The compiler knows better than the contract what a changed name breaks. */
function withoutGuesses(
  changes: readonly ContractChange[],
  { more }: CompareOptions,
): readonly ContractChange[] {
  if (more === undefined || more.some(({ code }) => code === "source-not-compared")) return changes;
  return changes.filter(({ code }) => code !== "operation-id-changed");
}

/** What was named can't be compared. */
class ComparisonError extends OipkitError {
  readonly code = "not-comparable";
}
