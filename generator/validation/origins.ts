import { type Level, weightier } from "./level.js";
import type { Rule } from "./rules.js";

/** A schema object of a document; what of `Place` it takes to say where a failed keyword stands. */
export interface Origin {
  readonly document: { readonly path: string; readonly value: unknown };
  readonly tokens: readonly string[];
  readonly value: unknown;
  /** What the document calls the keyword, where linking gave it another name. */
  readonly keyword?: string;
  /** How much it weighs, where it isn't a `must`. */
  readonly level?: Level | undefined;
}

/**
 * Where each keyword of a linked schema comes from: the place of the schema object that holds it in a
 * contract. `required` and `x-rules` of several schemas are put together, so each of their items has an
 * origin of its own.
 */
export class Origins {
  readonly #places = new WeakMap<object, Map<string, Origin>>();

  record(node: object, keyword: string, place: Origin): void {
    const places = this.#places.get(node) ?? new Map<string, Origin>();
    this.#places.set(node, places);
    places.set(keyword, place);
    const value = (place.value as Record<string, unknown>)[keyword];
    if (!Array.isArray(value)) return;
    if (keyword === "required") for (const name of value) places.set(`required ${String(name)}`, place);
    if (keyword === "x-rules") for (const { rule } of value as Rule[]) places.set(`x-rules ${rule}`, place);
  }

  /** A merged node has the origins of both, `own`'s first where it holds the keyword's value. */
  inherit(node: object, own: unknown, base: unknown): void {
    const places = new Map<string, Origin>();
    for (const from of [base, own]) {
      if (from === null || typeof from !== "object") continue;
      for (const [keyword, place] of this.#places.get(from) ?? []) {
        const held = (node as Record<string, unknown>)[keyword];
        const theirs = (from as Record<string, unknown>)[keyword];
        const before = places.get(keyword);
        const next = before === undefined || held === undefined || held === theirs ? place : before;
        places.set(
          keyword,
          before === undefined ? next : { ...next, level: weightier(before.level, place.level) },
        );
      }
    }
    // A value that one of the two doesn't allow may be forbidden by the other as well.
    for (const keyword of valueKeywords) {
      const place = places.get(keyword);
      const level = valueKeywords
        .map((each) => places.get(each))
        .reduce(
          (weight, each) => (each === undefined ? weight : weightier(weight, each.level)),
          place?.level,
        );
      if (place !== undefined && place.level !== level) places.set(keyword, { ...place, level });
    }
    this.#places.set(node, places);
  }

  /** A node that takes the place of another one is as secret as that was. */
  keepSecret(node: unknown, replaced: unknown): unknown {
    if (node === null || typeof node !== "object" || replaced === null || typeof replaced !== "object")
      return node;
    const secret = this.of(replaced, "x-secret");
    if (secret !== undefined) this.record(node, "x-secret", secret);
    return node;
  }

  /** The schema object that holds the keyword (or the item of it), as it stands in a contract. */
  of(node: object, keyword: string, item?: string): Origin | undefined {
    const places = this.#places.get(node);
    return (item === undefined ? undefined : places?.get(`${keyword} ${item}`)) ?? places?.get(keyword);
  }

  /** Any place that the node comes from. */
  any(node: object): Origin | undefined {
    return this.#places.get(node)?.values().next().value;
  }
}

const valueKeywords = ["enum", "const"];
