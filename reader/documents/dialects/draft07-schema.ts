import { isSchemaObject } from "../schema-walk.js";

type Members = Readonly<Record<string, unknown>>;

/**
 * The members of a schema of draft-07 (or 2019-09) in the words of JSON Schema 2020-12: `items` as a list, `additionalItems`
 * and `dependencies`. The same object if it has none of them.
 */
export function fromDraft07(schema: Members): Members {
  const isTuple = Array.isArray(schema.items);
  const { dependencies } = schema;
  const hasDependencies = isSchemaObject(dependencies);
  if (!isTuple && !hasDependencies && !("additionalItems" in schema)) return schema;
  const { items, additionalItems, dependencies: _old, ...others } = schema;
  return {
    ...others,
    ...(isTuple ? { prefixItems: items } : items === undefined ? {} : { items }),
    ...(isTuple && additionalItems !== undefined ? { items: additionalItems } : {}),
    ...(hasDependencies ? splitDependencies(schema, dependencies) : {}),
  };
}

/** 2020-12 splits this keyword in two. */
function splitDependencies(schema: Members, dependencies: Members): Members {
  const entries = Object.entries(dependencies);
  const part = (keyword: string, found: readonly (readonly [string, unknown])[]): Members => {
    const own = schema[keyword];
    return found.length === 0
      ? {}
      : { [keyword]: { ...(isSchemaObject(own) ? own : {}), ...Object.fromEntries(found) } };
  };
  return {
    ...part(
      "dependentRequired",
      entries.filter(([, item]) => Array.isArray(item)),
    ),
    ...part(
      "dependentSchemas",
      entries.filter(([, item]) => !Array.isArray(item)),
    ),
  };
}
