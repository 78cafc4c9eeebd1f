import type { CompareOptions } from "./comparison.js";
import type { Change, Comparison } from "./finding.js";
import { judge } from "./judge.js";
import { ComparisonError } from "./read-version.js";
import { compareSchemaFiles } from "./schemas/compare-schema-files.js";
import type { Version, Versions } from "./version.js";

/**
 * Compares two versions of contracts. Throws `ComparisonError` if they have nothing in common that could be compared,
 * and `SchemaError` if a schema is unusable.
 */
export function compareVersions(versions: Versions, options: CompareOptions): Comparison {
  assertComparable(versions);
  const changes: Change[] = [];
  const schemas = compareSchemaFiles(versions, options);
  changes.push(...schemas.changes);
  return judge(changes, { keep: options.keep, compared: schemas.compared });
}

function assertComparable({ old, new: current }: Versions): void {
  if (isFolder(old) !== isFolder(current))
    throw new ComparisonError("can't compare a file with a folder; pass two files or two folders");
  for (const version of [old, current])
    if (version.contracts.schemas.length === 0)
      throw new ComparisonError(
        `${version.label}: no JSON Schema document; only schemas can be compared (their files end in .schema.yaml or .schema.json, or have $schema)`,
      );
}

function isFolder({ names }: Version): boolean {
  return ![...names.values()].includes("");
}
