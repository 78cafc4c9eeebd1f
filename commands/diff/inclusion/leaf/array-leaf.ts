import type { Node } from "../../../../reader/validation/nodes/node.js";
import { fails, fulfils, type Goal, holds, none, type Solution } from "../goal/goal.js";
import { type Leaf, leafAtoms, sizeRange } from "./leaf.js";

/** Arrays of more items aren't searched for. */
const mostItems = 64;

/** An array for the schemas of its items, for items that must be there, and for its size. */
export function solveArray(leaf: Leaf): Solution {
  const { least, most } = sizeRange(leaf);
  const lists = leafAtoms(leaf, "items");
  const single = leafAtoms(leaf, "item");
  const some = leafAtoms(leaf, "someItem");
  const contained = leafAtoms(leaf, "contains");
  const unique = leafAtoms(leaf, "unique");
  const lowest = Math.max(least, ...single.map(({ at }) => at + 1));
  const first = Math.max(0, ...lists.map((each) => each.first.length), ...some.map(({ from }) => from));
  const wanted = some.length + contained.reduce((sum, each) => sum + each.least, 0);
  const twice = unique.some((each) => !each.holds) ? 2 : 0;
  // More items than these can't help: the further ones are all alike, and each demand needs one.
  const longest = Math.max(lowest, first) + wanted + twice;
  let outcome: Solution = none;
  for (let length = lowest; length <= Math.min(most, longest); length++) {
    if (length > mostItems)
      return { kind: "unknown", reason: "an array of so many items isn't searched for" };
    const base = Array.from(
      { length },
      (_, at): Goal => [
        ...lists.map((list) => holds(list.first[at] ?? (at < list.first.length ? true : list.rest))),
        ...single.filter((each) => each.at === at).map(({ node }) => fails(node)),
      ],
    );
    for (const goals of placements(base, { some, contained })) {
      leaf.spend();
      const found = twice > 0 ? withEqualItems(leaf, goals) : withItems(leaf, goals, unique.length > 0);
      if (found.kind === "value") return found;
      if (found.kind === "unknown") outcome = found;
    }
  }
  return outcome;
}

function withItems(leaf: Leaf, goals: readonly Goal[], unique: boolean): Solution {
  const items: unknown[] = [];
  for (const goal of goals) {
    const others = unique ? items.map((value) => fails({ enum: [value] })) : [];
    const item = leaf.solve([...goal, ...others]);
    if (item.kind === "value") items.push(item.value);
    else if (item.kind === "unknown" || items.length === 0 || !unique) return item;
    else return isUniform(goals) ? none : unfinished(leaf, goals);
  }
  return checked(leaf, items);
}

/** If each item has the same schemas, then taking any different ones in turn finds as many as there are. */
function isUniform(goals: readonly Goal[]): boolean {
  const [first] = goals;
  return goals.every(
    (goal) =>
      goal.length === first?.length &&
      goal.every(({ node, holds }, at) => node === first[at]?.node && holds === first[at]?.holds),
  );
}

function unfinished(leaf: Leaf, goals: readonly Goal[]): Solution {
  const impossible = goals.some((goal) => leaf.solve(goal).kind === "none");
  if (impossible) return none;
  return { kind: "unknown", reason: "different items were not found" };
}

function withEqualItems(leaf: Leaf, goals: readonly Goal[]): Solution {
  let outcome: Solution = none;
  for (let second = 1; second < goals.length; second++)
    for (let first = 0; first < second; first++) {
      leaf.spend();
      const both = [...(goals[first] ?? []), ...(goals[second] ?? [])];
      const equal = goals.map((goal, at) => (at === first || at === second ? both : goal));
      const found = solveItems(leaf, equal, [first, second]);
      if (found.kind === "value") return found;
      if (found.kind === "unknown") outcome = found;
    }
  return outcome;
}

function solveItems(leaf: Leaf, goals: readonly Goal[], [from = 0, to = 0]: readonly number[]): Solution {
  const items: unknown[] = [];
  for (const goal of goals) {
    const item = leaf.solve(goal);
    if (item.kind !== "value") return item;
    items.push(item.value);
  }
  items[to] = items[from];
  return checked(leaf, items);
}

function checked(leaf: Leaf, items: readonly unknown[]): Solution {
  if (fulfils(leaf.goal, items)) return { kind: "value", value: items };
  return { kind: "unknown", reason: "the array that was found isn't accepted" };
}

/** What some items must be, without saying which ones. */
interface Demands {
  readonly some: readonly { readonly from: number; readonly node: Node }[];
  readonly contained: readonly { readonly node: Node; readonly least: number; readonly most: number }[];
}

/** The goals of the items for each way to choose the items that meet the demands. */
function* placements(base: readonly Goal[], { some, contained }: Demands): Generator<readonly Goal[]> {
  const [demand, ...others] = some;
  if (demand !== undefined) {
    for (let at = demand.from; at < base.length; at++)
      yield* placements(
        base.map((goal, index) => (index === at ? [...goal, fails(demand.node)] : goal)),
        { some: others, contained },
      );
    return;
  }
  const [count, ...rest] = contained;
  if (count === undefined) {
    yield base;
    return;
  }
  const { node, least, most } = count;
  // Without an upper limit, whether the other items count doesn't matter.
  const open = !Number.isFinite(most);
  for (let size = least; size <= (open ? least : Math.min(most, base.length)); size++)
    for (const chosen of choices(base.length, size))
      yield* placements(
        base.map((goal, at) => {
          if (chosen.has(at)) return [...goal, holds(node)];
          if (open) return goal;
          return [...goal, fails(node)];
        }),
        { some: [], contained: rest },
      );
}

/** The sets of so many numbers below a limit. */
function* choices(limit: number, size: number, from = 0): Generator<ReadonlySet<number>> {
  if (size === 0) {
    yield new Set();
    return;
  }
  for (let at = from; at <= limit - size; at++)
    for (const others of choices(limit, size - 1, at + 1)) yield new Set([at, ...others]);
}
