import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import type { Contracts } from "./contracts.js";
import { below, type Place, placeKey, referenceChain } from "./place.js";
import { resolveReference } from "./references.js";
import { isSchemaObject, listOrEmpty } from "./schema-walk.js";

/** A schema, and those that it refers to or combines by `allOf`: all of them apply to the same value. Each once. */
export function jointSchemas(contracts: Pick<Contracts, "documents">, schema: Place): readonly Place[] {
  const found = new Map<string, Place>([[placeKey(schema), schema]]);
  for (const place of found.values()) {
    if (!isSchemaObject(place.value)) continue;
    const { $ref, allOf } = place.value;
    const parts = Array.isArray(allOf) ? allOf.map((_, at) => below(place, "allOf", String(at))) : [];
    const resolution =
      typeof $ref === "string" ? resolveReference(contracts.documents, place.document, $ref) : undefined;
    if (resolution?.kind === "found") parts.push(resolution.target);
    for (const part of parts) if (!found.has(placeKey(part))) found.set(placeKey(part), part);
  }
  return [...found.values()];
}

/** The JSON types that all schemas which apply to a value allow, as far as they name types; `undefined` if none does. */
export function declaredTypes(
  contracts: Pick<Contracts, "documents">,
  schema: Place,
): readonly string[] | undefined {
  let allowed: readonly string[] | undefined;
  for (const { value } of jointSchemas(contracts, schema)) {
    if (!isSchemaObject(value) || value.type === undefined) continue;
    const own = [value.type].flat().map(String);
    allowed = allowed === undefined ? own : both(allowed, own);
  }
  return allowed;
}

/** The types that two lists allow; an integer is a number. */
function both(one: readonly string[], other: readonly string[]): readonly string[] {
  const allows = (list: readonly string[], type: string): boolean =>
    list.includes(type) || (type === "integer" && list.includes("number"));
  return [
    ...one.filter((type) => allows(other, type)),
    ...other.filter((type) => !one.includes(type) && allows(one, type)),
  ];
}

/** The schemas that apply together to one value, and what they say of its members. */
interface JointSchema {
  readonly branches: readonly Place[];
  /** By the names of the members, the branches that declare them. */
  readonly declaring: ReadonlyMap<string, readonly Place[]>;
  readonly required: ReadonlySet<unknown>;
}

const joint = new WeakMap<
  Pick<Contracts, "documents">,
  WeakMap<object, { readonly key: string; readonly found: JointSchema }>
>();

/** A schema as it is combined, which is found once for each, however many members are looked up in it. */
function joined(contracts: Pick<Contracts, "documents">, schema: Place): JointSchema {
  if (!isSchemaObject(schema.value)) return join([]);
  const known = joint.get(contracts) ?? new WeakMap();
  joint.set(contracts, known);
  const key = placeKey(schema);
  const before = known.get(schema.value);
  if (before?.key === key) return before.found;
  const found = join(combined(contracts, schema));
  known.set(schema.value, { key, found });
  return found;
}

function join(all: readonly Place[]): JointSchema {
  const declaring = new Map<string, Place[]>();
  const required = new Set<unknown>();
  for (const place of all) {
    if (!isSchemaObject(place.value)) continue;
    const { properties } = place.value;
    if (Array.isArray(place.value.required)) for (const name of place.value.required) required.add(name);
    if (!isSchemaObject(properties)) continue;
    for (const name of Object.keys(properties)) {
      const others = declaring.get(name);
      if (others === undefined) declaring.set(name, [place]);
      else others.push(place);
    }
  }
  return { branches: all, declaring, required };
}

function combined(contracts: Pick<Contracts, "documents">, schema: Place, depth = 0): Place[] {
  if (!isSchemaObject(schema.value) || depth > maxJsonDepth) return [];
  const found: Place[] = [schema];
  const referred: Place[] = [];
  if (typeof schema.value.$ref === "string") {
    const resolution = resolveReference(contracts.documents, schema.document, schema.value.$ref);
    if (resolution.kind === "found") referred.push(resolution.target);
  }
  for (const [index, item] of listOrEmpty(schema.value.allOf).entries()) {
    const place = below(schema, "allOf", String(index));
    if (isSchemaObject(item) && typeof item.$ref === "string") referred.push(place);
    else for (const branch of combined(contracts, place, depth + 1)) found.push(branch);
  }
  for (const place of referred)
    for (const branch of combined(contracts, place, depth + 1)) found.push(branch);
  return found;
}

/**
 * The schemas that apply together at one place: the schema itself and those that its `$ref` and `allOf` bring in.
 * Inline schemas come before referenced ones, so that a narrower schema comes before the one that it narrows.
 */
export function branches(contracts: Pick<Contracts, "documents">, schema: Place): readonly Place[] {
  // Most schemas of a large document.
  if (isAlone(schema.value)) return [schema];
  return joined(contracts, schema).branches;
}

/** Whether a schema neither refers to others nor has parts. */
function isAlone(value: unknown): boolean {
  return isSchemaObject(value) && value.$ref === undefined && value.allOf === undefined;
}

/** Every schema that applies to a property, the nearest first. */
export function propertyBranches(
  contracts: Pick<Contracts, "documents">,
  schema: Place,
  path: readonly string[],
): readonly Place[] {
  const [name, ...rest] = path;
  if (name === undefined) return branches(contracts, schema);
  const declaring = joined(contracts, schema).declaring.get(name) ?? [];
  return declaring.flatMap((branch) => propertyBranches(contracts, below(branch, "properties", name), rest));
}

/** Whether any branch of a schema requires the property. */
export function isRequired(contracts: Pick<Contracts, "documents">, schema: Place, name: string): boolean {
  return joined(contracts, schema).required.has(name);
}

/** Names of all properties that any branch declares, in the order of declaration, base schemas first. */
export function propertyNames(contracts: Pick<Contracts, "documents">, schema: Place): string[] {
  const names = new Set<string>();
  for (const { value } of branches(contracts, schema).toReversed()) {
    if (isSchemaObject(value) && isSchemaObject(value.properties))
      for (const name of Object.keys(value.properties)) names.add(name);
  }
  return [...names];
}

/** Keywords that say no more than that a value is a text or bytes. */
const plain = new Set(
  "$ref type format title description example examples deprecated default readOnly writeOnly contentMediaType contentEncoding".split(
    " ",
  ),
);

/** Whether a schema says more of its values than that they are texts or bytes. */
export function saysMoreThanText(contracts: Pick<Contracts, "documents">, schema: Place): boolean {
  return referenceChain(contracts, schema).some(({ value }) => {
    if (!isSchemaObject(value)) return value === false;
    if (value.type !== undefined && value.type !== "string") return true;
    return Object.keys(value).some((key) => !plain.has(key) && !key.startsWith("x-"));
  });
}
