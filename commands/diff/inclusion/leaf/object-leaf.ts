import type { Names } from "../goal/formula.js";
import { fails, fulfils, type Goal, holds, none, type Outcome } from "../goal/goal.js";
import { freshNames, type NameRules } from "./fresh-names.js";
import { atomsOf, type Leaf, sizeRange } from "./leaf.js";
import { includes, schemasFor } from "./member-names.js";
import { withRules } from "./rule-values.js";

/** A member that must be there. */
interface Demand {
  readonly names: Names | undefined;
  /** What its value must fulfil, and its name. */
  readonly value: Goal;
  readonly name: Goal;
}

interface Search {
  readonly leaf: Leaf;
  readonly rules: NameRules;
  readonly absent: ReadonlySet<string>;
  readonly least: number;
  readonly most: number;
  goalFor(name: string): Goal;
  mayBeNamed(name: string): boolean;
}

/** Objects of more members aren't searched for. */
const mostMembers = 200;

/** An object for the schemas of its members, for members that must be there, and for its size. */
export function solveObject(leaf: Leaf): Outcome {
  const groups = atomsOf(leaf, "members").map(({ members }) => members);
  const names = atomsOf(leaf, "names").map(({ node }) => holds(node));
  const presence = atomsOf(leaf, "present");
  const some = atomsOf(leaf, "someMember");
  const required = presence.filter((each) => each.holds).map(({ name }) => name);
  const patterns = groups.flatMap((group) => [...group.patterns.keys()]);
  const known = new Set([
    ...required,
    ...presence.map(({ name }) => name),
    ...groups.flatMap(({ properties }) => [...properties.keys()]),
    ...some.flatMap((each) => (each.names.kind === "name" ? [each.names.name] : each.names.except)),
  ]);
  const goals = new Map<string, Goal>();
  const search: Search = {
    leaf,
    rules: { patterns, deciding: [], schemas: names, known },
    absent: new Set(presence.filter((each) => !each.holds).map(({ name }) => name)),
    ...sizeRange(leaf),
    goalFor: (name) => {
      const goal = goals.get(name) ?? schemasFor(name, groups);
      goals.set(name, goal);
      return goal;
    },
    mayBeNamed: (name) => fulfils(names, name),
  };
  if (search.least > search.most) return none;
  const members = new Map<string, Goal>();
  for (const name of required) {
    if (!allows(search, name)) return none;
    members.set(name, search.goalFor(name));
  }
  const demands: Demand[] = [
    ...some.map(({ names: which, node }) => ({ names: which, value: [fails(node)], name: [] })),
    ...atomsOf(leaf, "someName").map(({ node }) => ({ names: undefined, value: [], name: [fails(node)] })),
  ];
  for (const goal of members.values()) {
    const value = leaf.solve(goal);
    if (value.kind === "none") return none;
  }
  return place(search, members, demands);
}

function allows(search: Search, name: string): boolean {
  return !search.absent.has(name) && search.mayBeNamed(name);
}

/** Finds a member for each demand in turn: one that is there, one that is known, or a new one. */
function place(search: Search, members: ReadonlyMap<string, Goal>, demands: readonly Demand[]): Outcome {
  search.leaf.spend();
  if (members.size > search.most) return none;
  const [demand, ...others] = demands;
  if (demand === undefined) return filled(search, members);
  let outcome: Outcome = none;
  for (const found of namesFor(search, members, { demand, others })) {
    if (found.kind === "unknown") outcome = found;
    if (found.kind !== "value") continue;
    const name = found.value as string;
    const goal = [...(members.get(name) ?? search.goalFor(name)), ...demand.value];
    const value = search.leaf.solve(goal);
    if (value.kind === "none") continue;
    const placed = place(search, new Map([...members, [name, goal]]), others);
    if (placed.kind === "value") return placed;
    if (placed.kind === "unknown") outcome = placed;
  }
  return outcome;
}

function* namesFor(
  search: Search,
  members: ReadonlyMap<string, Goal>,
  { demand, others }: { readonly demand: Demand; readonly others: readonly Demand[] },
): Generator<Outcome> {
  const { names, name: nameGoal } = demand;
  const known =
    names?.kind === "name" ? [names.name] : [...new Set([...members.keys(), ...search.rules.known])];
  for (const name of known)
    if ((names === undefined || includes(names, name)) && fulfils(nameGoal, name) && allows(search, name))
      yield { kind: "value", value: name };
  // One new name may meet the following demands, too, while another can't.
  const which = others.flatMap((other) => (other.names?.kind === "names" ? [other.names] : []));
  const rules = {
    ...search.rules,
    patterns: [...search.rules.patterns, ...which.flatMap((each) => [...each.matching, ...each.notMatching])],
    deciding: others.flatMap(({ name }) => name.map(({ node }) => node)),
    schemas: [...search.rules.schemas, ...nameGoal],
  };
  yield* freshNames(search.leaf, rules, { names, taken: [...members.keys()] });
}

/** Adds members until there are enough, and finds their values. */
function filled(search: Search, members: ReadonlyMap<string, Goal>): Outcome {
  const enough = new Map(members);
  let doubt: Outcome | undefined;
  const add = (name: string): void => {
    const goal = search.goalFor(name);
    const value = search.leaf.solve(goal);
    if (value.kind === "value") enough.set(name, goal);
    if (value.kind === "unknown") doubt = value;
  };
  if (search.least > mostMembers)
    return { kind: "unknown", reason: "an object of so many members isn't searched for" };
  for (const name of search.rules.known)
    if (enough.size < search.least && !enough.has(name) && allows(search, name)) add(name);
  while (enough.size < search.least) {
    const before = enough.size;
    for (const name of freshNames(search.leaf, search.rules, {
      names: undefined,
      taken: [...enough.keys()],
    })) {
      if (name.kind === "unknown") doubt = name;
      if (name.kind === "value" && enough.size < search.least) add(name.value as string);
    }
    if (enough.size === before) return doubt ?? none;
  }
  const entries: [string, unknown][] = [];
  for (const [name, goal] of enough) {
    const value = search.leaf.solve(goal);
    if (value.kind !== "value") return value;
    entries.push([name, value.value]);
  }
  return checked(search.leaf, objectOf(entries));
}

/** An object in which `__proto__` is a name like any other. */
function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

function checked(leaf: Leaf, object: Record<string, unknown>): Outcome {
  const rules = atomsOf(leaf, "rule").map(({ rule, holds }) => ({ node: { rules: [rule] }, holds }));
  // An object that is refused for another reason says nothing about a rule.
  const strict = { ...leaf, goal: [...leaf.goal, ...rules] };
  if (fulfils(strict.goal, object)) return { kind: "value", value: object };
  const found = rules.length > 0 ? withRules(strict, object) : none;
  if (found.kind === "value") return found;
  if (fulfils(leaf.goal, object)) return { kind: "value", value: object };
  return found.kind === "unknown"
    ? found
    : { kind: "unknown", reason: "the object that was found isn't accepted" };
}
