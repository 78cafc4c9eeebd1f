import type { Definition, Node, NodeObject, Reference } from "../../../reader/validation/nodes/node.js";
import { inPlace } from "./in-place.js";

/** Schemas have about one group each in real contracts; if they refer to each other, there could be one for each set (guessed). */
const groupsPerNode = 4;
const fewGroups = 1_000;

class TooManyGroups extends Error {}

/**
 * What a sender may send beyond the words of a schema: only members that it declares. An object is open so that members
 * can be added later; that doesn't mean that today's programs send any. An object without declared members, or with
 * a schema for further ones, may have any name.
 */
export class DeclaredMembers {
  readonly #known = new Map<string, Reference>();
  readonly #numbers = new Map<Node, number>();

  /**
   * A schema that refuses objects with members that a schema doesn't declare, at each level. `undefined`: the schemas below it combine in too
   * many ways.
   */
  of(node: Node): Node | undefined {
    const before = new Set(this.#known.keys());
    try {
      return this.#of([node]);
    } catch (error) {
      if (!(error instanceof TooManyGroups || error instanceof RangeError)) throw error;
      // What was begun isn't complete.
      for (const key of [...this.#known.keys()].filter((each) => !before.has(each))) this.#known.delete(key);
      return undefined;
    }
  }

  #of(nodes: readonly Node[]): Node {
    const applied = inPlace(nodes);
    if (!applied.some(hasParts)) return true;
    const key = applied
      .map((node) => this.#number(node))
      .sort((a, b) => a - b)
      .join();
    const known = this.#known.get(key);
    if (known !== undefined) return { $ref: known };
    if (this.#known.size >= fewGroups + groupsPerNode * this.#numbers.size) throw new TooManyGroups();
    const definition: { key: string; at: string; node: Node } = { key, at: "", node: true };
    const reference = Object.assign(() => definition.node, { definition: definition as Definition });
    this.#known.set(key, reference);
    definition.node = this.#build(applied);
    return { $ref: reference };
  }

  #build(applied: readonly NodeObject[]): Node {
    const node: NodeObject = {};
    const properties = grouped(applied.map((each) => each.properties));
    const patterns = grouped(applied.map((each) => each.patternProperties));
    const further = applied.flatMap((each) => [each.additionalProperties, each.unevaluatedProperties]);
    const names = applied.flatMap((each) => [
      ...(each.required ?? []),
      ...Object.entries(each.dependentRequired ?? {}).flat(2),
    ]);
    if (properties.size > 0) {
      for (const name of names) if (!properties.has(name)) properties.set(name, []);
      node.properties = Object.fromEntries([...properties].map(([name, nodes]) => [name, this.#of(nodes)]));
    }
    if (patterns.size > 0)
      node.patternProperties = Object.fromEntries(
        [...patterns].map(([name, nodes]) => [name, this.#of(nodes)]),
      );
    const open = further.filter((each) => each !== undefined && each !== false);
    if (open.length > 0) node.additionalProperties = this.#of(open as Node[]);
    else if (properties.size > 0 || patterns.size > 0) node.additionalProperties = false;
    const items = applied.flatMap((each) => each.items ?? []);
    const unevaluated = applied.flatMap((each) => each.unevaluatedItems ?? []);
    const longest = Math.max(0, ...applied.map(({ prefixItems = [] }) => prefixItems.length));
    if (longest > 0)
      node.prefixItems = Array.from({ length: longest }, (_, at) =>
        this.#of(applied.flatMap(({ prefixItems, items: rest }) => prefixItems?.[at] ?? rest ?? [])),
      );
    if (items.length + unevaluated.length > 0) node.items = this.#of([...items, ...unevaluated]);
    return node;
  }

  #number(node: Node): number {
    const known = this.#numbers.get(node) ?? this.#numbers.size;
    this.#numbers.set(node, known);
    return known;
  }
}

function hasParts(node: NodeObject): boolean {
  return partKeywords.some((keyword) => node[keyword] !== undefined);
}

const partKeywords = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "required",
  "prefixItems",
  "items",
  "unevaluatedItems",
] as const;

function grouped(maps: readonly (Readonly<Record<string, Node>> | undefined)[]): Map<string, Node[]> {
  const groups = new Map<string, Node[]>();
  for (const map of maps)
    for (const [name, node] of Object.entries(map ?? {}))
      groups.set(name, [...(groups.get(name) ?? []), node]);
  return groups;
}
