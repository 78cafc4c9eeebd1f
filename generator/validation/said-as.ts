import type { SchemaObject } from "../read/schema-walk.js";
import { hasFormat } from "./formats.js";
import { placeError, type SchemaNode } from "./resources.js";
import { isRuleList } from "./rules.js";
import { setOwn } from "./set-own.js";
import { formOf } from "./subschema-tokens.js";

/** What a keyword holds: data, or schemas that stand at `tokens` below the node. */
export interface Part {
  readonly form: "data" | "one" | "list" | "map";
  readonly tokens: readonly string[];
  readonly value: unknown;
}

/** A keyword of any dialect in the words of 2020-12: by keyword what it holds, nothing where it has no effect. */
export function saidAs(
  node: SchemaNode,
  keyword: string,
  options: { readonly formats: boolean; readonly strict: boolean },
): [string, Part][] {
  const schema = node.value as SchemaObject;
  const value = schema[keyword];
  const isOld = node.dialect.name === "draft-07";
  const part = (form: Part["form"], held = value): Part => ({ form, tokens: [keyword], value: held });
  switch (keyword) {
    case "then":
    case "else":
      if (schema.if === undefined) return [];
      break;
    case "minContains":
    case "maxContains":
      if (schema.contains === undefined) return [];
      break;
    case "enum":
      return Array.isArray(value) && value.length === 0 ? [] : [[keyword, part("data")]];
    case "format":
      return options.formats && isKnownFormat(node, String(value), options) ? [[keyword, part("data")]] : [];
    case "x-rules":
      return isRuleList(value) ? [[keyword, part("data")]] : [];
    case "pattern":
      assertPattern(node, keyword, String(value));
      break;
    case "patternProperties":
      for (const pattern of Object.keys(value as object)) assertPattern(node, keyword, pattern);
      break;
    case "items":
      if (isOld && Array.isArray(value)) return [["prefixItems", part("list")]];
      break;
    case "additionalItems":
      return Array.isArray(schema.items) ? [["items", part("one")]] : [];
    case "dependencies": {
      const { lists, schemas } = dependencies(value as SchemaObject);
      return [
        ["dependentRequired", part("data", lists)],
        ["dependentSchemas", part("map", schemas)],
      ];
    }
  }
  return [[keyword, part(formOf(keyword, node.dialect))]];
}

/** What a strict reading refuses: keywords that say nothing, though somebody meant them to. */
export function assertKeywords(node: SchemaNode, schema: SchemaObject): void {
  for (const keyword of Object.keys(schema)) {
    if (node.dialect.keywords.has(keyword) || annotations.has(keyword) || keyword.startsWith("x-")) continue;
    throw placeError(node, `\`${keyword}\` is no keyword of ${node.dialect.name}`, keyword);
  }
}

function dependencies(value: SchemaObject): { lists: object; schemas: object } {
  const lists = {};
  const schemas = {};
  for (const [name, item] of Object.entries(value)) setOwn(Array.isArray(item) ? lists : schemas, name, item);
  return { lists, schemas };
}

function isKnownFormat(node: SchemaNode, format: string, { strict }: { readonly strict: boolean }): boolean {
  if (hasFormat(format)) return true;
  if (strict) throw placeError(node, `the format \`${format}\` isn't known`, "format");
  return false;
}

function assertPattern(node: SchemaNode, keyword: string, pattern: string): void {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    throw placeError(node, `\`${pattern}\` is no regular expression: ${(error as Error).message}`, keyword);
  }
}

const annotations = new Set(
  "$schema $id $anchor $dynamicAnchor $vocabulary $comment $defs definitions title description default examples deprecated readOnly writeOnly contentMediaType contentEncoding contentSchema".split(
    " ",
  ),
);
