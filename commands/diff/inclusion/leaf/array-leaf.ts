import { fails, fulfils, type Goal, holds, none, type Outcome } from "../goal/goal.js";
import { atomsOf, type Leaf, sizeRange } from "./leaf.js";
import { placements } from "./placements.js";

/** Arrays of more items aren't searched for. */
const mostItems = 64;

/** An array for the schemas of its items, for items that must be there, and for its size. */
export function solveArray(leaf: Leaf): Outcome {
  const { least, most } = sizeRange(leaf);
  const lists = atomsOf(leaf, "items");
  const single = atomsOf(leaf, "item");
  const some = atomsOf(leaf, "someItem");
  const contained = atomsOf(leaf, "contains");
  const unique = atomsOf(leaf, "unique");
  const lowest = Math.max(least, ...single.map(({ at }) => at + 1));
  const first = Math.max(0, ...lists.map((each) => each.first.length), ...some.map(({ from }) => from));
  const wanted = some.length + contained.reduce((sum, each) => sum + each.least, 0);
  const twice = unique.some((each) => !each.holds) ? 2 : 0;
  // More items than these can't help: the further ones are all alike, and each demand needs one.
  const longest = Math.max(lowest, first) + wanted + twice;
  let outcome: Outcome = none;
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

function withItems(leaf: Leaf, goals: readonly Goal[], unique: boolean): Outcome {
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

function unfinished(leaf: Leaf, goals: readonly Goal[]): Outcome {
  const impossible = goals.some((goal) => leaf.solve(goal).kind === "none");
  return impossible ? none : { kind: "unknown", reason: "different items were not found" };
}

function withEqualItems(leaf: Leaf, goals: readonly Goal[]): Outcome {
  let outcome: Outcome = none;
  for (let second = 1; second < goals.length; second++)
    for (let first = 0; first < second; first++) {
      leaf.spend();
      const both = [...(goals[first] ?? []), ...(goals[second] ?? [])];
      const equal = goals.map((goal, at) => (at === first || at === second ? both : goal));
      const found = itemsOf(leaf, equal, [first, second]);
      if (found.kind === "value") return found;
      if (found.kind === "unknown") outcome = found;
    }
  return outcome;
}

function itemsOf(leaf: Leaf, goals: readonly Goal[], [from = 0, to = 0]: readonly number[]): Outcome {
  const items: unknown[] = [];
  for (const goal of goals) {
    const item = leaf.solve(goal);
    if (item.kind !== "value") return item;
    items.push(item.value);
  }
  items[to] = items[from];
  return checked(leaf, items);
}

function checked(leaf: Leaf, items: readonly unknown[]): Outcome {
  if (fulfils(leaf.goal, items)) return { kind: "value", value: items };
  return { kind: "unknown", reason: "the array that was found isn't accepted" };
}
