import { SchemaError } from "../violation.js";
import {
  type Definition,
  type Node,
  type NodeObject,
  type NodeReference,
  nodesIn,
  reachableDefinitions,
} from "./node.js";

/** Definitions by their keys. Each is built once, after the one that refers to it, so that cycles end. */
export class Definitions {
  readonly #known = new Map<string, { readonly key: string; readonly at: string; node: Node }>();
  readonly #open: (() => void)[] = [];
  readonly #broken = new Map<Definition, SchemaError>();

  /**
   * The definition of a key; `build` makes its node unless it exists. Throws `SchemaError` if it, or anything that it
   * refers to, is invalid.
   */
  of(key: string, at: string, build: () => Node): Definition {
    const definition = this.#ask(key, at, build);
    for (let next = this.#open.pop(); next !== undefined; next = this.#open.pop()) next();
    if (this.#broken.size === 0) return definition;
    for (const each of reachableDefinitions([definition])) {
      const error = this.#broken.get(each);
      if (error !== undefined) throw error;
    }
    return definition;
  }

  /** A reference to a definition; the node is made later. */
  reference(key: string, at: string, build: () => Node): NodeReference {
    const definition = this.#ask(key, at, build);
    return Object.assign(() => definition.node, { definition });
  }

  #ask(key: string, at: string, build: () => Node): Definition {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const definition = { key, at, node: false as Node };
    this.#known.set(key, definition);
    this.#open.push(() => {
      try {
        definition.node = build();
      } catch (error) {
        if (!(error instanceof SchemaError)) throw error;
        this.#broken.set(definition, error);
      }
    });
    return definition;
  }
}

/**
 * Marks properties as secret if any definition marks their name so (`x-secret`). A schema that narrows such a
 * property elsewhere may lack the mark, so the name decides which values are kept out of messages.
 */
export function markSecrets(definitions: readonly Definition[]): void {
  const properties = definitions.flatMap(({ node }) => [...nodesIn(node)].flatMap(namedProperties));
  const names = new Set(properties.flatMap(([name, node]) => (isSecret(node) ? [name] : [])));
  for (const [name, node] of properties) if (names.has(name)) node.secret = true;
}

function namedProperties({ properties = {} }: NodeObject): (readonly [string, NodeObject])[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    if (typeof node === "boolean") return [];
    return [[name, node] as const];
  });
}

function isSecret(node: NodeObject): boolean {
  if (node.secret === true) return true;
  const target = typeof node.$ref === "function" ? node.$ref() : undefined;
  return typeof target === "object" && target.secret === true;
}
