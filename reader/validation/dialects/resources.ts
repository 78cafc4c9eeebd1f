import { toPointer } from "@oipkit/runtime/json-pointer";
import { type Dialect, draft202012, findDialect, ignoresSiblings } from "../../documents/dialects/dialect.js";
import { withoutRecursion } from "../../documents/dialects/without-recursion.js";
import { isSchemaObject, type SchemaObject } from "../../documents/schema-walk.js";
import { SchemaError } from "../violation.js";
import { findMetaSchema } from "./meta-schemas.js";
import { subschemaTokens } from "./subschema-tokens.js";

/** A schema in a document, with what is needed to follow its references. */
export interface ResourcePlace {
  readonly document: { readonly path: string; readonly value: unknown };
  readonly tokens: readonly string[];
  readonly value: unknown;
  /** Absolute URI of the resource that it belongs to. */
  readonly base: string;
  readonly dialect: Dialect;
}

/** The base URI of documents, so that relative references between them work. */
const nowhere = "oipkit:///";

/** Schema documents by URI, with the resources and anchors inside them. */
export class SchemaResources {
  readonly #resources = new Map<string, ResourcePlace>();
  readonly #roots = new Map<object, ResourcePlace>();
  readonly #anchors = new Map<string, ResourcePlace>();
  readonly #dynamic = new Map<string, Map<string, ResourcePlace>>();
  readonly #given: ReadonlyMap<string, readonly [string, unknown]>;
  /** The dialect of documents that don't name one: that of the first document. */
  #dialect = draft202012;

  /** `schemas` are read when a reference needs them. */
  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.#given = new Map(Object.entries(schemas).map((entry) => [absolute(entry[0], nowhere) ?? "", entry]));
  }

  /** Adds a document; `name` is its name in messages. */
  add(name: string, given: unknown): ResourcePlace {
    const value = withoutRecursion(given);
    const uri = absolute(name, nowhere)?.replace(/#.*$/s, "") ?? nowhere;
    const root = { document: { path: name, value }, tokens: [], value, base: uri, dialect: this.#dialect };
    const node = this.#enter(root, root);
    this.#roots.set(node.document, node);
    if (this.#resources.size === 0) this.#dialect = node.dialect;
    this.#resources.set(uri, node);
    this.#index(node);
    return node;
  }

  /** The root of the document of a schema. */
  documentRoot({ document }: ResourcePlace): ResourcePlace {
    return this.#roots.get(document) as ResourcePlace;
  }

  /** A schema below another one. */
  below(parent: ResourcePlace, ...tokens: readonly string[]): ResourcePlace {
    let value = parent.value;
    for (const token of tokens) value = (value as Record<string, unknown>)[token];
    const { document, base, dialect } = parent;
    return this.#enter({ document, tokens: [...parent.tokens, ...tokens], value, base, dialect }, parent);
  }

  /** The target of a reference, and the name of its `$dynamicAnchor`, if it names one. */
  resolve(from: ResourcePlace, keyword: "$ref" | "$dynamicRef"): { place: ResourcePlace; dynamic?: string } {
    const reference = String((from.value as SchemaObject)[keyword]);
    const broken = (reason: string) => placeError(from, `\`${keyword}\` ${reason}`, keyword);
    const uri = absolute(reference, from.base);
    if (uri === undefined) throw broken(`isn't a valid URI reference: \`${reference}\``);
    const [base = "", fragment = ""] = uri.split("#", 2);
    const resource = this.#resource(base);
    if (resource === undefined) throw broken(`refers to \`${base}\`, which isn't in \`schemas\``);
    const name = decoded(fragment);
    if (name === "") return { place: resource };
    if (name?.startsWith("/")) {
      const node = this.#at(resource, name);
      if (node === undefined) throw broken(`can't be resolved: \`${reference}\``);
      return { place: node };
    }
    const dynamic = this.#dynamic.get(resource.base)?.get(name ?? "");
    const node = dynamic ?? this.#anchors.get(`${resource.base}#${name}`);
    if (node === undefined || name === undefined)
      throw broken(`refers to an unknown anchor: \`${reference}\``);
    if (dynamic) return { place: node, dynamic: name };
    return { place: node };
  }

  /** The dynamic anchors of a resource. */
  dynamicAnchors(base: string): ReadonlyMap<string, ResourcePlace> {
    return this.#dynamic.get(base) ?? new Map();
  }

  #resource(uri: string): ResourcePlace | undefined {
    const known = this.#resources.get(uri);
    if (known !== undefined) return known;
    const [name, value] = this.#given.get(uri) ?? [uri, findMetaSchema(uri)];
    if (value === undefined) return undefined;
    this.add(name, value);
    return this.#resources.get(uri);
  }

  #at(resource: ResourcePlace, pointer: string): ResourcePlace | undefined {
    let node: ResourcePlace = resource;
    let tokens = pointer
      .slice(1)
      .split("/")
      .map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"));
    while (tokens.length > 0) {
      const steps = isSchemaObject(node.value) ? subschemaTokens(node.value, node.dialect) : [];
      const step = steps.find((each) => each.every((token, index) => token === tokens[index])) ?? tokens;
      let value: unknown = node.value;
      for (const token of step) {
        if (value === null || typeof value !== "object" || !Object.hasOwn(value, token)) return undefined;
        value = (value as Record<string, unknown>)[token];
      }
      node = this.below(node, ...step);
      tokens = tokens.slice(step.length);
    }
    return node;
  }

  /** A schema with its own `$id` or `$schema` is a separate resource. */
  #enter(node: ResourcePlace, parent: ResourcePlace): ResourcePlace {
    const { value } = node;
    if (!isSchemaObject(value)) return node;
    const isRoot = node === parent;
    const dialect = this.#nodeDialect(node, isRoot || typeof value.$id === "string");
    const id = declaredId(value, dialect);
    if (id === undefined || id.startsWith("#")) return { ...node, dialect };
    const base = absolute(id, node.base)?.replace(/#.*$/s, "");
    if (base === undefined) throw placeError(node, `\`$id\` isn't a valid URI reference: \`${id}\``, "$id");
    return { ...node, dialect, base };
  }

  #nodeDialect(node: ResourcePlace, mayDiffer: boolean): Dialect {
    const $schema = (node.value as SchemaObject).$schema;
    if (!mayDiffer || typeof $schema !== "string") return node.dialect;
    const uri = absolute($schema, node.base) ?? $schema;
    const dialect = findDialect(uri, (each) => this.#given.get(each)?.[1]);
    if (dialect === undefined)
      throw placeError(node, `\`$schema\` names an unknown dialect: \`${$schema}\``, "$schema");
    return dialect;
  }

  #index(root: ResourcePlace): void {
    const open = [root];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (!isSchemaObject(node.value)) continue;
      const { base, value, dialect } = node;
      if (declaredId(value, dialect) !== undefined && !this.#resources.has(base))
        this.#resources.set(base, node);
      const isNew = !ignoresSiblings(dialect);
      const anchor = isNew ? value.$anchor : declaredId(value, dialect)?.match(/^[^#]*#(.+)$/)?.[1];
      if (typeof anchor === "string") this.#anchors.set(`${base}#${anchor}`, node);
      if (isNew && typeof value.$dynamicAnchor === "string") {
        const dynamic = this.#dynamic.get(base) ?? new Map<string, ResourcePlace>();
        this.#dynamic.set(base, dynamic.set(value.$dynamicAnchor, node));
      }
      for (const tokens of subschemaTokens(value, dialect)) open.push(this.below(node, ...tokens));
    }
  }
}

/** An error at a place in a schema. */
export function placeError(node: ResourcePlace, reason: string, ...tokens: readonly string[]): SchemaError {
  const pointer = toPointer([...node.tokens, ...tokens]);
  return new SchemaError(reason, { document: node.document.path, pointer });
}

/** In draft-06 and draft-07, keywords next to a `$ref` are ignored. */
function declaredId({ $id, $ref }: SchemaObject, dialect: Dialect): string | undefined {
  if (typeof $id === "string" && !(ignoresSiblings(dialect) && $ref !== undefined)) return $id;
  return undefined;
}

function absolute(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
