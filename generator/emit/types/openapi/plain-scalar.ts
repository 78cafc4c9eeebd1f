import type { SchemaObject } from "../../../../reader/documents/schema-walk.js";

/** Keywords beside the type of a string, a number or a boolean that don't change it. Most schemas of a document have no others. */
const scalar = new Set(
  (
    "type title description deprecated default example examples format readOnly writeOnly " +
    "minLength maxLength pattern minimum maximum multipleOf"
  ).split(" "),
);
const scalarTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/** Whether a schema is a string, a number or a boolean without anything to prepare. */
export function isPlainScalar(schema: SchemaObject): boolean {
  if (!scalarTypes.has(schema.type)) return false;
  for (const keyword of Object.keys(schema)) if (!scalar.has(keyword)) return false;
  return true;
}
