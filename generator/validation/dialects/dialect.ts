import { annotationKeywords, assertionKeywords, schemaForms } from "../../read/keywords.js";
import { isSchemaObject } from "../../read/schema-walk.js";

/** How to read a JSON Schema document. */
export interface Dialect {
  readonly name: "2020-12" | "draft-07";
  /** The keywords that have a meaning; all others are ignored. */
  readonly keywords: ReadonlySet<string>;
}

const words = (text: string): string[] => text.split(" ");
const vocabulary = "https://json-schema.org/draft/2020-12/vocab/";
const applicators = applicatorsOf("2020-12");
const vocabularies: Readonly<Record<string, readonly string[]>> = {
  core: [],
  applicator: applicators.filter((keyword) => !keyword.startsWith("unevaluated")),
  unevaluated: applicators.filter((keyword) => keyword.startsWith("unevaluated")),
  validation: assertionKeywords,
  "format-annotation": ["format"],
  "format-assertion": ["format"],
  "meta-data": [],
  content: [],
};

const own = ["x-rules"];
const always = words("$ref $dynamicRef");

/** The dialect of JSON Schema 2020-12. */
export const draft202012: Dialect = {
  name: "2020-12",
  keywords: new Set([...always, ...own, ...Object.values(vocabularies).flat()]),
};

/** Assertions that draft-07 doesn't have. */
const laterKeywords = new Set(words("maxContains minContains dependentRequired"));

const draft07: Dialect = {
  name: "draft-07",
  keywords: new Set([
    ...own,
    "$ref",
    "format",
    ...assertionKeywords.filter((keyword) => !laterKeywords.has(keyword)),
    ...applicatorsOf("draft-07"),
  ]),
};

/** URIs of the meta-schemas, by dialect. */
export const metaSchema = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema",
} as const;

/**
 * The dialect that a `$schema` names; `lookUp` finds a custom meta-schema, whose `$vocabulary` says
 * which keywords count. `undefined` if the dialect or a vocabulary that it requires is unknown.
 */
export function dialectOf($schema: string, lookUp: (uri: string) => unknown): Dialect | undefined {
  const uri = $schema.replace(/#$/, "");
  if (uri === metaSchema["2020-12"]) return draft202012;
  if (/^https?:\/\/json-schema\.org\/draft-07\/schema$/.test(uri)) return draft07;
  const meta = lookUp(uri);
  if (!isSchemaObject(meta)) return undefined;
  if (!isSchemaObject(meta.$vocabulary))
    return typeof meta.$schema === "string" && meta.$schema !== $schema
      ? dialectOf(meta.$schema, lookUp)
      : undefined;
  const keywords = [...always, ...own];
  for (const [name, needed] of Object.entries(meta.$vocabulary)) {
    const known = name.startsWith(vocabulary) ? vocabularies[name.slice(vocabulary.length)] : undefined;
    if (known === undefined && needed === true) return undefined;
    keywords.push(...(known ?? []));
  }
  return { name: "2020-12", keywords: new Set(keywords) };
}

/** The keywords of a dialect that apply schemas to a value or to its parts. */
function applicatorsOf(name: Dialect["name"]): readonly string[] {
  const { one, list, map } = schemaForms[name];
  return [...new Set([...one, ...list, ...map])].filter((keyword) => !annotationKeywords.has(keyword));
}
