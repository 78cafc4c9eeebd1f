import { type Dialect, hasTuplesInItems } from "../../documents/dialects/dialect.js";
import { exactIn } from "../../documents/exact-number.js";
import { assertForm } from "../../documents/keyword-form.js";
import { comparingKeywords, isSchemaObject, type SchemaObject } from "../../documents/schema-walk.js";
import { keywordForm } from "../dialects/subschema-tokens.js";
import { exactFormat } from "../exact-support.js";
import { findFormat } from "../formats.js";
import { type NodePart, toRecord } from "./build-node.js";
import { rulesIn } from "./node.js";

/** How to read keywords. */
interface PartOptions {
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
export function keywordParts(schema: SchemaObject, options: PartOptions): NodePart[] {
  return Object.keys(schema).flatMap((keyword) => singleKeywordParts(schema, keyword, options));
}

function singleKeywordParts(schema: SchemaObject, keyword: string, options: PartOptions): NodePart[] {
  const { dialect, formats, strict, exact = false, error } = options;
  if (!dialect.keywords.has(keyword) || keyword === "$ref" || keyword === "$dynamicRef") return [];
  const value = schema[keyword];
  const held = exact && exactKeywords.has(keyword) ? exactIn(schema, keyword) : value;
  const isOld = hasTuplesInItems(dialect);
  const part = (form: Exclude<NodePart["form"], "reference">, as = keyword, data = held): NodePart[] => [
    { form, keyword: as, name: keyword, value: data },
  ];
  if (keyword === "x-rules") {
    const rules = rulesIn(value);
    if (rules === undefined || rules.length === 0) return [];
    return part("data", "rules", rules);
  }
  const form = keywordForm(keyword, dialect);
  const errorFor = (reason: string) => error(reason, keyword);
  if (isOld && keyword === "items" && Array.isArray(value)) return part("list", "prefixItems");
  if (keyword === "additionalItems") {
    if (!Array.isArray(schema.items)) return [];
    return part("one", "items");
  }
  if (keyword === "dependencies") return dependencies(value as SchemaObject);
  assertForm(keyword, { form, value, errorFor });
  if (keyword === "type") return part("data", "type", [value].flat());
  if (keyword === "uniqueItems" && value !== true) return [];
  if (keyword !== "format") return part(form);
  const known = formats ? findFormat(String(value)) : undefined;
  const format = exact && known !== undefined ? exactFormat(known) : known;
  if (format === undefined && formats && strict) throw errorFor(`unknown format \`${String(value)}\``);
  if (format === undefined || format.accepts === undefined) return [];
  return part("data", "format", format);
}

/** 2020-12 splits this draft-07 keyword in two. */
function dependencies(value: SchemaObject): NodePart[] {
  const entries = Object.entries(value);
  const lists = toRecord(entries.filter(([, item]) => Array.isArray(item)));
  const schemas = toRecord(entries.filter(([, item]) => isSchemaObject(item) || typeof item === "boolean"));
  const name = "dependencies";
  return [
    { form: "data", keyword: "dependentRequired", name, value: lists },
    { form: "map", keyword: "dependentSchemas", name, value: schemas },
  ];
}
