import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { isSchemaObject, mapValues, recordOrEmpty, type SchemaObject } from "../schema-walk.js";
import { methods } from "./path-items.js";

type OpenApi = { readonly [key: string]: unknown };

/**
 * A bundled document whose path items and operations are all written in place, as openapi-typescript takes them: it
 * ignores what is next to a path item's `$ref`, and looks for nothing behind an operation's. If an operation thus stands at several
 * paths, its id stays at the first place where it was written itself, or else at the first; the others are known by
 * path and method. A document without such references is returned unchanged.
 */
export function withWholePathItems(document: OpenApi): OpenApi {
  const sections = ["paths", "webhooks"].map((name) => [name, recordOrEmpty(document[name])] as const);
  const items = sections.flatMap(([, section]) => Object.values(section)).filter(isSchemaObject);
  const written = items.flatMap((item) =>
    methods.flatMap((method) => {
      if (!isSchemaObject(item[method])) return [];
      return [item[method]];
    }),
  );
  const ids = written.flatMap((operation) => readOperationId(operation) ?? []);
  const isWhole =
    !items.some(readReference) && !written.some(readReference) && new Set(ids).size === ids.length;
  if (isWhole) return document;
  const owners = new Map<string, unknown>();
  for (const operation of written) {
    const id = readOperationId(operation);
    if (id !== undefined && !owners.has(id)) owners.set(id, operation);
  }
  const taken = new Set<string>();
  const whole = (item: SchemaObject): unknown => {
    const merged = mergedItem(document, item);
    const operations = methods.flatMap((method): [string, unknown][] => {
      const operation = behind(document, merged[method]);
      if (!isSchemaObject(operation)) return [];
      const id = readOperationId(operation);
      const isOwner =
        id === undefined || (!taken.has(id) && (owners.get(id) ?? item[method]) === item[method]);
      if (id !== undefined && isOwner) taken.add(id);
      return [[method, isOwner ? operation : withoutId(operation)]];
    });
    return { ...merged, ...Object.fromEntries(operations) };
  };
  const mapped = sections.flatMap(([name, section]) => {
    if (document[name] === undefined) return [];
    return [[name, mapValues(section, whole)] as const];
  });
  const components = recordOrEmpty(document.components);
  // What paths refer to is known by its path.
  const others = (item: SchemaObject): unknown =>
    mapValues(item, (operation) => {
      if (taken.has(readOperationId(operation) ?? "")) return withoutId(operation);
      return operation;
    });
  const pathItems = isSchemaObject(components.pathItems) && {
    pathItems: mapValues(components.pathItems, others),
  };
  return {
    ...document,
    ...(document.components !== undefined && { components: { ...components, ...pathItems } }),
    ...Object.fromEntries(mapped),
  };
}

function withoutId({ operationId: _id, ...operation }: SchemaObject): SchemaObject {
  return operation;
}

/** A path item together with what its `$ref` leads to; its parameters come last, since they take precedence. */
function mergedItem(document: OpenApi, item: SchemaObject): SchemaObject {
  let merged = item;
  for (let hops = 0; hops <= maxJsonDepth; hops++) {
    const ref = readReference(merged);
    const target = ref === undefined ? undefined : refTarget(document, ref);
    if (!isSchemaObject(target)) return merged;
    const { $ref: _ref, ...beside } = merged;
    merged = { ...target, ...beside, ...mergedParameters(target, beside) };
  }
  return merged;
}

/** The parameters of two holders, if both have some. */
function mergedParameters(
  { parameters: first }: SchemaObject,
  { parameters: second }: SchemaObject,
): { parameters?: unknown[] } {
  if (Array.isArray(first) && Array.isArray(second)) return { parameters: [...first, ...second] };
  return {};
}

function behind(document: OpenApi, value: unknown): unknown {
  let at = value;
  for (let hops = 0; hops <= maxJsonDepth; hops++) {
    const ref = readReference(at);
    if (ref === undefined) return at;
    at = refTarget(document, ref);
  }
  return at;
}

function readReference(value: unknown): string | undefined {
  if (isSchemaObject(value) && typeof value.$ref === "string") return value.$ref;
  return undefined;
}

function readOperationId(operation: unknown): string | undefined {
  if (isSchemaObject(operation) && typeof operation.operationId === "string") return operation.operationId;
  return undefined;
}

function refTarget(document: OpenApi, ref: string): unknown {
  if (!ref.startsWith("#")) return undefined;
  try {
    return valueAt(document, fromPointer(decodeURIComponent(ref.slice(1))));
  } catch {
    return undefined;
  }
}

type OpenApiDocument = { readonly [key: string]: unknown };

/** A path item outside of `webhooks`, and the name that it gets there. */
export interface IncomingItem {
  readonly name: string;
  /** Where it is written; references on the way are followed. */
  readonly tokens: readonly string[];
}

/**
 * A bundled document with further path items in `webhooks`: those of callbacks and of `x-webhooks`, whose types
 * openapi-typescript leaves out. Unchanged if there are none.
 */
export function withIncomingItems(
  document: OpenApiDocument,
  items: readonly IncomingItem[],
): OpenApiDocument {
  const found = items.flatMap(({ name, tokens }) => {
    const item = valueBelow(document, tokens);
    if (isSchemaObject(item)) return [[name, item] as const];
    return [];
  });
  if (found.length === 0) return document;
  const own = Object.entries(recordOrEmpty(document.webhooks));
  return { ...document, webhooks: Object.fromEntries([...own, ...found]) };
}

/** The value at tokens, through references where an object has no such member of its own. */
function valueBelow(document: OpenApiDocument, tokens: readonly string[]): unknown {
  let at: unknown = document;
  for (const token of tokens) at = memberBelow(document, at, token);
  return at;
}

function memberBelow(document: OpenApiDocument, holder: unknown, token: string): unknown {
  let at = holder;
  for (let hops = 0; hops <= maxJsonDepth && isSchemaObject(at); hops++) {
    if (Object.hasOwn(at, token)) return at[token];
    if (typeof at.$ref !== "string" || !at.$ref.startsWith("#")) return undefined;
    at = incomingTarget(document, at.$ref);
  }
  return undefined;
}

function incomingTarget(document: OpenApiDocument, ref: string): unknown {
  try {
    return valueAt(document, fromPointer(decodeURIComponent(ref.slice(1))));
  } catch {
    return undefined;
  }
}
