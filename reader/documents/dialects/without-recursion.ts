import { withExactOf } from "../exact-number.js";
import { type Reading, readingOf } from "../reading.js";
import { isSchemaObject, type SchemaObject } from "../schema-walk.js";
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
  readonly reading: Reading;
  /** Whether the dialect is 2019-09. */
  readonly isDialect: boolean;
  /** Whether the schema with the nearest `$id` is one that references return to. */
  readonly isRecursive: boolean;
}

function changed(value: unknown, outer: Context): unknown {
  if (value === null || typeof value !== "object" || outer.reading === "data") return value;
  const isSchema = outer.reading === "keywords" && isSchemaObject(value);
  const { isDialect, isRecursive } = isSchema ? entered(value, outer) : outer;
  const reading = (key: string, item: unknown): Reading => {
    if (Array.isArray(value)) return outer.reading;
    return outer.reading === "data" ? "data" : readingOf(outer.reading, key, item);
  };
  const child = (key: string, item: unknown) =>
    changed(item, { reading: reading(key, item), isDialect, isRecursive });
  if (Array.isArray(value)) {
    const items = value.map((item, index) => child(String(index), item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, child(key, item)]);
  const isSame = entries.every(([key, item]) => item === (value as SchemaObject)[key]);
  const result = isSame ? (value as SchemaObject) : withExactOf(Object.fromEntries(entries), value);
  const hasRecursion = "$recursiveRef" in value || "$recursiveAnchor" in value;
  return isSchema && isDialect && hasRecursion
    ? withExactOf(inDynamicWords(result, isRecursive), value)
    : result;
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
  else result.allOf = [...(Array.isArray(result.allOf) ? result.allOf : []), { $ref: $recursiveRef }];
  return result;
}
