import { isSchemaObject } from "../read/schema-walk.js";
import { setOwn } from "./set-own.js";

/** Says in other words what Ajv passes over: a property `__proto__` becomes a pattern. */
export function mendForAjv(schema: Record<string, unknown>): Record<string, unknown> {
  const { properties } = schema;
  if (!isSchemaObject(properties) || !Object.hasOwn(properties, "__proto__")) return schema;
  const rest = {};
  for (const [name, value] of Object.entries(properties)) if (name !== "__proto__") setOwn(rest, name, value);
  schema.properties = rest;
  const named = Object.getOwnPropertyDescriptor(properties, "__proto__")?.value as unknown;
  schema.patternProperties = { ...(schema.patternProperties ?? {}), "^__proto__$": named };
  return schema;
}

/** Whether a schema names a property that every object inherits, such as `constructor`. */
export function namesInherited(schemas: Readonly<Record<string, unknown>>): boolean {
  const open: unknown[] = Object.values(schemas);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (Array.isArray(next)) open.push(...(next as unknown[]));
    else if (isSchemaObject(next)) {
      const { required, properties, dependentRequired, dependentSchemas } = next;
      const names = [
        ...(Array.isArray(required) ? (required as string[]) : []),
        ...[properties, dependentRequired, dependentSchemas].flatMap((map) =>
          isSchemaObject(map) ? Object.keys(map) : [],
        ),
        ...(isSchemaObject(dependentRequired) ? Object.values(dependentRequired).flat() : []),
      ];
      if (names.some((name) => String(name) in Object.prototype)) return true;
      open.push(...Object.values(next));
    }
  }
  return false;
}
