import { escapeToken } from "@oipkit/runtime/json-pointer";
import { mapSubschemas } from "../../../../reader/documents/map-schema.js";
import { isSchemaObject, type SchemaObject } from "../../../../reader/documents/schema-walk.js";
import { isOpenApi } from "../../../../reader/documents/specification-version.js";
import { ComponentKinds } from "./component-kinds.js";
import { type Components, componentAbove, withComponent } from "./components.js";
import { directionsOf, hasOneWayProperties, inDirection, isAbsentIn } from "./directions.js";
import { discriminated } from "./discriminators.js";
import { plainSchema } from "./plain-schema.js";
import { type Direction, mapSchemaPositions } from "./schema-positions.js";

/** Settings for the types of a document. */
export interface TypedDocumentOptions {
  /** Components that another file brought in. */
  readonly outside: readonly string[];
  /** `open`: a string that is read may have values that its `enum` doesn't list. */
  readonly enums: "closed" | "open";
}

/**
 * Rewrites an OpenAPI document with internal references in keywords that openapi-typescript understands. Unchanged
 * parts stay the same objects; the document itself isn't modified.
 *
 * A component that is both read and written, and differs by direction, becomes two: `Thing` as it is read, and
 * `ThingWritable` as it is written.
 */
export function typedDocument(
  document: SchemaObject,
  { outside, enums }: TypedDocumentOptions,
): SchemaObject {
  const declared = isSchemaObject(document.components) ? document.components : {};
  const schemas = isSchemaObject(declared.schemas) ? declared.schemas : {};
  const components: Components = { schemas, outside: new Set(outside) };
  const oneWay = hasOneWayProperties(components);
  const differs = (schema: SchemaObject): boolean =>
    oneWay(schema) || (enums === "open" && opened(schema) !== schema);
  const directions = directionsOf(document, components, differs);
  const writable = namesFor(directions.split, schemas);
  const discriminate = discriminated(components);
  const isVersion30 = isOpenApi(document, "3.0");

  const kinds = new ComponentKinds(components);
  const typed = (schema: SchemaObject, direction: Direction | "both", name?: string): SchemaObject => {
    const whole = discriminate(withoutDefinitions(schema), name);
    const narrowed = inDirection(components, whole, direction);
    const isAbsent = (property: unknown): boolean => isAbsentIn(components, property, direction);
    const plain = plainSchema(narrowed, { components, kinds, isVersion30, isAbsent });
    const referred = direction === "write" ? toWritable(plain, writable) : plain;
    const own = enums === "open" && direction === "read" ? opened(referred) : referred;
    return mapSubschemas(own, (item) => typed(item, direction));
  };

  const changed = mapSchemaPositions(document, (schema, direction) => typed(schema, direction));
  if (Object.keys(schemas).length === 0) return changed;
  const all: [string, unknown][] = Object.entries(schemas).flatMap(([name, schema]) => {
    if (!isSchemaObject(schema)) return [[name, schema]];
    const other = writable.get(name);
    return [
      [name, typed(schema, directions.of(name), name)],
      ...(other === undefined ? [] : [[other, typed(schema, "write", name)] as [string, unknown]]),
    ];
  });
  const changedComponents = changed.components as SchemaObject;
  return { ...changed, components: { ...changedComponents, schemas: Object.fromEntries(all) } };
}

function namesFor(split: ReadonlySet<string>, schemas: SchemaObject): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of split) {
    let wanted = `${name}Writable`;
    for (let number = 2; Object.hasOwn(schemas, wanted); number++) wanted = `${name}Writable${number}`;
    names.set(name, wanted);
  }
  return names;
}

function toWritable(schema: SchemaObject, names: ReadonlyMap<string, string>): SchemaObject {
  const name = names.get(componentAbove(schema.$ref) ?? "");
  return name === undefined
    ? schema
    : { ...schema, $ref: withComponent(String(schema.$ref), escapeToken(name)) };
}

/** References lead to components, and openapi-typescript takes `$defs` as a property. */
function withoutDefinitions(schema: SchemaObject): SchemaObject {
  if (schema.$defs === undefined) return schema;
  const { $defs: _definitions, ...rest } = schema;
  return rest;
}

/** A list of strings that may grow. A single string isn't a choice but a tag. */
function opened(schema: SchemaObject): SchemaObject {
  const { enum: values, ...rest } = schema;
  if (!Array.isArray(values)) return schema;
  const texts = values.filter((value) => value !== null);
  if (texts.length < 2 || !texts.every((value) => typeof value === "string")) return schema;
  const type = values.includes(null) ? ["string", "null"] : (schema.type ?? "string");
  return { ...rest, type, "x-extensible-enum": texts };
}
