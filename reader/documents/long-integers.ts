import type { Contracts } from "./contracts.js";
import { below, dereference, type Place, placeKey, referredSchema } from "./place.js";
import { isSchemaObject, walkSchema } from "./schema-walk.js";

/** What a schema itself says, without those that it refers to. */
interface OwnPart {
  readonly isLong: boolean;
  readonly references: readonly Place[];
}

const known = new WeakMap<object, Map<string, OwnPart>>();

/** Whether a schema, or one that it refers to, has integers of 64 bits, which JavaScript's numbers don't all hold. */
export function hasLongIntegers(contracts: Contracts, schema: Place): boolean {
  const parts = known.get(contracts) ?? new Map<string, OwnPart>();
  known.set(contracts, parts);
  const open = [schema];
  const seen = new Set<string>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const key = placeKey(place);
    if (seen.has(key)) continue;
    seen.add(key);
    const part = parts.get(key) ?? ownPart(contracts, place);
    parts.set(key, part);
    if (part.isLong) return true;
    open.push(...part.references);
  }
  return false;
}

/** Whether a body has some: a value of the schema of its media type, or of that of its items. */
export function hasLongBody(contracts: Contracts, media: Place): boolean {
  const at = dereference(contracts, media);
  return ["schema", "itemSchema"].some((keyword) => hasLongIntegers(contracts, below(at, keyword)));
}

function ownPart(contracts: Contracts, place: Place): OwnPart {
  const references: Place[] = [];
  let isLong = false;
  if (!isSchemaObject(place.value)) return { isLong, references };
  for (const [tokens, { type, format, $ref }] of walkSchema(place.value)) {
    // Some write such integers as texts, and say so.
    isLong ||= (format === "int64" || format === "uint64") && type !== "string";
    if (typeof $ref === "string") references.push(referredSchema(contracts, below(place, ...tokens), $ref));
  }
  return { isLong, references };
}
