import type { Contracts } from "../../../../../reader/documents/contracts.js";
import { absentBehind, withoutNames } from "../../../../../reader/documents/in-direction.js";
import { below, type Place, referredSchema } from "../../../../../reader/documents/place.js";
import { isSchemaObject, type SchemaObject } from "../../../../../reader/documents/schema-walk.js";

/** JSON values that differ from one in one place each: without a member, with another value, longer or shorter. */
export function mutants(value: unknown, depth = 0): unknown[] {
  const others: unknown[] = depth > 2 ? [] : [null, "a", 2.5, true, {}, []];
  const found = others.filter((other) => JSON.stringify(other) !== JSON.stringify(value));
  if (depth > 3) return found;
  if (Array.isArray(value)) {
    found.push(value.slice(0, -1), [...value, value.at(-1) ?? "a"], [...value, 2.5]);
    for (const [index, item] of value.entries())
      for (const other of mutants(item, depth + 1))
        found.push(value.map((each, at) => (at === index ? other : each)));
  } else if (value !== null && typeof value === "object") {
    const members = Object.entries(value);
    for (const [name, member] of members) {
      found.push(Object.fromEntries(members.filter(([other]) => other !== name)));
      for (const other of mutants(member, depth + 1)) found.push({ ...value, [name]: other });
    }
    for (const name of ["a", "b", "x-1", "z"])
      if (!Object.hasOwn(value, name)) found.push({ ...value, [name]: "a" }, { ...value, [name]: 2.5 });
  }
  return found;
}

/** What a value is compared with. */
export interface Judge {
  readonly contracts: Contracts;
  readonly is: (place: Place, value: unknown) => boolean;
}

/** Whether the schemas of a place offer all names of a value: TypeScript refuses others in a literal. */
export function offersAll(judge: Judge, places: readonly Place[], value: unknown): boolean {
  if (value === null || typeof value !== "object") return true;
  const all = places.flatMap((place) => together(judge, place, value));
  if (Array.isArray(value))
    return value.every((item, index) =>
      offersAll(
        judge,
        all.flatMap((place) => itemsAt(place, index)),
        item,
      ),
    );
  const isShaped = all.some(({ value: schema }) => shaping.some((key) => key in (schema as SchemaObject)));
  if (!isShaped) return true;
  return Object.entries(value).every(([name, member]) => {
    const found = all.flatMap((place) => membersAt(place, name));
    return found.length > 0 && offersAll(judge, found, member);
  });
}

function itemsAt(place: Place, index: number): Place[] {
  const { prefixItems, items, type } = place.value as SchemaObject;
  if (Array.isArray(prefixItems) && index < prefixItems.length)
    return [below(place, "prefixItems", String(index))];
  if (items !== undefined) return [below(place, "items")];
  if (String(type).includes("array")) return [{ ...place, value: {} }];
  return [];
}

function membersAt(place: Place, name: string): Place[] {
  const { properties, patternProperties, additionalProperties, required } = place.value as SchemaObject;
  const found: Place[] = [];
  if (isSchemaObject(properties) && Object.hasOwn(properties, name))
    found.push(below(place, "properties", name));
  if (isSchemaObject(patternProperties))
    for (const pattern of Object.keys(patternProperties))
      if (new RegExp(pattern, "u").test(name)) found.push(below(place, "patternProperties", pattern));
  if (found.length > 0) return found;
  // Beside declared properties, `true` is no index signature: a misspelt member stays an error.
  const isOpen = additionalProperties === true && isSchemaObject(properties);
  if (additionalProperties !== undefined && !isOpen) return [below(place, "additionalProperties")];
  if (Array.isArray(required) && required.includes(name)) return [{ ...place, value: {} }];
  return [];
}

const shaping = ["properties", "patternProperties", "additionalProperties", "required"];
/** A schema and those that apply with it, of a union those that accept the value. */
function together(judge: Judge, place: Place, value: unknown): Place[] {
  if (place.value === true) return [{ ...place, value: {} }];
  if (!isSchemaObject(place.value)) return [];
  const { $ref, allOf, anyOf, oneOf } = place.value;
  const inner: Place[] = [];
  if (typeof $ref === "string") {
    const target = referredSchema(judge.contracts, place, $ref);
    const absent = absentBehind(place.value);
    inner.push(absent === undefined ? target : { ...target, value: withoutNames(target.value, absent) });
  }
  if (Array.isArray(allOf))
    for (const index of allOf.keys()) inner.push(below(place, "allOf", String(index)));
  for (const [keyword, list] of Object.entries({ anyOf, oneOf }))
    if (Array.isArray(list))
      for (const index of list.keys()) {
        const member = below(place, keyword, String(index));
        if (judge.is(member, value)) inner.push(member);
      }
  return [place, ...inner.flatMap((each) => together(judge, each, value))];
}
