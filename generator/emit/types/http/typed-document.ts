import { escapeToken } from "@oipkit/runtime/json-pointer";
import { isOpenApi } from "../../../../reader/documents/contract-kind.js";
import { nullableKeywords } from "../../../../reader/documents/dialects/older-schemas.js";
import { isLaterMethod } from "../../../../reader/documents/openapi/path-items.js";
import {
  isSchemaObject,
  mapSubschemas,
  recordOrEmpty,
  type SchemaObject,
} from "../../../../reader/documents/schema-walk.js";
import { type Components, componentAbove, withComponent } from "./components.js";
import { hasOneWayProperties, inDirection, schemaDirections } from "./directions.js";
import { discriminated } from "./discriminators.js";
import { mapSchemaPositions, type PropertyDirection } from "./schema-positions.js";

/** How to write the types of string enums in answers: as the contract lists them, or open for later values. */
export type EnumTypes = "closed" | "open";

/** Settings for the types of a document. */
interface TypedDocumentOptions {
  /** Components that another file brought in. */
  readonly outside: readonly string[];
  readonly enums: EnumTypes;
}

/** A document whose schemas say by themselves what their types say. */
interface TypedDocument {
  readonly value: SchemaObject;
  /** By the names of the components that were made for requests, those that they were made of. */
  readonly originals: ReadonlyMap<string, string>;
}

/**
 * An OpenAPI document with internal references, with what its types depend on written into its schemas: the values of
 * discriminators, the direction of properties, `nullable` of OpenAPI 3.0. Unchanged parts stay the same objects; the document itself
 * isn't modified.
 *
 * A component that is both read and written, and differs by direction, becomes two: `Thing` as it is read, and
 * `ThingRequest` as it is written.
 */
export function typedDocument(
  document: SchemaObject,
  { outside, enums }: TypedDocumentOptions,
): TypedDocument {
  const declared = recordOrEmpty(document.components);
  const schemas = recordOrEmpty(declared.schemas);
  const components: Components = { schemas, outside: new Set(outside) };
  const oneWay = hasOneWayProperties(components);
  const differs = (schema: SchemaObject): boolean =>
    oneWay(schema) || (enums === "open" && opened(schema) !== schema);
  const directions = schemaDirections(document, components, differs);
  const requests = requestNames(directions.split, schemas);
  const originals = new Map([...requests].map(([name, request]) => [request, name]));
  const discriminate = discriminated(components);
  const isVersion30 = isOpenApi(document, "3.0");

  const typed = (
    schema: SchemaObject,
    direction: PropertyDirection | "both",
    name?: string,
  ): SchemaObject => {
    const narrowed = inDirection(components, discriminate(schema, name), direction);
    const nullable = isVersion30 ? withNull(narrowed) : narrowed;
    const whole = evaluatedOnce(nullable);
    const referred = direction === "write" ? toRequest(whole, requests) : whole;
    const own = enums === "open" && direction === "read" ? opened(referred) : referred;
    return mapSubschemas(own, (item) => typed(item, direction));
  };

  const changed = mapSchemaPositions(document, (schema, direction) => typed(schema, direction));
  if (Object.keys(schemas).length === 0) return { value: changed, originals };
  const all: [string, unknown][] = Object.entries(schemas).flatMap(([name, schema]) => {
    if (!isSchemaObject(schema)) return [[name, schema]];
    const request = requests.get(name);
    const entries: [string, unknown][] = [[name, typed(schema, directions.of(name), name)]];
    if (request !== undefined) entries.push([request, typed(schema, "write", name)]);
    return entries;
  });
  const changedComponents = recordOrEmpty(changed.components);
  const value = { ...changed, components: { ...changedComponents, schemas: Object.fromEntries(all) } };
  return { value, originals };
}

/** `ThingRequest` for `Thing`, or `ThingRequestBody` where the contract has that name already. */
function requestNames(split: ReadonlySet<string>, schemas: SchemaObject): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(Object.keys(schemas));
  for (const name of split) {
    let wanted = `${name}Request`;
    while (taken.has(wanted)) wanted += "Body";
    taken.add(wanted);
    names.set(name, wanted);
  }
  return names;
}

function toRequest(schema: SchemaObject, names: ReadonlyMap<string, string>): SchemaObject {
  const name = names.get(componentAbove(schema.$ref) ?? "");
  if (name === undefined) return schema;
  return { ...schema, $ref: withComponent(String(schema.$ref), encodeURIComponent(escapeToken(name))) };
}

/** `nullable` as authors of OpenAPI 3.0 mean it, in the words of 3.1. */
function withNull(schema: SchemaObject): SchemaObject {
  if (schema.nullable !== true) return schema;
  const { nullable: _nullable, ...others } = schema;
  return { ...others, ...nullableKeywords(others) };
}

/** Keywords whose schemas evaluate members or elements too. */
const combining = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"];

/** With no other schema that evaluates members or elements, `unevaluated…` means the same as the plain keyword. */
function evaluatedOnce(schema: SchemaObject): SchemaObject {
  const { unevaluatedProperties, unevaluatedItems, ...rest } = schema;
  if (unevaluatedProperties === undefined && unevaluatedItems === undefined) return schema;
  const isAlone = !combining.some((key) => key in rest);
  const result: Record<string, unknown> = { ...rest };
  if (unevaluatedProperties !== undefined && rest.additionalProperties === undefined) {
    if (isAlone) result.additionalProperties = unevaluatedProperties;
    else if (unevaluatedProperties !== false) result.additionalProperties = true;
  }
  if (isAlone && unevaluatedItems !== undefined && rest.items === undefined) result.items = unevaluatedItems;
  return result;
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
