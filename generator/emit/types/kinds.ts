import { isSchemaObject, type SchemaObject } from "../../../reader/documents/schema-walk.js";

/** A kind of JSON value. */
export type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

const kinds: readonly Kind[] = ["null", "boolean", "number", "string", "array", "object"];

/** All kinds. */
export const everyKind: ReadonlySet<Kind> = new Set(kinds);

/** Keywords that say something of objects, so a schema with one of them and without a type has the type of an object. */
const ofObjects = ["properties", "patternProperties", "additionalProperties"];

/** The kind of a JSON value. */
export function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}

/** The kinds that a schema's `type` names; absent if it names none. */
export function typedKinds({ type }: SchemaObject): ReadonlySet<Kind> | undefined {
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
export function within(some: ReadonlySet<Kind>, others: ReadonlySet<Kind>): boolean {
  return [...some].every((kind) => others.has(kind));
}

/** The kinds that a schema allows without those that it refers to or combines. */
export function ownKinds(schema: SchemaObject): ReadonlySet<Kind> {
  if ("const" in schema) return new Set([kindOf(schema.const)]);
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(kindOf));
  const typed = typedKinds(schema);
  if (typed !== undefined) return typed;
  if (Array.isArray(schema["x-extensible-enum"])) return new Set(["string"]);
  return ofObjects.some((key) => isSchemaObject(schema[key])) ? new Set(["object"]) : everyKind;
}

/** The kinds in both. */
export function commonKinds(some: ReadonlySet<Kind>, others: ReadonlySet<Kind>): ReadonlySet<Kind> {
  return some === everyKind ? others : new Set([...some].filter((kind) => others.has(kind)));
}
