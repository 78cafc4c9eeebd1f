import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { below, type Place, placeAt } from "../documents/place.js";
import { resolveReference } from "../documents/references.js";
import { isSchemaObject, type SchemaObject } from "../documents/schema-walk.js";

/** The schemas that apply to one value: how many, references followed each time, and how many inside of each other. */
interface Growth {
  readonly count: number;
  readonly height: number;
}

/** Most schemas that may apply to one value; guessed, a union of hundreds of objects has a few thousand. */
const mostSchemas = 10_000;

/**
 * Finds references behind which too many schemas apply to one value: each may refer twice to the next, which doubles the
 * work of validators and generator at each step. References are known to resolve (`checkReferences`).
 */
export function checkGrowth(contracts: Contracts): Diagnostic[] {
  const known = new Map<SchemaObject, Growth>();
  const found: Diagnostic[] = [];
  for (const path of contracts.names.keys()) {
    const document = contracts.documents.get(path);
    for (const { tokens, key } of document?.scan.references ?? []) {
      if (document === undefined || key !== undefined) continue;
      const growth = measureGrowth(contracts, placeAt(document, tokens), { known, depth: 0 });
      if (growth.height <= maxJsonDepth && growth.count <= mostSchemas) continue;
      found.push(diagnose(document, [...tokens, "$ref"], growthFinding(growth)));
      // All that lead here have the same fault.
      return found;
    }
  }
  return found;
}

function growthFinding({ height, count }: Growth) {
  if (height > maxJsonDepth) {
    const message = `behind this reference, more than ${maxJsonDepth} schemas apply inside of each other to one value`;
    return { code: "too-deep", message, hint: "Shorten the chain of references." } as const;
  }
  const message = `behind this reference, ${count} schemas apply to one value, more than ${mostSchemas}`;
  return { code: "too-large", message, hint: "Refer to each schema once." } as const;
}

interface Search {
  /** By schema: an alias of YAML has the same parts at each of its places. */
  readonly known: Map<SchemaObject, Growth>;
  readonly depth: number;
}

function measureGrowth(contracts: Contracts, place: Place, { known, depth }: Search): Growth {
  const { value } = place;
  if (!isSchemaObject(value)) return { count: 1, height: 1 };
  if (depth > maxJsonDepth) return { count: 1, height: maxJsonDepth + 1 };
  const before = known.get(value);
  if (before !== undefined) return before;
  // A cycle ends here; `checkReferences` reports those that never end.
  known.set(value, { count: 1, height: 1 });
  const parts = [...inPlaceSchemas(place, value), ...referenceTargets(contracts, place, value)];
  const growths = parts.map((part) => measureGrowth(contracts, part, { known, depth: depth + 1 }));
  const growth = {
    count: growths.reduce((sum, each) => Math.min(sum + each.count, Number.MAX_SAFE_INTEGER), 1),
    height: growths.reduce((most, each) => Math.max(most, each.height + 1), 1),
  };
  known.set(value, growth);
  return growth;
}

function referenceTargets(contracts: Contracts, place: Place, { $ref }: SchemaObject): Place[] {
  if (typeof $ref !== "string") return [];
  const resolution = resolveReference(contracts.documents, place.document, $ref);
  if (resolution.kind === "found") return [resolution.target];
  return [];
}

/** The schemas in a schema that apply to the same value. */
function inPlaceSchemas(place: Place, schema: SchemaObject): Place[] {
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => {
    const list = schema[keyword];
    if (Array.isArray(list)) return list.map((_, index) => below(place, keyword, String(index)));
    return [];
  });
  const one = ["not", "if", "then", "else"].flatMap((keyword) => {
    if (!isSchemaObject(schema[keyword])) return [];
    return [below(place, keyword)];
  });
  return [...lists, ...one];
}
