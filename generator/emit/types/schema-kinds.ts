import type { Contracts } from "../../../reader/documents/contracts.js";
import { allowsNull } from "../../../reader/documents/dialects/nullable.js";
import { below, keyOf, type Place, referredSchema } from "../../../reader/documents/place.js";
import { branches } from "../../../reader/documents/properties.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";
import { commonKinds, everyKind, type Kind, ownKinds } from "./kinds.js";

/** The kinds of values that a schema allows, as its type says it; all if it contains itself. */
export function kindsAt(
  contracts: Contracts,
  place: Place,
  above: ReadonlySet<string> = new Set(),
): ReadonlySet<Kind> {
  const { value } = place;
  if (value === false) return new Set();
  if (!isSchemaObject(value) || above.has(keyOf(place))) return everyKind;
  const inside = new Set([...above, keyOf(place)]);
  let found = ownKinds(value);
  if (typeof value.$ref === "string")
    found = commonKinds(found, kindsAt(contracts, referredSchema(contracts, place, value.$ref), inside));
  const listed = (keyword: string, index: number): ReadonlySet<Kind> =>
    kindsAt(contracts, below(place, keyword, String(index)), inside);
  if (Array.isArray(value.allOf))
    for (const index of value.allOf.keys()) found = commonKinds(found, listed("allOf", index));
  for (const keyword of ["anyOf", "oneOf"]) {
    const list = value[keyword];
    if (!Array.isArray(list)) continue;
    found = commonKinds(found, new Set([...list.keys()].flatMap((index) => [...listed(keyword, index)])));
  }
  return allowsNull(value) ? new Set([...found, "null"]) : found;
}

/** A name that a schema requires although its own `properties` lack it. */
export interface RequiredName {
  readonly name: string;
  /** Whether a schema that applies with it, or a member of a union, declares it. */
  readonly isDeclared: boolean;
}

/**
 * Names that a schema, or an inline schema of its `allOf`, requires and doesn't declare itself: their types would leave them
 * optional, or out.
 */
export function unmetNames(contracts: Contracts, place: Place): RequiredName[] {
  const { value } = place;
  if (!isSchemaObject(value)) return [];
  const names = new Set(namesIn(value));
  for (const item of Array.isArray(value.allOf) ? value.allOf : [])
    if (isSchemaObject(item) && item.$ref === undefined) for (const name of namesIn(item)) names.add(name);
  if (names.size === 0) return [];
  const reach = reached(contracts, place);
  const bases = branches(contracts, place).map((branch) => branch.value as SchemaObject);
  const unmet: RequiredName[] = [];
  for (const name of names) {
    const isMet = bases.some((base) => base !== value && declares(base, name) && requires(base, name));
    const isDeclared = reach.some((schema) => declares(schema, name));
    if (!isMet) unmet.push({ name, isDeclared });
  }
  return unmet;
}

/** Names that a schema itself requires without declaring them. */
function namesIn(schema: SchemaObject): string[] {
  const { required } = schema;
  if (!Array.isArray(required)) return [];
  return required.filter((name): name is string => typeof name === "string" && !declares(schema, name));
}

function declares({ properties }: SchemaObject, name: string): boolean {
  return isSchemaObject(properties) && Object.hasOwn(properties, name);
}

function requires({ required }: SchemaObject, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

/** The schemas that apply with one, and the members of unions among them. */
function reached(contracts: Contracts, root: Place): SchemaObject[] {
  const found = new Map<string, SchemaObject>();
  const open = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const part of branches(contracts, next)) {
      if (found.has(keyOf(part)) || !isSchemaObject(part.value)) continue;
      found.set(keyOf(part), part.value);
      for (const keyword of ["anyOf", "oneOf"]) {
        const list = part.value[keyword];
        if (Array.isArray(list))
          for (const index of list.keys()) open.push(below(part, keyword, String(index)));
      }
    }
  }
  return [...found.values()];
}
