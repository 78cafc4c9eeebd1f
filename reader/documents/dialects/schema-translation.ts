import type { ContractFinding } from "../contracts.js";
import { type PartReading, valueReading } from "../document.js";
import { withExactNumbers } from "../exact-number.js";
import { annotationKeywords, isSchemaObject, type SchemaObject } from "../schema-walk.js";
import {
  type Dialect,
  draft202012,
  hasTuplesInItems,
  ignoresSiblings,
  keywordsOfAnyDialect,
  metaSchema,
} from "./dialect.js";

/** Where schemas of keywords that a dialect ignores stay, since references may lead to them. */
const ignoredPart = "x-ignored";

/** A keyword that the dialect of its schema ignores. */
interface IgnoredKeyword {
  readonly tokens: readonly string[];
  readonly finding: ContractFinding;
}

interface At {
  readonly reading: PartReading;
  readonly dialect: Dialect;
  readonly tokens: readonly string[];
}

/** A schema document in the words of JSON Schema 2020-12, and which place in it was which before. */
export class SchemaTranslation {
  /** The translated document; the same value if nothing changes. */
  readonly value: unknown;
  readonly ignored: readonly IgnoredKeyword[];

  constructor(
    readonly before: unknown,
    readonly dialect: Dialect,
    /** The dialect that a `$schema` names. */
    readonly named: ($schema: unknown) => Dialect | undefined,
  ) {
    const ignored: IgnoredKeyword[] = [];
    this.ignored = ignored;
    this.value = this.#translated(before, { reading: "keywords", dialect, tokens: [] }, ignored);
  }

  /** The same for a document with other references. */
  of(value: unknown): unknown {
    return this.#translated(value, { reading: "keywords", dialect: this.dialect, tokens: [] }, []);
  }

  /** The place in the translated document of what is at a place in the document as it was. */
  placeNow(tokens: readonly string[]): readonly string[] {
    const now: string[] = [];
    let value = this.before;
    let at: At = { reading: "keywords", dialect: this.dialect, tokens: [] };
    for (const [index, token] of tokens.entries()) {
      at = this.#entered(value, at);
      if (isKeywords(value, at)) now.push(...keywordNow(value, token, { at, next: tokens[index + 1] }));
      else now.push(token);
      [value, at] = step(value, at, token);
    }
    return now;
  }

  /** The place in the document as it was of what is at a place in the translated document. */
  placeBefore(tokens: readonly string[]): readonly string[] {
    const before: string[] = [];
    let value = this.before;
    let at: At = { reading: "keywords", dialect: this.dialect, tokens: [] };
    for (const [index, name] of tokens.entries()) {
      at = this.#entered(value, at);
      if (isKeywords(value, at) && name === ignoredPart) continue;
      let token = name;
      if (isKeywords(value, at)) token = keywordBefore(value, name, { at, next: tokens[index + 1] });
      before.push(token);
      [value, at] = step(value, at, token);
    }
    return before;
  }

  #entered(value: unknown, at: At): At {
    if (!isKeywords(value, at)) return at;
    return { ...at, dialect: this.named(value.$schema) ?? at.dialect };
  }

  #translated(value: unknown, outer: At, ignored: IgnoredKeyword[]): unknown {
    if (value === null || typeof value !== "object" || outer.reading === "data") return value;
    const at = this.#entered(value, outer);
    const child = (key: string, item: unknown) => this.#translated(item, step(value, at, key)[1], ignored);
    if (Array.isArray(value)) {
      const items = value.map((item, index) => child(String(index), item));
      if (items.some((item, index) => item !== value[index])) return items;
      return value;
    }
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, child(key, item)]);
    const isSame = entries.every(([key, item]) => item === (value as SchemaObject)[key]);
    const result = isSame ? (value as SchemaObject) : withExactNumbers(Object.fromEntries(entries), value);
    if (!isKeywords(value, at)) return result;
    return withExactNumbers(inNewWords(result, at, ignored), value);
  }
}

function isKeywords(value: unknown, { reading }: At): value is SchemaObject {
  return reading === "keywords" && isSchemaObject(value);
}

function step(value: unknown, at: At, token: string): [unknown, At] {
  const item =
    value !== null && typeof value === "object" && Object.hasOwn(value, token)
      ? (value as Record<string, unknown>)[token]
      : undefined;
  let reading: PartReading = "data";
  if (Array.isArray(value)) reading = at.reading;
  else if (at.reading !== "data") reading = valueReading(at.reading, token, item);
  return [item, { ...at, reading, tokens: [...at.tokens, token] }];
}

function keywordNow(
  schema: SchemaObject,
  keyword: string,
  { at, next }: { readonly at: At; readonly next: string | undefined },
): readonly string[] {
  if (reasonToIgnore(schema, keyword, at.dialect) !== undefined) return [ignoredPart, keyword];
  const isTuple = hasTuplesInItems(at.dialect) && Array.isArray(schema.items);
  if (isTuple && keyword === "items") return ["prefixItems"];
  if (isTuple && keyword === "additionalItems") return ["items"];
  if (keyword !== "dependencies" || !isDependencies(schema.dependencies)) return [keyword];
  if (Array.isArray(schema.dependencies[next ?? ""])) return ["dependentRequired"];
  return ["dependentSchemas"];
}

function keywordBefore(
  schema: SchemaObject,
  keyword: string,
  { at, next = "" }: { readonly at: At; readonly next: string | undefined },
): string {
  const isTuple = hasTuplesInItems(at.dialect) && Array.isArray(schema.items);
  if (isTuple && keyword === "prefixItems") return "items";
  if (isTuple && keyword === "items") return "additionalItems";
  const isDependent = keyword === "dependentRequired" || keyword === "dependentSchemas";
  const own = schema[keyword];
  if (!isDependent || !isDependencies(schema.dependencies)) return keyword;
  const isOwn = isSchemaObject(own) && Object.hasOwn(own, next);
  if (isOwn) return keyword;
  return "dependencies";
}

function inNewWords(schema: SchemaObject, { dialect, tokens }: At, ignored: IgnoredKeyword[]): SchemaObject {
  const isTuple = hasTuplesInItems(dialect) && Array.isArray(schema.items);
  const result: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  const put = (key: string, value: unknown): void => {
    Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
  };
  let isSame = true;
  for (const [keyword, value] of Object.entries(schema)) {
    const finding = reasonToIgnore(schema, keyword, dialect);
    if (finding !== undefined) {
      isSame = false;
      ignored.push({ tokens: [...tokens, keyword], finding });
      if (typeof value === "object" && value !== null) kept[keyword] = value;
    } else if (keyword === "dependencies" && isDependencies(value)) {
      isSame = false;
      for (const [key, entries] of splitDependencies(value))
        put(key, merged(schema[key] ?? result[key], entries));
    } else if (keyword === "$schema" && dialect !== draft202012) {
      isSame = false;
      put(keyword, metaSchema["2020-12"]);
    } else if (isTuple && keyword === "items") {
      isSame = false;
      put("prefixItems", value);
    } else if (isTuple && keyword === "additionalItems") put("items", value);
    else if (!Object.hasOwn(result, keyword)) put(keyword, value);
  }
  if (isSame) return schema;
  if (Object.keys(kept).length > 0) put(ignoredPart, kept);
  return result;
}

/** Why a keyword of a dialect means nothing; `undefined` if it does, or if it is an annotation or unknown in all dialects. */
function reasonToIgnore(
  schema: SchemaObject,
  keyword: string,
  dialect: Dialect,
): ContractFinding | undefined {
  const target = "key";
  const severity = "warning";
  if (annotationKeywords.has(keyword) || !keywordsOfAnyDialect.has(keyword) || keyword === "$dynamicRef")
    return undefined;
  if (ignoresSiblings(dialect) && typeof schema.$ref === "string" && keyword !== "$ref")
    return {
      severity,
      code: "keyword-without-effect",
      message: `\`${keyword}\` has no effect: ${dialect.name} ignores what is next to \`$ref\``,
      hint: "Put the reference into `allOf`, or write the schema in JSON Schema 2020-12.",
      target,
    };
  if (keyword === "additionalItems" && hasTuplesInItems(dialect) && !Array.isArray(schema.items))
    return {
      severity,
      code: "keyword-without-effect",
      message: "`additionalItems` has no effect without a list in `items`",
      hint: "Write the schema of all items as `items`.",
      target,
    };
  if (dialect.keywords.has(keyword) || !isAsserted(keyword)) return undefined;
  return {
    severity,
    code: "schema-invalid",
    message: `unknown keyword \`${keyword}\`: ${dialect.name}, as \`$schema\` names it, doesn't have it`,
    hint: "Name a newer dialect in `$schema`, or remove the keyword.",
    target,
  };
}

/** Whether a keyword asserts something in some dialect, which OpenAPI's annotations don't. */
function isAsserted(keyword: string): boolean {
  return draft202012.keywords.has(keyword) || keyword === "additionalItems";
}

function isDependencies(value: unknown): value is SchemaObject {
  if (!isSchemaObject(value)) return false;
  return Object.values(value).every(
    (item) => typeof item === "boolean" || (typeof item === "object" && item !== null),
  );
}

function splitDependencies(dependencies: SchemaObject): [string, SchemaObject][] {
  const entries = Object.entries(dependencies);
  const lists = entries.filter(([, item]) => Array.isArray(item));
  const schemas = entries.filter(([, item]) => !Array.isArray(item));
  const parts: [string, SchemaObject][] = [
    ["dependentRequired", Object.fromEntries(lists)],
    ["dependentSchemas", Object.fromEntries(schemas)],
  ];
  return parts.filter(([, part]) => Object.keys(part).length > 0);
}

/** The members of both; where both have one, both apply. */
function merged(own: unknown, added: SchemaObject): SchemaObject {
  if (!isSchemaObject(own)) return added;
  const both = Object.entries(added).map(([name, item]): [string, unknown] => {
    if (!Object.hasOwn(own, name)) return [name, item];
    const before = own[name];
    if (Array.isArray(before) && Array.isArray(item)) return [name, [...new Set([...before, ...item])]];
    return [name, { allOf: [before, item] }];
  });
  return Object.fromEntries([...Object.entries(own), ...both]);
}
