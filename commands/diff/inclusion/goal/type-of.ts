import type { JsonType } from "./formula.js";

/** The type of a JSON value. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as JsonType;
}
