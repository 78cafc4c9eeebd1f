import type { SchemaObject } from "../../../reader/documents/schema-walk.js";

/** If more elements may follow those of `prefixItems`, they are written as a rest. */
const mostFurther = 8;

/** The elements of a tuple: each has the schema at its index in `prefixItems`, or else that of `items`. */
export interface TupleShape {
  /** How many are written one by one. */
  readonly count: number;
  /** How many of these must be there. */
  readonly least: number;
  /** Whether more may follow. */
  readonly isEndless: boolean;
}

/** The shape of a list with `prefixItems` or `items: false`; `none` if no list is that long; absent if it isn't a tuple. */
export function tupleShape(schema: SchemaObject): TupleShape | "none" | undefined {
  const { prefixItems, items, minItems, maxItems } = schema;
  if (!Array.isArray(prefixItems) && items !== false) return undefined;
  const first: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  const impossible = [...first, items].indexOf(false);
  const end = impossible === -1 ? Number.POSITIVE_INFINITY : impossible;
  const most = Math.min(numberOr(maxItems, Number.POSITIVE_INFINITY), end);
  const least = numberOr(minItems, 0);
  if (least > most) return "none";
  const bound = first.length + mostFurther;
  const isEndless = most > bound;
  return { count: isEndless ? Math.min(Math.max(first.length, least), bound) : most, least, isEndless };
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
