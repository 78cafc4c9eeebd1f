import { fromPointer } from "@oipkit/runtime/json-pointer";
import { isSchemaObject, type SchemaObject } from "../../../../reader/documents/schema-walk.js";

/** The schemas of `components`, and the references to them. */
export interface Components {
  readonly schemas: SchemaObject;
  /** Those from other files: bundling made their names, so they aren't values of a discriminator. */
  readonly outside: ReadonlySet<string>;
}

const prefix = "#/components/schemas/";

/** The component that a `$ref` names; absent if it points elsewhere, or inside a component. */
export function componentName(ref: unknown): string | undefined {
  if (typeof ref !== "string" || !ref.startsWith(prefix)) return undefined;
  const name = ref.slice(prefix.length);
  if (name.includes("/")) return undefined;
  return decoded(name);
}

/** The component that a `$ref` points to, or into. */
export function componentAbove(ref: unknown): string | undefined {
  if (typeof ref !== "string" || !ref.startsWith(prefix)) return undefined;
  return decoded(ref.slice(prefix.length).split("/", 1)[0] ?? "");
}

/** The same reference to another component. */
export function withComponent(ref: string, escapedName: string): string {
  const [, ...rest] = ref.slice(prefix.length).split("/");
  return prefix + [escapedName, ...rest].join("/");
}

function decoded(token: string): string | undefined {
  try {
    return fromPointer(`/${decodeURIComponent(token)}`)[0];
  } catch {
    return undefined;
  }
}

/** The component schema that a `$ref` names, if there is one. */
export function referencedComponent({ schemas }: Components, ref: unknown): SchemaObject | undefined {
  const name = componentName(ref);
  const schema = name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (isSchemaObject(schema)) return schema;
  return undefined;
}

/** A schema and what its `$ref` and `allOf` bring in; each once. */
export function together(components: Components, schema: SchemaObject): SchemaObject[] {
  const found = new Set<SchemaObject>();
  const open = [schema];
  for (let next = open.pop(); next; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const target = referencedComponent(components, next.$ref);
    if (target) open.push(target);
    if (Array.isArray(next.allOf)) open.push(...next.allOf.filter(isSchemaObject));
  }
  return [...found];
}

/** The names in `required`. */
export function requiredNames({ required }: SchemaObject): string[] {
  if (Array.isArray(required)) return required.filter((name) => typeof name === "string");
  return [];
}
