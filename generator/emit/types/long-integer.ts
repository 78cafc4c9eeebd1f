import type { SchemaObject } from "../../../reader/documents/schema-walk.js";

/** What a program has instead of an integer of 64 bits, of which a number doesn't hold each. */
export type LongIntegerType = "bigint" | "string";

/** Whether a schema is one of an integer of 64 bits. One whose values are listed isn't. */
export function isLongInteger({ type, format, ...others }: SchemaObject): boolean {
  if ("const" in others || Array.isArray(others.enum)) return false;
  const isInteger = type === "integer" || (Array.isArray(type) && type.includes("integer"));
  return isInteger && (format === "int64" || format === "uint64");
}
