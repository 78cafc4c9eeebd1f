import {
  annotationKeywords,
  assertionKeywords,
  isSchemaObject,
  openApiAnnotations,
  schemaForms,
} from "../schema-walk.js";

/** The versions of JSON Schema that are read. */
export type DialectName = keyof typeof schemaForms;

/** How to read a JSON Schema document. */
export interface Dialect {
  readonly name: DialectName;
  /** The keywords that have a meaning; all others are ignored. */
  readonly keywords: ReadonlySet<string>;
}

const words = (text: string): string[] => text.split(" ");
const own = ["x-rules"];

/** Assertions that draft-06 and draft-07 don't have. */
const laterKeywords = new Set(words("maxContains minContains dependentRequired"));

const draftAssertions = assertionKeywords.filter((keyword) => !laterKeywords.has(keyword));

const dialects: Readonly<Record<DialectName, Dialect>> = {
  "2020-12": dialect("2020-12", words("$ref $dynamicRef"), assertionKeywords),
  // `$recursiveRef` is read as `$dynamicRef` (`withoutRecursion`).
  "2019-09": dialect("2019-09", words("$ref $dynamicRef"), assertionKeywords),
  "draft-07": dialect("draft-07", ["$ref"], draftAssertions),
  "draft-06": dialect("draft-06", ["$ref"], draftAssertions),
};

/** The dialect of JSON Schema 2020-12. */
export const draft202012: Dialect = dialects["2020-12"];

function dialect(name: DialectName, references: readonly string[], assertions: readonly string[]): Dialect {
  const keywords = new Set([...own, ...references, "format", ...assertions, ...applicatorKeywords(name)]);
  return { name, keywords };
}

/** Keywords that some dialect knows, or that OpenAPI and AsyncAPI add. */
export const keywordsOfAnyDialect: ReadonlySet<string> = new Set([
  ...Object.values(dialects).flatMap(({ keywords }) => [...keywords]),
  ...annotationKeywords,
  ...openApiAnnotations,
]);

/** URIs of the meta-schemas, by dialect. */
export const metaSchema = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
  "draft-06": "http://json-schema.org/draft-06/schema",
} as const;

/** Whether keywords next to a `$ref` are ignored. */
export function ignoresSiblings({ name }: Pick<Dialect, "name">): boolean {
  return name === "draft-07" || name === "draft-06";
}

/** Whether `items` may be a list, and `additionalItems` applies to further items. */
export function hasTuplesInItems({ name }: Pick<Dialect, "name">): boolean {
  return name !== "2020-12";
}

/** The dialect that a `$schema` names, if it is a public one. */
export function publicDialect($schema: unknown): Dialect | undefined {
  if (typeof $schema !== "string") return undefined;
  const uri = $schema.replace(/#$/, "").replace(/^https?:/, "");
  const found = Object.values(dialects).find(({ name }) => metaSchema[name].replace(/^https?:/, "") === uri);
  return found;
}

const vocabularyUri = /^https:\/\/json-schema\.org\/draft\/(2020-12|2019-09)\/vocab\/(.*)$/;

/**
 * The dialect that a `$schema` names; `lookUp` finds a custom meta-schema, whose `$vocabulary` says
 * which keywords count. `undefined` if the dialect or a vocabulary that it requires is unknown.
 */
export function findDialect($schema: string, lookUp: (uri: string) => unknown): Dialect | undefined {
  const known = publicDialect($schema);
  if (known !== undefined) return known;
  const meta = lookUp($schema.replace(/#$/, ""));
  if (!isSchemaObject(meta)) return undefined;
  const base =
    typeof meta.$schema === "string" && meta.$schema !== $schema
      ? findDialect(meta.$schema, lookUp)
      : undefined;
  if (!isSchemaObject(meta.$vocabulary)) return base;
  const name = base?.name ?? "2020-12";
  const keywords = [...own, "$ref", "$dynamicRef"];
  for (const [uri, needed] of Object.entries(meta.$vocabulary)) {
    const vocabulary = vocabularyUri.exec(uri);
    const found = vocabulary === null ? undefined : keywordsIn(vocabulary[2] ?? "", name);
    if (found === undefined && needed === true) return undefined;
    keywords.push(...(found ?? []));
  }
  return { name, keywords: new Set(keywords) };
}

/** The keywords of one of the vocabularies of 2019-09 and 2020-12. */
function keywordsIn(vocabulary: string, name: DialectName): readonly string[] | undefined {
  const isUnevaluated = (keyword: string) => keyword.startsWith("unevaluated");
  switch (vocabulary) {
    case "core":
    case "meta-data":
    case "content":
      return [];
    case "applicator":
      return applicatorKeywords(name).filter((keyword) => name === "2019-09" || !isUnevaluated(keyword));
    case "unevaluated":
      return applicatorKeywords(name).filter(isUnevaluated);
    case "validation":
      return assertionKeywords;
    case "format":
    case "format-annotation":
    case "format-assertion":
      return ["format"];
    default:
      return undefined;
  }
}

/** The keywords of a dialect that apply schemas to a value or to its parts. */
function applicatorKeywords(name: DialectName): readonly string[] {
  const { one, list, map } = schemaForms[name];
  return [...new Set([...one, ...list, ...map])].filter((keyword) => !annotationKeywords.has(keyword));
}
