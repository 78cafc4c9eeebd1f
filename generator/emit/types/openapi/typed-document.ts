import { escapeToken } from "@oipkit/runtime/json-pointer";
import { isOpenApi } from "../../../../reader/documents/contract-kind.js";
import { isLaterMethod } from "../../../../reader/documents/openapi/path-items.js";
import {
  isSchemaObject,
  mapSubschemas,
  recordOrEmpty,
  type SchemaObject,
} from "../../../../reader/documents/schema-walk.js";
import { ComponentKinds, type Components, componentAbove, withComponent } from "./components.js";
import { hasOneWayProperties, inDirection, isAbsentIn, schemaDirections } from "./directions.js";
import { discriminated } from "./discriminators.js";
import { plainSchema } from "./plain-schema.js";
import { mapSchemaPositions, type PropertyDirection } from "./schema-positions.js";

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
  const declared = recordOrEmpty(document.components);
  const schemas = recordOrEmpty(declared.schemas);
  const components: Components = { schemas, outside: new Set(outside) };
  const oneWay = hasOneWayProperties(components);
  const differs = (schema: SchemaObject): boolean =>
    oneWay(schema) || (enums === "open" && opened(schema) !== schema);
  const directions = schemaDirections(document, components, differs);
  const writable = namesFor(directions.split, schemas);
  const discriminate = discriminated(components);
  const isVersion30 = isOpenApi(document, "3.0");

  const kinds = new ComponentKinds(components);
  const typed = (
    schema: SchemaObject,
    direction: PropertyDirection | "both",
    name?: string,
  ): SchemaObject => {
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
    const entries: [string, unknown][] = [[name, typed(schema, directions.of(name), name)]];
    if (other !== undefined) entries.push([other, typed(schema, "write", name)]);
    return entries;
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
  if (name === undefined) return schema;
  return { ...schema, $ref: withComponent(String(schema.$ref), escapeToken(name)) };
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

type Json = { readonly [key: string]: unknown };

/**
 * A document whose parameters all have a `schema`. openapi-typescript reads nothing else, so a parameter that is
 * declared by `content` gets the schema of its media type.
 */
export function withParameterSchemas(document: Json): Json {
  const { paths, webhooks, components } = document as { [key: string]: Json | undefined };
  const { parameters, pathItems } = (components ?? {}) as { [key: string]: Json | undefined };
  return {
    ...document,
    ...(paths && { paths: mapValues(paths, pathItem) }),
    ...(webhooks && { webhooks: mapValues(webhooks, pathItem) }),
    ...(components && {
      components: {
        ...components,
        ...(parameters && { parameters: mapValues(parameters, parameter) }),
        ...(pathItems && { pathItems: mapValues(pathItems, pathItem) }),
      },
    }),
  };
}

function pathItem(value: unknown): unknown {
  if (isRecord(value)) return mapValues(withParameters(value), withParameters);
  return value;
}

function withParameters<T>(holder: T): T {
  if (!isRecord(holder) || !Array.isArray(holder.parameters)) return holder;
  return { ...holder, parameters: holder.parameters.map(parameter) };
}

function parameter(value: unknown): unknown {
  if (!isRecord(value) || value.schema !== undefined || !isRecord(value.content)) return value;
  const [media] = Object.values(value.content);
  return { ...value, schema: (isRecord(media) ? media.schema : undefined) ?? {} };
}

function mapValues(record: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

function isRecord(value: unknown): value is Json {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** An operation whose method openapi-typescript doesn't know. */
interface LaterOperation {
  /** Its key in `operations`. */
  readonly key: string;
  /** With the parameters of its path item that it doesn't override. */
  readonly operation: SchemaObject;
}

/** The operations of a document with methods that only OpenAPI 3.2 has, in its order. */
export function laterOperations(document: SchemaObject): LaterOperation[] {
  const sections = [document.paths, document.webhooks].filter(isSchemaObject);
  return sections
    .flatMap((section) => Object.entries(section))
    .flatMap(([path, item]) => {
      if (!isSchemaObject(item)) return [];
      const additional = recordOrEmpty(item.additionalOperations);
      const found = [["QUERY", item.query] as const, ...Object.entries(additional)];
      return found.flatMap(([method, operation]) => {
        if (!isSchemaObject(operation) || !isLaterMethod(method)) return [];
        const lists = [item.parameters, operation.parameters].flatMap((list) =>
          Array.isArray(list) ? [...list] : [],
        );
        const parameters = new Map(lists.map((each) => [parameterKey(document, each), each]));
        const key = typeof operation.operationId === "string" ? operation.operationId : `${method} ${path}`;
        return [{ key, operation: { ...operation, parameters: [...parameters.values()] } }];
      });
    });
}

function parameterKey({ components }: SchemaObject, parameter: unknown): string {
  const { $ref, name, in: where } = (parameter ?? {}) as Record<string, unknown>;
  const known = recordOrEmpty(recordOrEmpty(components).parameters);
  const referred = typeof $ref === "string" ? known[$ref.replace("#/components/parameters/", "")] : undefined;
  if (isSchemaObject(referred)) return `${String(referred.in)} ${String(referred.name)}`;
  return `${String(where)} ${String(name ?? $ref)}`;
}
