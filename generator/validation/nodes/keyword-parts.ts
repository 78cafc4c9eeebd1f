import { isSchemaObject, type SchemaObject } from "../../read/schema-walk.js";
import type { Dialect } from "../dialects/dialect.js";
import { formOf } from "../dialects/subschema-tokens.js";
import { formatOf } from "../formats.js";
import { mapOf, type Part } from "./build-node.js";
import { assertForm } from "./keyword-form.js";
import { rulesIn } from "./rule.js";

export interface PartOptions {
  readonly dialect: Dialect;
  /** Whether `format` is asserted. */
  readonly formats: boolean;
  /** Whether an unknown format is an error. */
  readonly strict: boolean;
  /** The error of a keyword that isn't what it must be. */
  readonly error: (reason: string, keyword: string) => Error;
}

/** What the keywords of a schema say in the words of 2020-12; nothing for those that have no effect. References apart. */
export function keywordParts(schema: SchemaObject, options: PartOptions): Part[] {
  return Object.keys(schema).flatMap((keyword) => partsOf(schema, keyword, options));
}

function partsOf(schema: SchemaObject, keyword: string, options: PartOptions): Part[] {
  const { dialect, formats, strict, error } = options;
  if (!dialect.keywords.has(keyword) || keyword === "$ref" || keyword === "$dynamicRef") return [];
  const value = schema[keyword];
  const isOld = dialect.name === "draft-07";
  const part = (form: Exclude<Part["form"], "reference">, as = keyword, held = value): Part[] => [
    { form, keyword: as, name: keyword, value: held },
  ];
  if (keyword === "x-rules") {
    const rules = rulesIn(value);
    return rules === undefined || rules.length === 0 ? [] : part("data", "rules", rules);
  }
  const form = formOf(keyword, dialect);
  const refuse = (reason: string) => error(reason, keyword);
  if (isOld && keyword === "items" && Array.isArray(value)) return part("list", "prefixItems");
  if (keyword === "additionalItems") return Array.isArray(schema.items) ? part("one", "items") : [];
  if (keyword === "dependencies") return dependencies(value as SchemaObject);
  assertForm(keyword, { form, value, refuse });
  if (keyword === "type") return part("data", "type", [value].flat());
  if (keyword === "uniqueItems" && value !== true) return [];
  if (keyword !== "format") return part(form);
  const format = formats ? formatOf(String(value)) : undefined;
  if (format === undefined && formats && strict) throw refuse(`the format \`${String(value)}\` isn't known`);
  return format === undefined || format.accepts === undefined ? [] : part("data", "format", format);
}

/** What draft-07 says in one keyword, 2020-12 says in two. */
function dependencies(value: SchemaObject): Part[] {
  const entries = Object.entries(value);
  const lists = mapOf(entries.filter(([, item]) => Array.isArray(item)));
  const schemas = mapOf(entries.filter(([, item]) => isSchemaObject(item) || typeof item === "boolean"));
  const name = "dependencies";
  return [
    { form: "data", keyword: "dependentRequired", name, value: lists },
    { form: "map", keyword: "dependentSchemas", name, value: schemas },
  ];
}
