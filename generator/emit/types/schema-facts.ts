import type { Contracts } from "../../../reader/documents/contracts.js";
import { allowsNull } from "../../../reader/documents/dialects/older-schemas.js";
import { branches } from "../../../reader/documents/joint-schemas.js";
import { listMembers } from "../../../reader/documents/list-members.js";
import { below, type Place, placeKey, referredSchema } from "../../../reader/documents/place.js";
import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";

/** The kinds of values that a schema allows, as its type says it; all if it contains itself. */
export function kindsAt(
  contracts: Pick<Contracts, "documents">,
  place: Place,
  above: ReadonlySet<string> = new Set(),
): ReadonlySet<JsonKind> {
  const { value } = place;
  if (value === false) return new Set();
  if (!isSchemaObject(value) || above.has(placeKey(place))) return everyKind;
  const inside = new Set([...above, placeKey(place)]);
  let found = ownKinds(value);
  if (typeof value.$ref === "string")
    found = commonKinds(found, kindsAt(contracts, referredSchema(contracts, place, value.$ref), inside));
  const listed = (keyword: string, index: number): ReadonlySet<JsonKind> =>
    kindsAt(contracts, below(place, keyword, String(index)), inside);
  if (Array.isArray(value.allOf))
    for (const index of value.allOf.keys()) found = commonKinds(found, listed("allOf", index));
  for (const keyword of ["anyOf", "oneOf"]) {
    const list = value[keyword];
    if (!Array.isArray(list)) continue;
    found = commonKinds(found, new Set([...list.keys()].flatMap((index) => [...listed(keyword, index)])));
  }
  if (allowsNull(value)) return new Set([...found, "null"]);
  return found;
}

/** A name that a schema requires although its own `properties` lack it. */
interface RequiredName {
  readonly name: string;
  /** Whether a schema that applies with it, or a member of a union, declares it. */
  readonly isDeclared: boolean;
}

/**
 * Names that a schema, or one that applies with it and whose own type doesn't say so, requires without declaring them: their types
 * would leave them optional, or out.
 */
export function unmetNames(contracts: Pick<Contracts, "documents">, place: Place): RequiredName[] {
  const { value } = place;
  if (!isSchemaObject(value)) return [];
  if (value.$ref === undefined && value.allOf === undefined && namesIn(value).length === 0) return [];
  const all = branches(contracts, place);
  const names = new Set<string>();
  for (const branch of all) {
    const undeclared = namesIn(branch.value as SchemaObject);
    if (undeclared.length > 0 && !saysRequired(contracts, branch, place))
      for (const name of undeclared) names.add(name);
  }
  if (names.size === 0) return [];
  const reach = reached(contracts, place);
  const unmet: RequiredName[] = [];
  for (const name of names) {
    const isMet = all.some(
      (base) =>
        base.value !== value &&
        declares(base.value as SchemaObject, name) &&
        requires(base.value as SchemaObject, name),
    );
    const isDeclared = reach.some((schema) => declares(schema, name));
    if (!isMet) unmet.push({ name, isDeclared });
  }
  return unmet;
}

/** Whether the type of a schema to which another one refers says by itself what it requires: if its values are objects. */
function saysRequired(contracts: Pick<Contracts, "documents">, branch: Place, root: Place): boolean {
  const own = placeKey(root);
  const key = placeKey(branch);
  if (key === own || key.startsWith(`${own}/`)) return false;
  return isOfObjects(kindsAt(contracts, branch));
}

/** Whether all values are objects, or null. */
export function isOfObjects(found: ReadonlySet<JsonKind>): boolean {
  return [...found].every((kind) => kind === "object" || kind === "null");
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
  return Array.isArray(required) && listMembers(required).has(name);
}

/** The schemas that apply with one, and the members of unions among them. */
function reached(contracts: Pick<Contracts, "documents">, root: Place): SchemaObject[] {
  const found = new Map<string, SchemaObject>();
  const open = [root];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const part of branches(contracts, next)) {
      if (found.has(placeKey(part)) || !isSchemaObject(part.value)) continue;
      found.set(placeKey(part), part.value);
      for (const keyword of ["anyOf", "oneOf"]) {
        const list = part.value[keyword];
        if (Array.isArray(list))
          for (const index of list.keys()) open.push(below(part, keyword, String(index)));
      }
    }
  }
  return [...found.values()];
}

/** A kind of JSON value. */
export type JsonKind = "null" | "boolean" | "number" | "string" | "array" | "object";

const kinds: readonly JsonKind[] = ["null", "boolean", "number", "string", "array", "object"];

/** All kinds. */
export const everyKind: ReadonlySet<JsonKind> = new Set(kinds);

/** Keywords that say something of objects, so a schema with one of them and without a type has the type of an object. */
const ofObjects = ["properties", "patternProperties", "additionalProperties"];

/** The kind of a JSON value. */
export function valueKind(value: unknown): JsonKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  if (type === "boolean" || type === "number" || type === "string") return type;
  return "object";
}

/** The kinds that a schema's `type` names; absent if it names none. */
export function typedKinds({ type }: SchemaObject): ReadonlySet<JsonKind> | undefined {
  if (type === undefined) return undefined;
  const names = Array.isArray(type) ? type : [type];
  return new Set(
    names.flatMap((name) => {
      const kind = name === "integer" ? "number" : name;
      return kinds.filter((each) => each === kind);
    }),
  );
}

/** Whether the first has no kind that the second lacks. */
export function within(some: ReadonlySet<JsonKind>, others: ReadonlySet<JsonKind>): boolean {
  return [...some].every((kind) => others.has(kind));
}

/** The kinds that a schema allows without those that it refers to or combines. */
export function ownKinds(schema: SchemaObject): ReadonlySet<JsonKind> {
  if ("const" in schema) return new Set([valueKind(schema.const)]);
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(valueKind));
  const typed = typedKinds(schema);
  if (typed !== undefined) return typed;
  if (Array.isArray(schema["x-extensible-enum"])) return new Set(["string"]);
  if (ofObjects.some((key) => isSchemaObject(schema[key]))) return new Set(["object"]);
  return everyKind;
}

/** The kinds in both. */
export function commonKinds(
  some: ReadonlySet<JsonKind>,
  others: ReadonlySet<JsonKind>,
): ReadonlySet<JsonKind> {
  if (some === everyKind) return others;
  return new Set([...some].filter((kind) => others.has(kind)));
}

/** A pattern for names that begin with a text, such as `^x-`. */
const prefixPattern = /^\^((?:[\w\-/:, ]|\\[.\-/])+)(?:\.[*+]\$?)?$/;

/**
 * The texts with which the names begin that each of some patterns matches, in their order. `undefined` if a pattern is of another
 * kind, or if two patterns, or a pattern and one of the declared names, are about the same names.
 */
export function namePrefixes(patterns: readonly string[], declared: readonly string[]): string[] | undefined {
  const prefixes: string[] = [];
  for (const pattern of patterns) {
    const prefix = prefixPattern.exec(pattern)?.[1]?.replaceAll("\\", "");
    if (prefix === undefined) return undefined;
    if (declared.some((name) => name.startsWith(prefix))) return undefined;
    if (prefixes.some((other) => other.startsWith(prefix) || prefix.startsWith(other))) return undefined;
    prefixes.push(prefix);
  }
  return prefixes;
}
