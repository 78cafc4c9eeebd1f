import {
  isSchemaObject,
  mapList,
  mapValues,
  type SchemaObject,
} from "../../../../reader/documents/schema-walk.js";

/** The direction of a value: `read` from the API to its caller, `write` from the caller to the API. */
export type PropertyDirection = "read" | "write";

/** Called with each schema of a document and the direction of its values. */
type AtSchema = (schema: SchemaObject, direction: PropertyDirection) => unknown;

/**
 * An OpenAPI document with its schemas mapped, except those in `components.schemas`, which have no direction.
 * Unchanged parts stay the same objects.
 *
 * In `webhooks` and `callbacks` the API sends the request, so requests are read there and responses written.
 */
export function mapSchemaPositions(document: SchemaObject, at: AtSchema): SchemaObject {
  const parts: Record<string, (value: SchemaObject) => SchemaObject> = {
    paths: (paths) => mapValues(paths, (item) => pathItem(item, at)),
    webhooks: (webhooks) => mapValues(webhooks, (item) => pathItem(item, turned(at))),
    components: (components) => mapComponents(components, at),
  };
  return mapMembers(document, parts);
}

function mapComponents(components: SchemaObject, at: AtSchema): SchemaObject {
  const kinds: Record<string, (value: SchemaObject) => SchemaObject> = {
    parameters: (value) => holder(value, at, "write"),
    headers: (value) => holder(value, at, "read"),
    requestBodies: (value) => content(value, at, "write"),
    responses: (value) => response(value, at, "read"),
    pathItems: (value) => pathItem(value, at),
    callbacks: (value) => callback(value, at),
  };
  const parts = Object.entries(kinds).map(([kind, change]) => [
    kind,
    (map: SchemaObject) => mapValues(map, change),
  ]);
  return mapMembers(components, Object.fromEntries(parts));
}

function pathItem(item: SchemaObject, at: AtSchema): SchemaObject {
  const changed = mapValues(withParameters(item, at), (operation) => mapOperation(operation, at));
  // Of OpenAPI 3.2.
  const additional = (map: SchemaObject) => mapValues(map, (operation) => mapOperation(operation, at));
  return mapMembers(changed, { additionalOperations: additional });
}

function mapOperation(operation: SchemaObject, at: AtSchema): SchemaObject {
  return mapMembers(withParameters(operation, at), {
    requestBody: (body) => content(body, at, "write"),
    responses: (responses) => mapValues(responses, (item) => response(item, at, "read")),
    callbacks: (callbacks) => mapValues(callbacks, (item) => callback(item, at)),
  });
}

function callback(item: SchemaObject, at: AtSchema): SchemaObject {
  return mapValues(item, (path) => pathItem(path, turned(at)));
}

function withParameters(owner: SchemaObject, at: AtSchema): SchemaObject {
  const { parameters } = owner;
  if (!Array.isArray(parameters)) return owner;
  const changed = mapList(parameters, (parameter) => holder(parameter, at, "write"));
  if (changed === parameters) return owner;
  return { ...owner, parameters: changed };
}

function response(value: SchemaObject, at: AtSchema, direction: PropertyDirection): SchemaObject {
  return mapMembers(content(value, at, direction), {
    headers: (headers) => mapValues(headers, (header) => holder(header, at, direction)),
  });
}

/** A parameter or header: by `schema` or by `content`. */
function holder(value: SchemaObject, at: AtSchema, direction: PropertyDirection): SchemaObject {
  return mapMembers(content(value, at, direction), { schema: (schema) => at(schema, direction) });
}

function content(value: SchemaObject, at: AtSchema, direction: PropertyDirection): SchemaObject {
  return mapMembers(value, {
    content: (types) =>
      mapValues(types, (media) => mapMembers(media, { schema: (schema) => at(schema, direction) })),
  });
}

function turned(at: AtSchema): AtSchema {
  return (schema, direction) => at(schema, direction === "read" ? "write" : "read");
}

function mapMembers(
  owner: SchemaObject,
  members: Readonly<Record<string, (value: SchemaObject) => unknown>>,
): SchemaObject {
  let result = owner;
  for (const [key, change] of Object.entries(members)) {
    const value = owner[key];
    if (!isSchemaObject(value)) continue;
    const changed = change(value);
    if (changed !== value) result = { ...result, [key]: changed };
  }
  return result;
}
