import { maxJsonDepth } from "@oipkit/runtime/json-depth";
import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { mapValues } from "../map-schema.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";
import { methods } from "./path-items.js";

type OpenApi = { readonly [key: string]: unknown };

/**
 * A bundled document whose path items and operations are all written in place, as openapi-typescript takes them: it
 * ignores what is next to a path item's `$ref`, and looks for nothing behind an operation's. If an operation thus stands at several
 * paths, its id stays at the first place where it was written itself, or else at the first; the others are known by
 * path and method. A document without such references is returned unchanged.
 */
export function withWholePathItems(document: OpenApi): OpenApi {
  const sections = ["paths", "webhooks"].map((name) => [name, recordOf(document[name])] as const);
  const items = sections.flatMap(([, section]) => Object.values(section)).filter(isSchemaObject);
  const written = items.flatMap((item) =>
    methods.flatMap((method) => (isSchemaObject(item[method]) ? [item[method]] : [])),
  );
  const ids = written.flatMap((operation) => idOf(operation) ?? []);
  const isWhole = !items.some(refOf) && !written.some(refOf) && new Set(ids).size === ids.length;
  if (isWhole) return document;
  const owners = new Map<string, unknown>();
  for (const operation of written) {
    const id = idOf(operation);
    if (id !== undefined && !owners.has(id)) owners.set(id, operation);
  }
  const taken = new Set<string>();
  const whole = (item: SchemaObject): unknown => {
    const merged = mergedItem(document, item);
    const operations = methods.flatMap((method): [string, unknown][] => {
      const operation = behind(document, merged[method]);
      if (!isSchemaObject(operation)) return [];
      const id = idOf(operation);
      const isOwner =
        id === undefined || (!taken.has(id) && (owners.get(id) ?? item[method]) === item[method]);
      if (id !== undefined && isOwner) taken.add(id);
      return [[method, isOwner ? operation : withoutId(operation)]];
    });
    return { ...merged, ...Object.fromEntries(operations) };
  };
  const mapped = sections.flatMap(([name, section]) =>
    document[name] === undefined ? [] : [[name, mapValues(section, whole)] as const],
  );
  const components = recordOf(document.components);
  // What paths refer to is known by its path.
  const others = (item: SchemaObject): unknown =>
    mapValues(item, (operation) => (taken.has(idOf(operation) ?? "") ? withoutId(operation) : operation));
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

function recordOf(value: unknown): SchemaObject {
  return isSchemaObject(value) ? value : {};
}

/** A path item together with what its `$ref` leads to; its parameters come last, since they take precedence. */
function mergedItem(document: OpenApi, item: SchemaObject): SchemaObject {
  let merged = item;
  for (let hops = 0; hops <= maxJsonDepth; hops++) {
    const ref = refOf(merged);
    const target = ref === undefined ? undefined : targetOf(document, ref);
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
  return Array.isArray(first) && Array.isArray(second) ? { parameters: [...first, ...second] } : {};
}

function behind(document: OpenApi, value: unknown): unknown {
  let at = value;
  for (let hops = 0; hops <= maxJsonDepth; hops++) {
    const ref = refOf(at);
    if (ref === undefined) return at;
    at = targetOf(document, ref);
  }
  return at;
}

function refOf(value: unknown): string | undefined {
  return isSchemaObject(value) && typeof value.$ref === "string" ? value.$ref : undefined;
}

function idOf(operation: unknown): string | undefined {
  return isSchemaObject(operation) && typeof operation.operationId === "string"
    ? operation.operationId
    : undefined;
}

function targetOf(document: OpenApi, ref: string): unknown {
  if (!ref.startsWith("#")) return undefined;
  try {
    return valueAt(document, fromPointer(decodeURIComponent(ref.slice(1))));
  } catch {
    return undefined;
  }
}
