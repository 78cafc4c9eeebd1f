import type { Contracts } from "../../generator/read/contracts.js";
import type { Document } from "../../generator/read/document.js";
import { below, dereference, entriesOf, keyOf, type Place, placeAt } from "../../generator/read/place.js";
import { type Reading, readingOf } from "../../generator/read/reading.js";

/** Properties that a message needn't have: `readOnly` ones in requests, `writeOnly` ones in answers. */
export type Absent = "readOnly" | "writeOnly";

/**
 * Contracts as one direction sees them: no schema requires a property that is absent in that direction, and none of an
 * answer has a `writeOnly` property. Documents without such properties are the same.
 */
export function inDirection(contracts: Contracts, absent: Absent): Contracts {
  const marked = [...contracts.documents.values()].some(({ text }) => text.includes(absent));
  if (!marked) return contracts;
  const documents = new Map(
    [...contracts.documents].map(([path, document]) => {
      const directed = { contracts, absent, document };
      return [path, { ...document, value: mapped(directed, placeAt(document, []), "keywords") }] as const;
    }),
  );
  return { ...contracts, documents };
}

interface Directed {
  readonly contracts: Contracts;
  readonly absent: Absent;
  readonly document: Document;
}

function mapped(directed: Directed, place: Place, reading: Reading): unknown {
  const { value } = place;
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (Array.isArray(value))
    return value.map((_, at) => mapped(directed, below(place, String(at)), "keywords"));
  const result = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      mapped(directed, below(place, key), readingOf(reading, key, item)),
    ]),
  );
  return reading === "keywords" ? withoutAbsent(directed, place, result) : result;
}

function withoutAbsent(directed: Directed, place: Place, result: Record<string, unknown>): unknown {
  const { required, properties, allOf } = result;
  if (!Array.isArray(required) && typeof properties !== "object" && !Array.isArray(allOf)) return result;
  const names = absentNames(directed, place, new Set());
  if (names.size === 0) return result;
  const keep = (list: unknown): unknown =>
    Array.isArray(list) ? list.filter((name) => !names.has(String(name))) : list;
  const isLeftOut = directed.absent === "writeOnly" && properties !== null && typeof properties === "object";
  return {
    ...result,
    ...(Array.isArray(required) && { required: keep(required) }),
    ...(isLeftOut && {
      properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name))),
    }),
    ...(Array.isArray(allOf) && {
      allOf: allOf.map((each: Record<string, unknown> | null) =>
        Array.isArray(each?.required) ? { ...each, required: keep(each.required) } : each,
      ),
    }),
  };
}

/** Names of the properties of a schema, and of those that it combines by `allOf`, that are absent. */
function absentNames(directed: Directed, place: Place, seen: Set<string>): ReadonlySet<string> {
  const { contracts, absent } = directed;
  const names = new Set<string>();
  if (seen.has(keyOf(place))) return names;
  seen.add(keyOf(place));
  for (const [name, property] of entriesOf(below(place, "properties"))) {
    const marks = [property, dereference(contracts, property)];
    if (marks.some(({ value }) => (value as Record<string, unknown> | null)?.[absent] === true))
      names.add(name);
  }
  const { allOf } = place.value as { allOf?: unknown };
  for (const at of Array.isArray(allOf) ? allOf.keys() : []) {
    const part = dereference(contracts, below(place, "allOf", String(at)));
    if (part.value === null || typeof part.value !== "object") continue;
    for (const name of absentNames(directed, part, seen)) names.add(name);
  }
  return names;
}
