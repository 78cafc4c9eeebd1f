import type { Contracts } from "../../generator/read/contracts.js";
import type { Document } from "../../generator/read/document.js";
import { type Reading, readingOf } from "../../generator/read/reading.js";

/**
 * Contracts in which schemas don't require properties that aren't sent in a direction: `readOnly` ones in requests,
 * `writeOnly` ones in answers (OpenAPI 3.1, Schema Object). The same contracts if there are none.
 */
export function withoutAbsent(contracts: Contracts, absent: "readOnly" | "writeOnly"): Contracts {
  const documents = new Map<string, Document>();
  let isChanged = false;
  for (const [path, document] of contracts.documents) {
    const isOpenApi = contracts.openapi.some((each) => each.path === path);
    const has = isOpenApi && document.text.includes(absent);
    const value = has ? relaxed(document.value, absent) : document.value;
    isChanged ||= value !== document.value;
    documents.set(path, value === document.value ? document : { ...document, value });
  }
  return isChanged ? { ...contracts, documents } : contracts;
}

/** The same value if nothing changes, so that most of a large document isn't copied. */
function relaxed(value: unknown, absent: string, reading: Reading = "keywords"): unknown {
  if (value === null || typeof value !== "object" || reading === "data") return value;
  if (Array.isArray(value)) {
    let items: unknown[] | undefined;
    for (const [at, item] of value.entries()) {
      const inner = relaxed(item, absent);
      if (inner === item) continue;
      items ??= [...value];
      items[at] = inner;
    }
    return items ?? value;
  }
  const record = value as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(record)) {
    const item = record[key];
    if (item === null || typeof item !== "object") continue;
    const inner = relaxed(item, absent, readingOf(reading, key, item));
    if (inner === item) continue;
    copy ??= Object.fromEntries(Object.entries(record));
    // `__proto__` is a name like any other.
    Object.defineProperty(copy, key, { value: inner });
  }
  const result = copy ?? record;
  return reading === "keywords" ? withoutRequired(result, absent) : result;
}

function withoutRequired(schema: Record<string, unknown>, absent: string): Record<string, unknown> {
  const { required, properties } = schema;
  if (!Array.isArray(required) || properties === null || typeof properties !== "object") return schema;
  const kept = required.filter((name: string) => {
    const property = (properties as Record<string, unknown>)[name] as Record<string, unknown> | undefined;
    return property?.[absent] !== true;
  });
  return kept.length === required.length ? schema : { ...schema, required: kept };
}
