type Json = unknown;
type Schema = { readonly [keyword: string]: unknown };

interface Result {
  readonly valid: boolean;
  /** Properties and items of the value evaluated by the schema and its subschemas. */
  readonly properties: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

const nothing = { properties: new Set<string>(), items: new Set<number>() };

/**
 * Returns whether a value is valid under JSON Schema 2020-12, keyword by keyword as specified: slow, without
 * code generation, and independent of the code under test. References are local pointers; `formats` checks formats.
 */
export function isValid(
  schema: unknown,
  value: Json,
  formats: Readonly<Record<string, (text: string) => boolean>> = {},
): boolean {
  return evaluate(schema, value).valid;

  function evaluate(schema: unknown, value: Json): Result {
    if (typeof schema === "boolean") return { valid: schema, ...nothing };
    const node = schema as Schema;
    const results = [applied(node, value), children(node, value)];
    const valid = assertions(node, value) && results.every((result) => result.valid);
    const seen = {
      properties: new Set(results.flatMap(({ properties }) => [...properties])),
      items: new Set(results.flatMap(({ items }) => [...items])),
    };
    const rest = unevaluated(node, value, seen);
    if (!valid || !rest.valid) return { valid: false, ...nothing };
    return {
      valid: true,
      properties: new Set([...seen.properties, ...rest.properties]),
      items: new Set([...seen.items, ...rest.items]),
    };
  }

  /** Keywords that apply schemas to the value itself. */
  function applied(schema: Schema, value: Json): Result {
    const results: Result[] = [];
    const counts: boolean[] = [];
    const add = (result: Result) => {
      if (result.valid) results.push(result);
      return result.valid;
    };
    if (typeof schema.$ref === "string") counts.push(add(evaluate(at(schema.$ref), value)));
    for (const each of list(schema.allOf)) counts.push(add(evaluate(each, value)));
    if (schema.anyOf)
      counts.push(
        list(schema.anyOf)
          .map((each) => add(evaluate(each, value)))
          .includes(true),
      );
    if (schema.oneOf)
      counts.push(list(schema.oneOf).filter((each) => add(evaluate(each, value))).length === 1);
    if ("not" in schema) counts.push(!evaluate(schema.not, value).valid);
    if ("if" in schema) {
      const branch = add(evaluate(schema.if, value)) ? schema.then : schema.else;
      counts.push(branch === undefined || add(evaluate(branch, value)));
    }
    if (isObject(value))
      for (const [name, each] of entries(schema.dependentSchemas))
        if (Object.hasOwn(value, name)) counts.push(add(evaluate(each, value)));
    return {
      valid: counts.every(Boolean),
      properties: new Set(results.flatMap(({ properties }) => [...properties])),
      items: new Set(results.flatMap(({ items }) => [...items])),
    };
  }

  /** Keywords that apply schemas to properties and items. */
  function children(schema: Schema, value: Json): Result {
    const counts: boolean[] = [];
    const properties = new Set<string>();
    const items = new Set<number>();
    for (const [name, item] of isObject(value) ? Object.entries(value) : []) {
      if ("propertyNames" in schema) counts.push(evaluate(schema.propertyNames, name).valid);
      const own = entries(schema.properties).filter(([key]) => key === name);
      const patterns = entries(schema.patternProperties).filter(([key]) => new RegExp(key, "u").test(name));
      const rest =
        own.length + patterns.length === 0 && "additionalProperties" in schema
          ? [["", schema.additionalProperties]]
          : [];
      for (const [, each] of [...own, ...patterns, ...rest]) {
        properties.add(name);
        counts.push(evaluate(each, item).valid);
      }
    }
    if (!Array.isArray(value)) return { valid: counts.every(Boolean), properties, items };
    const first = list(schema.prefixItems);
    let contained = 0;
    for (const [index, item] of value.entries()) {
      const each = index < first.length ? first[index] : schema.items;
      if (each !== undefined) {
        items.add(index);
        counts.push(evaluate(each, item).valid);
      }
      if ("contains" in schema && evaluate(schema.contains, item).valid) {
        items.add(index);
        contained++;
      }
    }
    const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = schema as Record<string, number>;
    if ("contains" in schema) counts.push(contained >= minContains && contained <= maxContains);
    return { valid: counts.every(Boolean), properties, items };
  }

  function unevaluated(schema: Schema, value: Json, seen: Omit<Result, "valid">): Result {
    const properties = new Set<string>();
    const items = new Set<number>();
    let valid = true;
    if (isObject(value) && "unevaluatedProperties" in schema)
      for (const [name, item] of Object.entries(value)) {
        if (seen.properties.has(name)) continue;
        properties.add(name);
        valid &&= evaluate(schema.unevaluatedProperties, item).valid;
      }
    if (Array.isArray(value) && "unevaluatedItems" in schema)
      for (const [index, item] of value.entries()) {
        if (seen.items.has(index)) continue;
        items.add(index);
        valid &&= evaluate(schema.unevaluatedItems, item).valid;
      }
    return { valid, properties, items };
  }

  function assertions(schema: Schema, value: Json): boolean {
    const { type, format, pattern, required, uniqueItems } = schema;
    const limits = schema as Record<string, number>;
    const within = (measure: number, least: string, most: string) =>
      measure >= (limits[least] ?? Number.NEGATIVE_INFINITY) &&
      measure <= (limits[most] ?? Number.POSITIVE_INFINITY);
    if (type !== undefined && !list(type).some((each) => isOfType(value, each as string))) return false;
    if (schema.enum && !list(schema.enum).some((each) => text(each) === text(value))) return false;
    if ("const" in schema && text(schema.const) !== text(value)) return false;
    if (typeof value === "string") {
      const accepts = formats[String(format)];
      if (!within([...value].length, "minLength", "maxLength")) return false;
      if (pattern !== undefined && !new RegExp(String(pattern), "u").test(value)) return false;
      return accepts?.(value) ?? true;
    }
    if (typeof value === "number") {
      const { exclusiveMinimum, exclusiveMaximum, multipleOf } = limits;
      if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
      if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
      if (multipleOf !== undefined && !Number.isInteger(Number((value / multipleOf).toPrecision(15))))
        return false;
      return within(value, "minimum", "maximum");
    }
    if (Array.isArray(value)) {
      if (uniqueItems === true && new Set(value.map(text)).size < value.length) return false;
      return within(value.length, "minItems", "maxItems");
    }
    if (!isObject(value)) return true;
    const has = (name: unknown) => Object.hasOwn(value, String(name));
    const lacking = entries(schema.dependentRequired).some(
      ([name, names]) => has(name) && !list(names).every(has),
    );
    return (
      !lacking &&
      list(required).every(has) &&
      within(Object.keys(value).length, "minProperties", "maxProperties")
    );
  }

  function at($ref: string): unknown {
    return $ref
      .slice(1)
      .split("/")
      .slice(1)
      .reduce<unknown>((node, token) => (node as Schema)[token], schema);
  }
}

function isOfType(value: Json, type: string): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  return typeof value === type;
}

function isObject(value: Json): value is Record<string, Json> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  return [value];
}

function entries(value: unknown): [string, unknown][] {
  return Object.entries((value ?? {}) as object);
}

/** The same text for equal values. */
function text(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${text(value[name])}`).join()}}`;
}
