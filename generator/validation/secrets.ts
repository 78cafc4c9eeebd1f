import { isSchemaObject } from "../read/schema-walk.js";
import type { Linked } from "./linked.js";

/**
 * Names of properties that are secret (`x-secret`) anywhere in linked schemas. A schema that narrows such a
 * property elsewhere may not know, so it is the name that keeps the value out of every message.
 */
export function secretNames({ defs, origins }: Linked): ReadonlySet<string> {
  const names = new Set<string>();
  const open: unknown[] = [defs];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const item of next as unknown[]) open.push(item);
    if (!isSchemaObject(next)) continue;
    for (const item of Object.values(next)) open.push(item);
    if (!isSchemaObject(next.properties)) continue;
    for (const [name, schema] of Object.entries(next.properties))
      if (isSchemaObject(schema) && origins.of(schema, "x-secret") !== undefined) names.add(name);
  }
  return names;
}
