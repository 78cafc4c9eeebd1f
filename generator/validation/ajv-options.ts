import type { Ajv, KeywordCxt, Options } from "ajv";
import { formats } from "./formats.js";
import { rulesKeyword } from "./rules.js";
import { multipleOfCode, uniqueItemsCode } from "./snippet-keywords.js";
import {
  allPropertiesCode,
  branchingCode,
  containsCode,
  ifCode,
  prefixItemsCode,
  unevaluatedItemsCode,
} from "./unevaluated.js";

/** How Ajv reads every schema of a contract: strict, without coercion, defaults or removal. */
export const ajvOptions = {
  strict: true,
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowUnionTypes: true,
  validateSchema: false,
  unicodeRegExp: true,
  logger: false,
} as const satisfies Options;

/** The formats and the keywords of its own that a contract may use; `date-time` is RFC 3339 exactly. */
export function addVocabulary(ajv: Ajv): void {
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  ajv.addKeyword(rulesKeyword);
  replaceCode(ajv, "uniqueItems", uniqueItemsCode);
  replaceCode(ajv, "multipleOf", multipleOfCode);
  replaceCode(ajv, "if", ifCode);
  replaceCode(ajv, "contains", containsCode);
  replaceCode(ajv, "prefixItems", prefixItemsCode);
  replaceCode(ajv, "unevaluatedItems", unevaluatedItemsCode);
  for (const keyword of ["anyOf", "oneOf", "if", "dependentSchemas"]) wrapCode(ajv, keyword, branchingCode);
}

/** What `unevaluatedItems` needs beside `contains`; without, it only costs time. */
export function noteItems(ajv: Ajv): void {
  for (const keyword of ["additionalProperties", "unevaluatedProperties"])
    wrapCode(ajv, keyword, allPropertiesCode);
}

type KeywordCode = (cxt: KeywordCxt) => void;

function wrapCode(ajv: Ajv, keyword: string, wrap: (code: KeywordCode) => KeywordCode): void {
  const definition = ajv.getKeyword(keyword);
  if (typeof definition === "object" && "code" in definition && definition.code !== undefined)
    replaceCode(ajv, keyword, wrap(definition.code));
}

/** The keyword keeps its place in the order of keywords, which matters for those that look at others. */
function replaceCode(ajv: Ajv, keyword: string, code: KeywordCode): void {
  const rule = ajv.RULES.all[keyword];
  if (typeof rule === "object") rule.definition = { ...rule.definition, code };
}
