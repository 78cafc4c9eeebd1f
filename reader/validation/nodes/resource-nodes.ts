import { toPointer } from "@oipkit/runtime/json-pointer";
import { ignoresSiblings } from "../../documents/dialects/dialect.js";
import { allowsNull, ignoredBesideReference } from "../../documents/dialects/older-schemas.js";
import { annotationKeywords, isSchemaObject, type SchemaObject } from "../../documents/schema-walk.js";
import { assertSchema, hasOwnDialect } from "../dialects/meta-schemas.js";
import { placeError, type ResourcePlace, type SchemaResources } from "../dialects/resources.js";
import { buildNode, type NodePart, type NodeSource } from "./build-node.js";
import { clauseAt } from "./contract-nodes.js";
import { Definitions } from "./definitions.js";
import { keywordParts } from "./keyword-parts.js";
import type { Definition, Node, NodeObject } from "./node.js";

/** How to read documents. */
interface ResourceOptions {
  /** Whether `format` is asserted. */
  readonly formats: boolean;
  /** Whether an unknown keyword or format, or a keyword without effect, is an error. */
  readonly strict: boolean;
  /** Whether numbers that no double holds are taken as they are written. Default: false. */
  readonly exact?: boolean;
  /** What the documents were written in; `undefined` if nobody said so. */
  readonly dialect?: "json-schema" | "openapi-3.0" | undefined;
}

/** The dynamic scope: by the name of a `$dynamicAnchor`, the outermost schema that has it. */
type Scope = ReadonlyMap<string, ResourcePlace>;

const nullableReason =
  '`nullable` isn\'t a keyword of JSON Schema: write `type` with `null` in its list, or compile with `dialect: "openapi-3.0"`, which ' +
  'reads it, or `dialect: "json-schema"`, which ignores it';

const references = ["$ref", "$dynamicRef"] as const;

/**
 * The definition of a JSON Schema document, with identifiers, anchors and dynamic references resolved. A schema
 * becomes one definition for each dynamic scope in which it is reached.
 */
export function resourceDefinition(
  resources: SchemaResources,
  root: ResourcePlace,
  options: ResourceOptions,
): Definition {
  const definitions = new Definitions();
  const checked = new Set<unknown>();
  return definitions.of("", placeAddress(root), () => build(root, new Map()));

  function build(place: ResourcePlace, scope: Scope): Node {
    const node = buildNode(nodeSource(place, scope));
    if (typeof node === "boolean") return node;
    return { ...noted(place), ...node };
  }

  function noted(place: ResourcePlace): Pick<NodeObject, "at" | "clause"> {
    const clause = clauseAt(place);
    return { at: placeAddress(place), ...(clause !== undefined && { clause }) };
  }

  function nodeSource(place: ResourcePlace, outer: Scope): NodeSource {
    const { value } = place;
    for (const each of [resources.documentRoot(place), place])
      if ((each.tokens.length === 0 || hasOwnDialect(each.value)) && !checked.has(each.value)) {
        checked.add(each.value);
        assertSchema(each);
      }
    if (!isSchemaObject(value) && typeof value !== "boolean") throw placeError(place, "not a schema");
    const scope = enter(outer, place.base);
    if (isSchemaObject(value) && value.nullable === true && options.dialect === undefined)
      throw placeError(place, nullableReason, "nullable");
    const isNullable = options.dialect === "openapi-3.0" && isSchemaObject(value) && allowsNull(value);
    return {
      value,
      orNull: isNullable ? noted(place) : undefined,
      below: (...tokens) => nodeSource(resources.below(place, ...tokens), scope),
      parts: () => {
        if (typeof value === "boolean") return [];
        return schemaParts(place, value, scope);
      },
    };
  }

  function schemaParts(place: ResourcePlace, schema: SchemaObject, scope: Scope): NodePart[] {
    const { dialect } = place;
    if (options.strict) assertKeywords(place, schema);
    // In draft-06 and draft-07, keywords next to a `$ref` are ignored.
    const isAlone = ignoresSiblings(dialect) && schema.$ref !== undefined;
    const error = (reason: string, keyword: string) => placeError(place, reason, keyword);
    const referring = references
      .filter((keyword) => schema[keyword] !== undefined && dialect.keywords.has(keyword))
      .map(
        (keyword) =>
          ({ form: "reference", keyword, name: keyword, value: reference(place, keyword, scope) }) as const,
      );
    if (isAlone) return referring;
    return [...referring, ...keywordParts(besideReference(place, schema), { ...options, dialect, error })];
  }

  /** The keywords that count: OpenAPI 3.0 ignores those next to a `$ref`. */
  function besideReference(place: ResourcePlace, schema: SchemaObject): SchemaObject {
    const ignored = options.dialect === "openapi-3.0" ? ignoredBesideReference(schema) : [];
    const [keyword] = ignored;
    if (keyword === undefined) return schema;
    if (options.strict) throw placeError(place, "OpenAPI 3.0 ignores it next to a `$ref`", keyword);
    return Object.fromEntries(Object.entries(schema).filter(([name]) => !ignored.includes(name)));
  }

  function reference(place: ResourcePlace, keyword: (typeof references)[number], scope: Scope) {
    const found = resources.resolve(place, keyword);
    const bound = keyword === "$dynamicRef" && found.dynamic !== undefined && scope.get(found.dynamic);
    const target = bound || found.place;
    if (typeof target.value === "boolean") return target.value;
    const inner = enter(scope, target.base);
    const anchors = [...inner].map(([name, { base }]) => [name, base]).sort();
    const key = JSON.stringify([target.document.path, target.tokens, target.base, anchors]);
    return definitions.reference(key, placeAddress(target), () => build(target, scope));
  }

  /** The scope inside a resource: its own anchors apply unless an outer resource has the same name. */
  function enter(scope: Scope, base: string): Scope {
    const missing = [...resources.dynamicAnchors(base)].filter(([name]) => !scope.has(name));
    if (missing.length === 0) return scope;
    return new Map([...scope, ...missing]);
  }
}

function placeAddress({ document, tokens }: ResourcePlace): string {
  return `${document.path}#${toPointer(tokens)}`;
}

/** Throws `SchemaError` at a keyword that has no effect but was probably meant to. */
function assertKeywords(place: ResourcePlace, schema: SchemaObject): void {
  const { dialect } = place;
  for (const keyword of Object.keys(schema)) {
    if (!dialect.keywords.has(keyword) && !annotationKeywords.has(keyword) && !keyword.startsWith("x-"))
      throw placeError(place, `unknown keyword \`${keyword}\`: ${dialect.name} doesn't have it`, keyword);
  }
  if (schema.if !== undefined && schema.then === undefined && schema.else === undefined)
    throw placeError(place, "`if` has no effect without `then` or `else`");
}
