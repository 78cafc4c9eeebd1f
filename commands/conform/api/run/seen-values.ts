import type { Node } from "../../../../reader/validation/nodes/node.js";
import { holds } from "../../../../reader/validation/synthesis/search.js";
import { singular } from "../contract/api-resources.js";
import { isRecord } from "./item-names.js";

type Scalar = string | number;

/** Values that are kept of one member. */
const mostKept = 20;

/** Longer texts are no names of items. */
const longestText = 300;

/** Deeper members aren't looked at. */
const mostDepth = 4;

/** What answers have shown, by the names of members: the tags of an item are values for a path such as `/tags/{tag}`. */
export class SeenValues {
  readonly #values = new Map<string, Scalar[]>();

  /** Keeps the texts and numbers of an answer. */
  note(value: unknown, depth = 0): void {
    if (depth > mostDepth) return;
    if (Array.isArray(value)) for (const item of value.slice(0, 3)) this.note(item, depth + 1);
    if (!isRecord(value)) return;
    for (const [name, member] of Object.entries(value).slice(0, 100)) {
      const own: readonly unknown[] = Array.isArray(member) ? member.slice(0, 3) : [member];
      for (const each of own) if (isShortScalar(each)) this.#keep(name, each);
      this.note(member, depth + 1);
    }
  }

  /** The latest value of members that are called like this, in the singular or the plural, if a schema allows it. */
  find(name: string, node: Node | undefined): Scalar | undefined {
    return this.#values
      .get(singular(name))
      ?.findLast((each) => each !== "" && (node === undefined || holds(node, each)));
  }

  #keep(name: string, value: Scalar): void {
    const key = singular(name);
    const known = this.#values.get(key) ?? [];
    this.#values.set(key, known);
    if (known.at(-1) === value) return;
    known.push(value);
    if (known.length > mostKept) known.shift();
  }
}

function isShortScalar(value: unknown): value is Scalar {
  if (typeof value === "string") return value.length <= longestText;
  return typeof value === "number";
}
