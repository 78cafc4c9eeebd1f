import { type PartReading, valueReading } from "../document.js";
import { withExactNumbers } from "../exact-number.js";
import { isSchemaObject, listOrEmpty, type SchemaObject } from "../schema-walk.js";
import { publicDialect } from "./dialect.js";

/** The name of the dynamic anchor that stands for `$recursiveAnchor`. */
const recursive = "recursive-anchor";

/**
 * A document in which the recursive references of 2019-09 are dynamic ones: each `$recursiveAnchor` is a `$dynamicAnchor` of one
 * name, and each `$recursiveRef` a `$dynamicRef` to it, or a `$ref` if its schema has no such anchor. The same value if it has none.
 */
export function withoutRecursion(value: unknown): unknown {
  return changed(value, { reading: "keywords", isDialect: false, isRecursive: false });
}

interface Context {
  readonly reading: PartReading;
  /** Whether the dialect is 2019-09. */
  readonly isDialect: boolean;
  /** Whether the schema with the nearest `$id` is one that references return to. */
  readonly isRecursive: boolean;
}

function changed(value: unknown, outer: Context): unknown {
  if (value === null || typeof value !== "object" || outer.reading === "data") return value;
  const isSchema = outer.reading === "keywords" && isSchemaObject(value);
  const { isDialect, isRecursive } = isSchema ? entered(value, outer) : outer;
  const reading = (key: string, item: unknown): PartReading => {
    if (Array.isArray(value)) return outer.reading;
    if (outer.reading === "data") return "data";
    return valueReading(outer.reading, key, item);
  };
  const child = (key: string, item: unknown) =>
    changed(item, { reading: reading(key, item), isDialect, isRecursive });
  if (Array.isArray(value)) {
    const items = value.map((item, index) => child(String(index), item));
    if (items.some((item, index) => item !== value[index])) return items;
    return value;
  }
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, child(key, item)]);
  const isSame = entries.every(([key, item]) => item === (value as SchemaObject)[key]);
  const result = isSame ? (value as SchemaObject) : withExactNumbers(Object.fromEntries(entries), value);
  const hasRecursion = "$recursiveRef" in value || "$recursiveAnchor" in value;
  if (isSchema && isDialect && hasRecursion)
    return withExactNumbers(inDynamicWords(result, isRecursive), value);
  return result;
}

function entered(schema: SchemaObject, { isDialect, isRecursive }: Context): Omit<Context, "reading"> {
  const dialect = publicDialect(schema.$schema);
  const isRoot = typeof schema.$schema === "string" || typeof schema.$id === "string";
  return {
    isDialect: dialect === undefined ? isDialect : dialect.name === "2019-09",
    isRecursive: isRoot ? schema.$recursiveAnchor === true : isRecursive,
  };
}

function inDynamicWords(schema: SchemaObject, isRecursive: boolean): SchemaObject {
  const { $recursiveRef, $recursiveAnchor, ...others } = schema;
  const result: Record<string, unknown> = { ...others };
  if ($recursiveAnchor === true) result.$dynamicAnchor = recursive;
  if (typeof $recursiveRef !== "string") return result;
  if (isRecursive) result.$dynamicRef = `#${recursive}`;
  else if (result.$ref === undefined) result.$ref = $recursiveRef;
  else result.allOf = [...listOrEmpty(result.allOf), { $ref: $recursiveRef }];
  return result;
}
