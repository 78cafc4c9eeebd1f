import { isSchemaObject, type SchemaObject } from "../read/schema-walk.js";
import { mendForAjv } from "./ajv-mending.js";
import { type Level, levelOf, sameValue } from "./level.js";
import type { Linked } from "./linked.js";
import { assertSchema } from "./meta-schemas.js";
import { type Origin, Origins } from "./origins.js";
import { placeError, type Resources, type SchemaNode } from "./resources.js";
import { assertKeywords, type Part, saidAs } from "./said-as.js";
import { setOwn } from "./set-own.js";

/** How strictly schemas are linked. */
export interface LinkResourcesOptions {
  /** Whether `format` is asserted. */
  readonly formats: boolean;
  /** Whether an unknown keyword or format is an error. */
  readonly strict: boolean;
}

/** What a schema is reached by. */
interface Way {
  /** The dynamic scope: by the name of a `$dynamicAnchor`, the outermost schema that has it. */
  readonly scope: ReadonlyMap<string, SchemaNode>;
  readonly secret: boolean;
  /** How much its rules weigh. */
  readonly level: Level | undefined;
}

const references = ["$ref", "$dynamicRef"] as const;

/**
 * Links any documents of JSON Schema: identifiers, anchors and dynamic references are resolved, older words
 * said in those of 2020-12. A schema becomes one definition for each dynamic scope in which it is reached.
 */
export function linkResources(resources: Resources, root: SchemaNode, options: LinkResourcesOptions): Linked {
  const origins = new Origins();
  const defs: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const checked = new Set<unknown>();
  defs.root0 = linkNode(root, { scope: new Map(), secret: false, level: undefined });
  return { defs, roots: ["root0"], origins };

  function linkNode(node: SchemaNode, from: Way): unknown {
    const { value, document, dialect } = node;
    if (!checked.has(document)) {
      checked.add(document);
      assertSchema(document, dialect);
    }
    if (typeof value === "boolean") return value;
    if (!isSchemaObject(value)) throw placeError(node, "is no schema");
    if (options.strict) assertKeywords(node, value);
    const level = levelOf(value, from.level);
    const way = {
      scope: enter(from.scope, node.base),
      secret: from.secret || value["x-secret"] === true,
      level,
    };
    const origin = level === undefined ? node : { ...node, level };
    const own: Record<string, unknown> = {};
    for (const keyword of Object.keys(value)) {
      if (!dialect.keywords.has(keyword) || isReference(keyword) || !counts(node, keyword)) continue;
      for (const [name, part] of saidAs(node, keyword, options)) {
        own[name] = linkPart(node, part, sameValue.has(keyword) ? way : { ...way, level: undefined });
        origins.record(own, name, name === keyword ? origin : { ...origin, keyword });
      }
    }
    const besides = references.flatMap((keyword) =>
      value[keyword] === undefined || !dialect.keywords.has(keyword)
        ? []
        : [beside(origin, keyword, linkReference(node, keyword, way))],
    );
    // Ajv refuses an `enum` that allows nothing.
    if (Array.isArray(value.enum) && value.enum.length === 0) besides.push(beside(origin, "enum", false));
    if (besides.length > 0) own.allOf = [...((own.allOf as unknown[] | undefined) ?? []), ...besides];
    if (way.secret) origins.record(own, "x-secret", node);
    return mendForAjv(own);
  }

  /** The value of a keyword, with the schemas in it linked. */
  function linkPart(node: SchemaNode, { tokens, value, form }: Part, way: Way): unknown {
    const below = (...more: string[]) => linkNode(resources.below(node, ...tokens, ...more), way);
    if (form === "one") return below();
    if (form === "list") return (value as unknown[]).map((_, index) => below(String(index)));
    if (form === "data") return value;
    const linked = {};
    for (const name of Object.keys(value as object)) setOwn(linked, name, below(name));
    return linked;
  }

  /** A schema that stands for a keyword which Ajv doesn't get to see. */
  function beside(origin: Origin, keyword: string, schema: unknown): object {
    const all = { allOf: [schema] };
    origins.record(all, "allOf", { ...origin, keyword });
    return all;
  }

  function linkReference(node: SchemaNode, keyword: "$ref" | "$dynamicRef", way: Way): unknown {
    const found = resources.resolve(node, keyword);
    const bound = keyword === "$dynamicRef" && found.dynamic !== undefined && way.scope.get(found.dynamic);
    const target = bound || found.node;
    return typeof target.value === "boolean" ? target.value : { $ref: definitionOf(target, way) };
  }

  function definitionOf(target: SchemaNode, way: Way): string {
    const scope = [...enter(way.scope, target.base)].map(([name, { base }]) => [name, base]).sort();
    const key = JSON.stringify([
      target.document.path,
      target.tokens,
      target.base,
      scope,
      way.secret,
      way.level,
    ]);
    const known = names.get(key);
    if (known !== undefined) return `#/$defs/${known}`;
    const name = `shared${names.size}`;
    names.set(key, name);
    defs[name] = true;
    defs[name] = linkNode(target, way);
    return `#/$defs/${name}`;
  }

  /** The scope inside of a resource: its own anchors count where none further out has the name. */
  function enter(scope: Way["scope"], base: string): Way["scope"] {
    const missing = [...resources.dynamicAnchors(base)].filter(([name]) => !scope.has(name));
    return missing.length === 0 ? scope : new Map([...scope, ...missing]);
  }
}

function isReference(keyword: string): boolean {
  return references.some((each) => each === keyword);
}

/** In draft-07 nothing beside a `$ref` counts. */
function counts({ value, dialect }: SchemaNode, keyword: string): boolean {
  return dialect.name !== "draft-07" || keyword === "$ref" || (value as SchemaObject).$ref === undefined;
}
