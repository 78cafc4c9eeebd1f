import { isSchemaObject, type SchemaObject } from "../read/schema-walk.js";
import type { Origins } from "./origins.js";
import { setOwn } from "./set-own.js";

/**
 * One schema that says what two say, `own` being the one that narrows the other. Where they can't be put
 * together without changing what either means, they stay beside each other in `allOf`.
 */
export function mergeSchemas(origins: Origins, own: unknown, base: unknown): unknown {
  if (own === true || isEmpty(own)) return origins.keepSecret(base, own);
  if (base === true || isEmpty(base)) return origins.keepSecret(own, base);
  if (!isSchemaObject(own) || !isSchemaObject(base) || hasScope(own) || hasScope(base))
    return beside(origins, own, base);
  const merged: Record<string, unknown> = {};
  for (const keyword of new Set([...Object.keys(own), ...Object.keys(base)])) {
    const value = mergeKeyword(origins, keyword, { own, base });
    if (value === conflict) return beside(origins, own, base);
    if (value !== dropped) merged[keyword] = value;
  }
  origins.inherit(merged, own, base);
  return merged;
}

const conflict = Symbol("conflict");
const dropped = Symbol("dropped");

/** Keywords whose meaning depends on what else the same schema says. */
function hasScope(schema: SchemaObject): boolean {
  return [
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "patternProperties",
    "$ref",
    "$defs",
    "items",
    "prefixItems",
    "contains",
    "if",
  ].some((keyword) => keyword in schema);
}

function mergeKeyword(
  origins: Origins,
  keyword: string,
  { own, base }: { own: SchemaObject; base: SchemaObject },
): unknown {
  const [mine, theirs] = [own[keyword], base[keyword]];
  switch (keyword) {
    case "properties":
      return mergeProperties(origins, mine, theirs);
    case "required":
    case "x-rules":
    case "allOf":
      return [...new Set([...(listOf(theirs) as unknown[]), ...(listOf(mine) as unknown[])])];
    case "type":
      return mergeType(mine, theirs);
    case "enum":
    case "const":
      return mergeValues(keyword, own, base);
    default:
      if (!(keyword in own)) return theirs;
      if (!(keyword in base)) return mine;
      return JSON.stringify(mine) === JSON.stringify(theirs) ? mine : conflict;
  }
}

function mergeProperties(origins: Origins, mine: unknown, theirs: unknown): object {
  const [own, base] = [(mine ?? {}) as SchemaObject, (theirs ?? {}) as SchemaObject];
  const merged = Object.create(Object.prototype) as object;
  for (const name of new Set([...Object.keys(base), ...Object.keys(own)])) {
    const value = !Object.hasOwn(own, name)
      ? base[name]
      : !Object.hasOwn(base, name)
        ? own[name]
        : mergeSchemas(origins, own[name], base[name]);
    setOwn(merged, name, value);
  }
  return merged;
}

function mergeType(mine: unknown, theirs: unknown): unknown {
  if (mine === undefined) return theirs;
  if (theirs === undefined || JSON.stringify(mine) === JSON.stringify(theirs)) return mine;
  return mine === "integer" && theirs === "number" ? mine : conflict;
}

/** The narrower of two sets of values, where one lies within the other; `const` is a set of one. */
function mergeValues(keyword: "enum" | "const", own: SchemaObject, base: SchemaObject): unknown {
  const [mine, theirs] = [valuesOf(own), valuesOf(base)];
  if (mine === undefined) return keyword in base ? base[keyword] : dropped;
  if (theirs === undefined) return keyword in own ? own[keyword] : dropped;
  if (mine === "several" || theirs === "several") return conflict;
  const holder = within(mine, theirs) ? own : within(theirs, mine) ? base : undefined;
  if (holder === undefined) return conflict;
  return keyword in holder ? holder[keyword] : dropped;
}

function valuesOf(schema: SchemaObject): readonly string[] | "several" | undefined {
  if ("const" in schema && "enum" in schema) return "several";
  if ("const" in schema) return [JSON.stringify(schema.const)];
  return Array.isArray(schema.enum) ? schema.enum.map((value) => JSON.stringify(value)) : undefined;
}

function within(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((value) => outer.includes(value));
}

function beside(origins: Origins, own: unknown, base: unknown): object {
  const both = { allOf: [base, own] };
  origins.inherit(both, own, base);
  return both;
}

function isEmpty(schema: unknown): boolean {
  return isSchemaObject(schema) && Object.keys(schema).length === 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
