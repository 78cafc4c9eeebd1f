import { isDeepStrictEqual } from "node:util";
import type { Contracts } from "../documents/contracts.js";
import { below, type Place } from "../documents/place.js";
import {
  annotationKeywords,
  isSchemaObject,
  listOrEmpty,
  openApiAnnotations,
  type SchemaObject,
} from "../documents/schema-walk.js";
import {
  commonKinds,
  type InclusionKind,
  type InclusionPart,
  type InclusionParts,
  inclusionParts,
  listedValues,
  namedKinds,
} from "./inclusion-parts.js";

/** Which values of a schema to compare: all, or those whose objects only have members that the schema declares. */
export type InclusionScope = "all" | "declared";

/** Comparisons of keywords for one question: most need less than ten. */
const maxSteps = 50_000;

/** Proves that the values of one schema are valid by another one. What it can't prove may be true nevertheless. */
export class Inclusion {
  #steps = 0;
  readonly #open = new Map<string, number>();
  readonly #numbers = new Map<unknown, number>();
  readonly #proofs = new Map<unknown, InclusionParts>();

  constructor(
    readonly contracts: Pick<Contracts, "documents">,
    /** Names that schemas around both declare, so that objects may have them. */
    readonly around: ReadonlySet<string>,
  ) {}

  /** Whether something was left unproved because it would take too long. */
  get isExhausted(): boolean {
    return this.#steps > maxSteps;
  }

  /** Whether all values of `inner`, as far as `scope` goes, are proved to be valid by `outer`. */
  isIncluded(inner: Place, outer: Place, scope: InclusionScope): boolean {
    this.#open.clear();
    return this.#isImplied([inner], outer, { scope, depth: 0 });
  }

  #isImplied(inner: readonly Place[], outer: Place, question: Question): boolean {
    const known = inner.map((place) => this.#proof(place));
    if (known.some(({ isNothing }) => isNothing)) return true;
    const parts = known.flatMap(({ list }) => list);
    const wanted = inclusionParts(this.contracts, outer, { isProof: false });
    if (wanted.isNothing) return false;
    const facts: Facts = { parts, kinds: commonKinds(parts) };
    if (facts.kinds.size === 0) return true;
    // A question that comes back below a member is about a smaller value, so that it proves itself.
    const key = [...parts, "<", ...wanted.list].map((part) => this.#number(part)).join();
    const before = this.#open.get(key);
    if (before !== undefined) return before < question.depth;
    this.#open.set(key, question.depth);
    const isProved = wanted.list.every((part) => this.#isPartImplied(facts, part, question));
    this.#open.delete(key);
    return isProved;
  }

  #isPartImplied(facts: Facts, wanted: InclusionPart, question: Question): boolean {
    if (facts.parts.some(({ value }) => value === wanted.value)) return true;
    return Object.keys(wanted.value).every((keyword) => {
      if (isSilent(keyword) || !isAbout(keyword, facts.kinds)) return true;
      this.#steps++;
      return !this.isExhausted && this.#isKeywordImplied(facts, { wanted, keyword, question });
    });
  }

  #isKeywordImplied(facts: Facts, { wanted, keyword, question }: Demand): boolean {
    const { value: schema } = wanted;
    const value = schema[keyword];
    switch (keyword) {
      case "type":
        return [...facts.kinds].every((kind) => namedKinds(schema)?.includes(kind));
      case "enum":
      case "const":
        return facts.parts.some(({ value: own }) => isSubset(listedValues(own), listedValues(schema) ?? []));
      case "required":
        return isSubset(value as readonly unknown[], requiredBy(facts));
      case "properties":
        return Object.keys(value as object).every((name) =>
          this.#isMemberImplied(facts, name, {
            outer: below(wanted, keyword, name),
            question,
          }),
        );
      case "additionalProperties":
        return this.#areOthersImplied(facts, wanted, question);
      case "items":
        if (hasTuple(schema) || facts.parts.some((part) => hasTuple(part.value))) break;
        return this.#areItemsImplied(facts, below(wanted, keyword), question);
      case "anyOf":
        if (hasEqual(facts, wanted, [keyword])) return true;
        return (value as readonly unknown[]).some((_, at) =>
          this.#isImplied(facts.parts, below(wanted, keyword, String(at)), question),
        );
    }
    if (isLimited(facts, keyword, value)) return true;
    const group = groups.find((each) => each.includes(keyword)) ?? [keyword];
    return !contextual.has(keyword) && hasEqual(facts, wanted, group);
  }

  #isMemberImplied(
    facts: Facts,
    name: string,
    { outer, question }: { readonly outer: Place; readonly question: Question },
  ): boolean {
    if (outer.value === true) return true;
    const own = facts.parts.flatMap((part) => findProperty(part, name) ?? []);
    if (own.length > 0) return this.#isImplied(own, outer, { ...question, depth: question.depth + 1 });
    const names = this.#possibleNames(facts, question);
    if (names !== undefined) return !names.has(name) && !requiredBy(facts).includes(name);
    return this.#isImplied([], outer, { ...question, depth: question.depth + 1 });
  }

  #areOthersImplied(facts: Facts, wanted: InclusionPart, question: Question): boolean {
    const outer = below(wanted, "additionalProperties");
    if (outer.value === true) return true;
    if (wanted.value.patternProperties !== undefined) return false;
    const names = this.#possibleNames(facts, question);
    if (names === undefined) {
      const map = facts.parts.find(({ value }) => isPlainMap(value));
      if (map === undefined || !isPlainMap(wanted.value)) return false;
      return this.#isImplied([below(map, "additionalProperties")], outer, deeper(question));
    }
    const declared = wanted.value.properties;
    const others = [...names].filter((name) => !isSchemaObject(declared) || !Object.hasOwn(declared, name));
    return others.every((name) => this.#isMemberImplied(facts, name, { outer, question }));
  }

  #areItemsImplied(facts: Facts, outer: Place, question: Question): boolean {
    const own = facts.parts.filter(({ value }) => value.items !== undefined);
    return this.#isImplied(
      own.map((part) => below(part, "items")),
      outer,
      deeper(question),
    );
  }

  /** The names that members of an object can have; `undefined` if these aren't known. */
  #possibleNames({ parts }: Facts, { scope }: Question): ReadonlySet<string> | undefined {
    const isPatterned = parts.some(({ value }) => value.patternProperties !== undefined);
    if (isPatterned) return undefined;
    const closed = parts.find(({ value }) => value.additionalProperties === false);
    if (closed !== undefined) return new Set(Object.keys(closed.value.properties ?? {}));
    const isMap = parts.some(({ value: { additionalProperties: rest } }) => isFilled(rest));
    if (scope === "all" || isMap) return undefined;
    return new Set([
      ...this.around,
      ...parts.flatMap(({ value }) => Object.keys(value.properties ?? {})),
      ...requiredBy({ parts }).map(String),
    ]);
  }

  #proof(place: Place): InclusionParts {
    const known = this.#proofs.get(place.value);
    if (known !== undefined) return known;
    const parts = inclusionParts(this.contracts, place, { isProof: true });
    if (isSchemaObject(place.value)) this.#proofs.set(place.value, parts);
    return parts;
  }

  #number(part: InclusionPart | string): number {
    const key = typeof part === "string" ? part : part.value;
    const number = this.#numbers.get(key) ?? this.#numbers.size;
    this.#numbers.set(key, number);
    return number;
  }
}

interface Question {
  readonly scope: InclusionScope;
  /** How many members or elements below the compared values. */
  readonly depth: number;
}

/** What is known of the values of a schema. */
interface Facts {
  readonly parts: readonly InclusionPart[];
  readonly kinds: ReadonlySet<InclusionKind>;
}

interface Demand {
  readonly wanted: InclusionPart;
  readonly keyword: string;
  readonly question: Question;
}

function deeper(question: Question): Question {
  return { ...question, depth: question.depth + 1 };
}

/** Keywords that only look at values of some kinds. */
const subjects: readonly (readonly [readonly string[], readonly InclusionKind[]])[] = [
  [["minLength", "maxLength", "pattern"], ["string"]],
  [
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    ["integer", "fraction"],
  ],
  [
    "items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems".split(
      " ",
    ),
    ["array"],
  ],
  [
    "properties patternProperties additionalProperties propertyNames required dependentRequired dependentSchemas dependencies minProperties maxProperties unevaluatedProperties".split(
      " ",
    ),
    ["object"],
  ],
];

const kindsByKeyword = new Map(
  subjects.flatMap(([keywords, kinds]) => keywords.map((name) => [name, kinds])),
);

function isAbout(keyword: string, kinds: ReadonlySet<InclusionKind>): boolean {
  return kindsByKeyword.get(keyword)?.some((kind) => kinds.has(kind)) ?? true;
}

/** Keywords that mean something only together. */
const groups: readonly (readonly string[])[] = [
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
  ["items", "prefixItems", "additionalItems"],
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
];

/** Keywords whose meaning depends on the schemas around them. */
const contextual = new Set(["unevaluatedProperties", "unevaluatedItems", "$dynamicRef"]);

/** Whether a keyword asserts nothing of its own: `$ref` and `allOf` are parts already. */
function isSilent(keyword: string): boolean {
  if (keyword === "$ref" || keyword === "allOf") return true;
  if (keyword.startsWith("x-")) return keyword !== "x-rules";
  return annotationKeywords.has(keyword) || openApiAnnotations.includes(keyword);
}

function isSubset(inner: readonly unknown[] | undefined, outer: readonly unknown[]): boolean {
  return inner?.every((value) => outer.some((other) => isDeepStrictEqual(value, other))) ?? false;
}

function requiredBy({ parts }: Pick<Facts, "parts">): readonly unknown[] {
  return parts.flatMap(({ value: { required } }) => listOrEmpty(required));
}

function findProperty(part: InclusionPart, name: string): Place | undefined {
  const { properties } = part.value;
  if (isSchemaObject(properties) && Object.hasOwn(properties, name)) return below(part, "properties", name);
  return undefined;
}

/** The same keywords with the same values, of which all references lead to the same places. */
function hasEqual(
  { parts }: Facts,
  { document, value }: InclusionPart,
  keywords: readonly string[],
): boolean {
  return parts.some(
    (part) =>
      part.document === document &&
      keywords.every((keyword) => isDeepStrictEqual(part.value[keyword], value[keyword])),
  );
}

function isLimited({ parts }: Facts, keyword: string, limit: unknown): boolean {
  if (keyword.startsWith("exclusive") && limit === false) return true;
  if (typeof limit !== "number") return false;
  const isLeast = /^min|Minimum$/.test(keyword) && keyword !== "minContains";
  const isMost = /^max|Maximum$/.test(keyword) && keyword !== "maxContains";
  return parts.some(({ value: { [keyword]: own } }) => {
    if (typeof own !== "number") return false;
    return (isLeast && own >= limit) || (isMost && own <= limit);
  });
}

function hasTuple({ items, prefixItems, additionalItems }: SchemaObject): boolean {
  return Array.isArray(items) || prefixItems !== undefined || additionalItems !== undefined;
}

function isPlainMap({ properties, patternProperties, additionalProperties }: SchemaObject): boolean {
  return isFilled(additionalProperties) && properties === undefined && patternProperties === undefined;
}

function isFilled(value: unknown): boolean {
  return isSchemaObject(value) && Object.keys(value).length > 0;
}
