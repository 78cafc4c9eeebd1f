import type { Definition, Node, NodeObject, Reference } from "./node.js";
import { nodesIn } from "./node.js";

/** Definitions by their keys; each is built once, and only after the one that refers to it, so that circles end. */
export class Definitions {
  readonly #known = new Map<string, { readonly key: string; node: Node }>();
  readonly #open: (() => void)[] = [];

  /** The definition of a key. `build` makes its node, unless that is known. */
  of(key: string, build: () => Node): Definition {
    const definition = this.#ask(key, build);
    this.#buildOpen();
    return definition;
  }

  /** A reference to a definition, whose node is made later. */
  reference(key: string, build: () => Node): Reference {
    const definition = this.#ask(key, build);
    return Object.assign(() => definition.node, { definition });
  }

  /** Everything that was asked for. */
  get all(): readonly Definition[] {
    return [...this.#known.values()];
  }

  #ask(key: string, build: () => Node): Definition {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const definition = { key, node: false as Node };
    this.#known.set(key, definition);
    this.#open.push(() => {
      definition.node = build();
    });
    return definition;
  }

  #buildOpen(): void {
    for (let build = this.#open.pop(); build !== undefined; build = this.#open.pop()) build();
  }
}

/**
 * Marks the properties of a name that some definition says is secret (`x-secret`). A schema that narrows such a
 * property elsewhere may not say so, so it is the name that keeps the value out of every message.
 */
export function markSecrets(definitions: readonly Definition[]): void {
  const properties = definitions.flatMap(({ node }) => [...nodesIn(node)].flatMap(propertiesOf));
  const names = new Set(properties.flatMap(([name, node]) => (isSecret(node) ? [name] : [])));
  for (const [name, node] of properties) if (names.has(name)) node.secret = true;
}

function propertiesOf({ properties = {} }: NodeObject): (readonly [string, NodeObject])[] {
  return Object.entries(properties).flatMap(([name, node]) =>
    typeof node === "boolean" ? [] : [[name, node] as const],
  );
}

function isSecret(node: NodeObject): boolean {
  if (node.secret === true) return true;
  const target = typeof node.$ref === "function" ? node.$ref() : undefined;
  return typeof target === "object" && target.secret === true;
}
