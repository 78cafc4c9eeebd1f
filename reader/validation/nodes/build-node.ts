import { refusingNull } from "../../documents/dialects/nullable.js";
import { isSchemaObject, type SchemaObject } from "../../documents/schema-walk.js";
import { choicesOf } from "./choices.js";
import { keywordOrder } from "./keyword-order.js";
import type { Level } from "./level.js";
import type { Node, NodeObject, Reference } from "./node.js";

/** A schema in a document, with what is needed to make a node of it. */
export interface NodeSource {
  readonly value: unknown;
  /** The keywords of the schema, translated to 2020-12. */
  parts(): readonly Part[];
  below(...tokens: readonly string[]): NodeSource;
  /** Present if null is allowed whatever the schema says (`orNull`): what a definition at its place would note. */
  readonly orNull?: Pick<NodeObject, "at" | "clause"> | undefined;
}

/** The value of a keyword: data, or schemas at `tokens` below the schema. */
export type Part =
  | { readonly form: "data"; readonly keyword: string; readonly name: string; readonly value: unknown }
  | {
      readonly form: "reference";
      readonly keyword: string;
      readonly name: string;
      readonly value: Reference | boolean;
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
  const schema = isSchemaObject(value) ? value : {};
  const node: Record<string, unknown> = annotationsOf(schema);
  const parts = [...source.parts()].sort((a, b) => keywordOrder(a.keyword) - keywordOrder(b.keyword));
  const names = parts.filter(({ keyword, name }) => keyword !== name && name !== "x-rules");
  if (names.length > 0) node.names = Object.fromEntries(names.map(({ keyword, name }) => [keyword, name]));
  const choices = choicesOf(schema);
  if (choices !== undefined) node.choices = choices;
  for (const part of parts) {
    const held = heldBy(source, part);
    const before = node[part.keyword];
    // `dependencies` says what `dependentSchemas` and `dependentRequired` say, which may be there as well.
    node[part.keyword] =
      before === undefined
        ? held
        : mapOf([...Object.entries(before as object), ...Object.entries(held as object)]);
  }
  return source.orNull === undefined ? node : withNull(node, source.orNull);
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

function annotationsOf(schema: SchemaObject): Record<string, unknown> {
  const { "x-clause": clause, "x-level": level, "x-secret": secret } = schema;
  return {
    ...(typeof clause === "string" ? { clause } : {}),
    ...(isLevel(level) ? { level } : {}),
    ...(secret === true ? { secret } : {}),
  };
}

function isLevel(value: unknown): value is Level {
  return value === "must" || value === "should" || value === "info";
}

function heldBy(source: NodeSource, { form, name, value }: Part): unknown {
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
      return mapOf(Object.keys(value as object).map((key) => [key, below(key)]));
  }
}

/** A record in which `__proto__` is a name like any other. */
export function mapOf<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  const map = {};
  for (const [name, value] of entries)
    Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true });
  return map;
}
