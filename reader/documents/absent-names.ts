import type { Contracts } from "./contracts.js";
import { below, type Place } from "./place.js";
import { resolveReference } from "./references.js";
import { isSchemaObject, type SchemaObject } from "./schema-walk.js";

/**
 * Marks a schema whose `$ref` leads to one that requires properties which are absent in a direction, although only a schema beside
 * the reference says that they are. Written only by `inDirection`.
 */
const absentNames = "x-absent-names";

/** Keywords whose schemas apply to the same value and may require its properties. */
export const branchKeywords: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "then", "else"]);

/** What a schema that is referred to doesn't say for one reference. */
export interface AbsentNames {
  readonly names: readonly string[];
  /** Whether the properties themselves are left out, too. */
  readonly omit: boolean;
}

/** The mark of a schema, as its only member; nothing if there are no names. */
export function absentMark(mark: AbsentNames): SchemaObject {
  return mark.names.length === 0 ? {} : { [absentNames]: mark };
}

/** What doesn't apply of the schema that a schema's `$ref` leads to; `undefined` if all of it does. */
export function absentBehind(schema: SchemaObject): AbsentNames | undefined {
  return schema[absentNames] as AbsentNames | undefined;
}

/** Whether a schema, or one that it refers to or combines, requires one of the names, or with `omit` declares it. */
export function concerns(
  contracts: Pick<Contracts, "documents">,
  schema: Place,
  { names, omit }: AbsentNames,
): boolean {
  const seen = new Set<unknown>();
  const open = [schema];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (!isSchemaObject(value) || seen.has(value)) continue;
    seen.add(value);
    const { required, properties, $ref } = value;
    if (Array.isArray(required) && names.some((name) => required.includes(name))) return true;
    if (omit && isSchemaObject(properties) && names.some((name) => Object.hasOwn(properties, name)))
      return true;
    for (const keyword of branchKeywords) open.push(...branchesAt(place, keyword));
    const target =
      typeof $ref === "string" ? resolveReference(contracts.documents, place.document, $ref) : undefined;
    if (target?.kind === "found") open.push(target.target);
  }
  return false;
}

function branchesAt(place: Place, keyword: string): Place[] {
  const held = (place.value as SchemaObject)[keyword];
  if (Array.isArray(held)) return held.map((_, at) => below(place, keyword, String(at)));
  return held === undefined ? [] : [below(place, keyword)];
}

/** A schema without what it says of some names. What it refers to is marked. */
export function withoutNames(schema: unknown, absent: AbsentNames): unknown {
  if (!isSchemaObject(schema)) return schema;
  const result: Record<string, unknown> = { ...schema };
  const isLeft = (name: unknown): boolean => !absent.names.includes(String(name));
  if (Array.isArray(schema.required)) result.required = schema.required.filter(isLeft);
  if (absent.omit && isSchemaObject(schema.properties))
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).filter(([name]) => isLeft(name)),
    );
  for (const keyword of branchKeywords) {
    const held = schema[keyword];
    if (Array.isArray(held)) result[keyword] = held.map((item) => withoutNames(item, absent));
    else if (held !== undefined) result[keyword] = withoutNames(held, absent);
  }
  if (typeof schema.$ref !== "string") return result;
  const names = new Set([...(absentBehind(schema)?.names ?? []), ...absent.names]);
  return { ...result, ...absentMark({ names: [...names].sort(), omit: absent.omit }) };
}
