import { isDeepStrictEqual } from "node:util";
import type { Node, NodeObject } from "../nodes/node.js";
import { leadsTo } from "./alternatives.js";
import { failAt, type Search, type Slot } from "./search.js";

/** Longer lists aren't made. */
const mostItems = 200;

/** Lists for a place: with as many items as needed, and one where everything is written. */
export function* listValues(parts: readonly NodeObject[], slot: Slot, search: Search): Generator<unknown[]> {
  const contained = parts.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined ? [] : [minContains],
  );
  const least = Math.max(0, ...contained, ...parts.map(({ minItems = 0 }) => minItems));
  const most = Math.min(...parts.map(({ maxItems = Number.POSITIVE_INFINITY }) => maxItems));
  const listed = Math.max(0, ...parts.map(({ prefixItems = [] }) => prefixItems.length));
  if (least > mostItems) return;
  const full = slot.size === "full" ? [Math.min(most, Math.max(least, listed, 1))] : [];
  for (const length of new Set([...full, least, listed])) {
    const list = listOf(parts, slot, { length, search });
    if (list !== undefined) yield list;
  }
}

interface Wanted {
  readonly length: number;
  readonly search: Search;
}

function listOf(parts: readonly NodeObject[], slot: Slot, { length, search }: Wanted): unknown[] | undefined {
  const isUnique = parts.some(({ uniqueItems }) => uniqueItems === true);
  const list: unknown[] = [];
  for (let at = 0; at < length; at++) {
    const nodes = itemNodes(parts, at);
    const size = leadsTo(nodes, slot.ancestors) ? "small" : slot.size;
    const path = [...slot.path, String(at)];
    const item = firstOf(search.valuesFor({ ...slot, nodes, path, size }), (value) =>
      isUnique ? !list.some((other) => isDeepStrictEqual(other, value)) : true,
    );
    if (item === undefined) {
      failAt(search, path);
      return undefined;
    }
    list.push(item.value);
  }
  return list;
}

/** Distinct values are looked for among this many. */
const mostTried = 2 * mostItems;

function firstOf(
  values: Generator<unknown>,
  fits: (value: unknown) => boolean,
): { readonly value: unknown } | undefined {
  let tried = 0;
  for (const value of values) {
    if (fits(value)) return { value };
    if (++tried > mostTried) return undefined;
  }
  return undefined;
}

/** The schemas of the item at a position; the first items are also those that the list must contain. */
function itemNodes(parts: readonly NodeObject[], at: number): readonly Node[] {
  return parts.flatMap(({ prefixItems = [], items, unevaluatedItems, contains, minContains = 1 }) => [
    ...[prefixItems[at] ?? items ?? unevaluatedItems ?? []].flat(),
    ...(contains !== undefined && at < minContains ? [contains] : []),
  ]);
}
