import { type Dialect, hasTuplesInItems } from "../../documents/dialects/dialect.js";
import { exactIn } from "../../documents/exact-number.js";
import { assertForm } from "../../documents/keyword-form.js";
import { comparingKeywords } from "../../documents/keywords.js";
import { isSchemaObject, type SchemaObject } from "../../documents/schema-walk.js";
import { formOf } from "../dialects/subschema-tokens.js";
import { exactFormat } from "../exact/exact-formats.js";
import { formatOf } from "../formats.js";
import { mapOf, type Part } from "./build-node.js";
import { rulesIn } from "./rule.js";

/** How to read keywords. */
export interface PartOptions {
  readonly dialect: Dialect;
  /** Whether `format` is asserted. */
  readonly formats: boolean;
  /** Whether an unknown format is an error. */
  readonly strict: boolean;
  /** Whether numbers that no double holds are taken as they are written, for `exactSupport`. Default: false. */
  readonly exact?: boolean;
  /** The error for a keyword with an invalid value. */
  readonly error: (reason: string, keyword: string) => Error;
}

const exactKeywords: ReadonlySet<string> = new Set(comparingKeywords);

/** The keywords of a schema translated to 2020-12, except references and keywords without effect. */
export function keywordParts(schema: SchemaObject, options: PartOptions): Part[] {
  return Object.keys(schema).flatMap((keyword) => partsOf(schema, keyword, options));
}

function partsOf(schema: SchemaObject, keyword: string, options: PartOptions): Part[] {
  const { dialect, formats, strict, exact = false, error } = options;
  if (!dialect.keywords.has(keyword) || keyword === "$ref" || keyword === "$dynamicRef") return [];
  const value = schema[keyword];
  const held = exact && exactKeywords.has(keyword) ? exactIn(schema, keyword) : value;
  const isOld = hasTuplesInItems(dialect);
  const part = (form: Exclude<Part["form"], "reference">, as = keyword, data = held): Part[] => [
    { form, keyword: as, name: keyword, value: data },
  ];
  if (keyword === "x-rules") {
    const rules = rulesIn(value);
    return rules === undefined || rules.length === 0 ? [] : part("data", "rules", rules);
  }
  const form = formOf(keyword, dialect);
  const errorFor = (reason: string) => error(reason, keyword);
  if (isOld && keyword === "items" && Array.isArray(value)) return part("list", "prefixItems");
  if (keyword === "additionalItems") return Array.isArray(schema.items) ? part("one", "items") : [];
  if (keyword === "dependencies") return dependencies(value as SchemaObject);
  assertForm(keyword, { form, value, errorFor });
  if (keyword === "type") return part("data", "type", [value].flat());
  if (keyword === "uniqueItems" && value !== true) return [];
  if (keyword !== "format") return part(form);
  const known = formats ? formatOf(String(value)) : undefined;
  const format = exact && known !== undefined ? exactFormat(known) : known;
  if (format === undefined && formats && strict) throw errorFor(`unknown format \`${String(value)}\``);
  return format === undefined || format.accepts === undefined ? [] : part("data", "format", format);
}

/** 2020-12 splits this draft-07 keyword in two. */
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
