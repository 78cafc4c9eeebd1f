import { refusingNull } from "../../documents/dialects/older-schemas.js";
import { isSchemaObject, recordOrEmpty, type SchemaObject } from "../../documents/schema-walk.js";
import type { BranchChoice, BranchChoices, Node, NodeObject, NodeReference, RuleLevel } from "./node.js";

/** A schema in a document, with what is needed to make a node of it. */
export interface NodeSource {
  readonly value: unknown;
  /** The keywords of the schema, translated to 2020-12. */
  parts(): readonly NodePart[];
  below(...tokens: readonly string[]): NodeSource;
  /** Present if null is allowed whatever the schema says (`orNull`): what a definition at its place would note. */
  readonly orNull?: Pick<NodeObject, "at" | "clause"> | undefined;
}

/** The value of a keyword: data, or schemas at `tokens` below the schema. */
export type NodePart =
  | { readonly form: "data"; readonly keyword: string; readonly name: string; readonly value: unknown }
  | {
      readonly form: "reference";
      readonly keyword: string;
      readonly name: string;
      readonly value: NodeReference | boolean;
    }
  | {
      readonly form: "one" | "list" | "map";
      readonly keyword: string;
      /** The keyword's name in the document's dialect. */
      readonly name: string;
      readonly value: unknown;
    };

/** Makes the node of a schema and of all its subschemas. */
export function buildNode(source: NodeSource): Node {
  const { value } = source;
  if (typeof value === "boolean") return value;
  const schema = recordOrEmpty(value);
  const node: Record<string, unknown> = schemaAnnotations(schema);
  const parts = [...source.parts()].sort((a, b) => keywordOrder(a.keyword) - keywordOrder(b.keyword));
  const names = parts.filter(({ keyword, name }) => keyword !== name && name !== "x-rules");
  if (names.length > 0) node.names = Object.fromEntries(names.map(({ keyword, name }) => [keyword, name]));
  const choices = describeChoices(schema);
  if (choices !== undefined) node.choices = choices;
  for (const part of parts) {
    const held = heldBy(source, part);
    const before = node[part.keyword];
    // `dependencies` says what `dependentSchemas` and `dependentRequired` say, which may be there as well.
    node[part.keyword] =
      before === undefined
        ? held
        : toRecord([...Object.entries(before as object), ...Object.entries(held as object)]);
  }
  if (source.orNull === undefined) return node;
  return withNull(node, source.orNull);
}

/** What can refuse null becomes an alternative to it, which has the place of the schema itself. */
function withNull(node: NodeObject, noted: Pick<NodeObject, "at" | "clause">): NodeObject {
  const refusing: Record<string, unknown> = { ...noted };
  const others: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (refusingNull.includes(keyword) || keyword === "choices") refusing[keyword] = value;
    else others[keyword] = value;
  }
  const names = { ...node.names, anyOf: "nullable" };
  return { anyOf: [refusing, { type: ["null"] }], ...others, names };
}

function schemaAnnotations(schema: SchemaObject): Record<string, unknown> {
  const { "x-clause": clause, "x-level": level, "x-secret": secret } = schema;
  return {
    ...(typeof clause === "string" && { clause }),
    ...(isLevel(level) && { level }),
    ...(secret === true && { secret }),
  };
}

function isLevel(value: unknown): value is RuleLevel {
  return value === "must" || value === "should" || value === "info";
}

function heldBy(source: NodeSource, { form, name, value }: NodePart): unknown {
  const below = (...tokens: readonly string[]) => buildNode(source.below(name, ...tokens));
  switch (form) {
    case "data":
    case "reference":
      return value;
    case "one":
      return below();
    case "list":
      return (value as unknown[]).map((_, index) => below(String(index)));
    case "map":
      return toRecord(Object.keys(value as object).map((key) => [key, below(key)]));
  }
}

/** A record in which `__proto__` is a name like any other. */
export function toRecord<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const map = {};
  for (const [name, value] of entries)
    Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true });
  return map;
}

/** What messages say of the alternatives of a schema; `undefined` if that is nothing. */
function describeChoices(schema: SchemaObject): BranchChoices | undefined {
  const anyOf = describeBranches(schema, "anyOf");
  const oneOf = describeBranches(schema, "oneOf");
  if (anyOf === undefined && oneOf === undefined) return undefined;
  const choices: Partial<Record<keyof BranchChoices, BranchChoice>> = {};
  if (anyOf !== undefined) choices.anyOf = anyOf;
  if (oneOf !== undefined) choices.oneOf = oneOf;
  return choices;
}

function describeBranches(schema: SchemaObject, keyword: keyof BranchChoices): BranchChoice | undefined {
  const branches = schema[keyword];
  if (!Array.isArray(branches)) return undefined;
  const titles = branches.flatMap((branch, index) => {
    if (!isSchemaObject(branch) || typeof branch.title !== "string" || branch.$ref !== undefined) return [];
    return [[String(index), branch.title] as const];
  });
  const selected = selection(schema.discriminator, branches);
  if (titles.length === 0) return selected;
  return { titles: Object.fromEntries(titles), ...selected };
}

/**
 * The values of a `discriminator` that select each alternative: those that its mapping has for it, or else the name of the
 * schema that it refers to.
 */
function selection(
  discriminator: unknown,
  branches: readonly unknown[],
): Required<Pick<BranchChoice, "property" | "values">> | undefined {
  if (!isSchemaObject(discriminator) || typeof discriminator.propertyName !== "string") return undefined;
  const mapping = Object.entries(recordOrEmpty(discriminator.mapping));
  const values = new Map<string, number>();
  for (const [index, branch] of branches.entries()) {
    const target = isSchemaObject(branch) ? branch.$ref : undefined;
    if (typeof target !== "string") continue;
    const mapped = mapping.filter(([, to]) => to === target || to === lastName(target));
    for (const [value] of mapped) values.set(value, index);
    if (mapped.length === 0) values.set(lastName(target), index);
  }
  if (values.size === 0) return undefined;
  return { property: discriminator.propertyName, values: Object.fromEntries(values) };
}

function lastName(reference: string): string {
  return reference.slice(reference.lastIndexOf("/") + 1);
}

/** The order in which keywords are checked, and so of findings: base schemas first, keywords that depend on others last. */
const order = (
  "$ref $dynamicRef allOf type enum const minLength maxLength pattern format minimum maximum exclusiveMinimum " +
  "exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties required dependentRequired " +
  "propertyNames additionalProperties properties patternProperties prefixItems items contains minContains maxContains " +
  "dependentSchemas anyOf oneOf not if then else rules unevaluatedProperties unevaluatedItems"
).split(" ");

const positions: ReadonlyMap<string, number> = new Map(order.map((keyword, index) => [keyword, index]));

/** The position of a keyword of a node; unknown ones come last. */
function keywordOrder(keyword: string): number {
  return positions.get(keyword) ?? positions.size;
}
