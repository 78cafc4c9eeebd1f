import { valueAt } from "@oipkit/runtime/json-pointer";
import type { ValidationRule } from "../../../../reader/validation/nodes/node.js";
import { withRules as keepingRules } from "../../../../reader/validation/synthesis/compound-values.js";
import { synthesise } from "../../../../reader/validation/synthesis/synthesise.js";
import { fails, fulfils, type Goal, holds, type NameSet, none, type Solution } from "../goal/goal.js";
import {
  firstFit,
  freshNames,
  includes,
  type Leaf,
  leafAtoms,
  type NameRules,
  schemasFor,
  sizeRange,
} from "./leaf.js";

/** A member that must be there. */
interface Demand {
  readonly names: NameSet | undefined;
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
export function solveObject(leaf: Leaf): Solution {
  const groups = leafAtoms(leaf, "members").map(({ members }) => members);
  const names = leafAtoms(leaf, "names").map(({ node }) => holds(node));
  const presence = leafAtoms(leaf, "present");
  const some = leafAtoms(leaf, "someMember");
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
    ...leafAtoms(leaf, "someName").map(({ node }) => ({ names: undefined, value: [], name: [fails(node)] })),
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
function place(search: Search, members: ReadonlyMap<string, Goal>, demands: readonly Demand[]): Solution {
  search.leaf.spend();
  if (members.size > search.most) return none;
  const [demand, ...others] = demands;
  if (demand === undefined) return filled(search, members);
  let outcome: Solution = none;
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
): Generator<Solution> {
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
function filled(search: Search, members: ReadonlyMap<string, Goal>): Solution {
  const enough = new Map(members);
  let doubt: Solution | undefined;
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
  return checked(search.leaf, toObject(entries));
}

/** An object in which `__proto__` is a name like any other. */
function toObject(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

function checked(leaf: Leaf, object: Record<string, unknown>): Solution {
  const rules = leafAtoms(leaf, "rule").map(({ rule, holds }) => ({ node: { rules: [rule] }, holds }));
  // An object that is refused for another reason says nothing about a rule.
  const strict = { ...leaf, goal: [...leaf.goal, ...rules] };
  if (fulfils(strict.goal, object)) return { kind: "value", value: object };
  const found = rules.length > 0 ? withRules(strict, object) : none;
  if (found.kind === "value") return found;
  if (fulfils(leaf.goal, object)) return { kind: "value", value: object };
  if (found.kind === "unknown") return found;
  return { kind: "unknown", reason: "the object that was found isn't accepted" };
}

type Members = Record<string, unknown>;

/** An object for rules between its members, which are tried rather than solved. */
function withRules(leaf: Leaf, object: Members): Solution {
  const found = firstFit(leaf, candidates(leaf, object));
  if (found.kind === "value") return found;
  return { kind: "unknown", reason: "no object was found for the rules between fields (`x-rules`)" };
}

function* candidates(leaf: Leaf, object: Members): Generator<Members> {
  const rules = leafAtoms(leaf, "rule");
  const kept = rules.filter(({ holds }) => holds).map(({ rule }) => rule);
  const broken = rules.filter(({ holds }) => !holds).map(({ rule }) => rule);
  for (const base of [object, ...fullObjects(leaf)])
    for (const keeping of keepingRules([{ rules: kept }], base))
      for (const breaking of ways) {
        const changed = structuredClone(keeping) as Members;
        for (const rule of broken) breaking(changed, rule);
        yield changed;
      }
}

/** An object with everything that the schemas declare. */
function fullObjects({ goal }: Leaf): Members[] {
  const nodes = goal.filter(({ holds }) => holds).map(({ node }) => node);
  const made = synthesise({ allOf: nodes }, { size: "full" });
  if (made.kind === "value" && typeof made.value === "object" && made.value !== null)
    return [made.value as Members];
  return [];
}

type Change = (object: Members, rule: ValidationRule) => void;

/** Ways to break a rule whose members are there. */
const ways: readonly Change[] = [
  (object, rule) => replace(object, rule, ([a]) => [other(a), undefined]),
  (object, rule) => replace(object, rule, ([, b]) => [undefined, other(b)]),
  (object, rule) => replace(object, rule, ([a, b]) => [b, a]),
  (object, rule) => replace(object, rule, ([, b]) => [b, undefined]),
  (object, rule) => replace(object, rule, () => ["2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"]),
];

function replace(
  object: Members,
  { equal, later }: ValidationRule,
  values: (values: readonly [unknown, unknown]) => readonly [unknown, unknown],
): void {
  const paths = equal ?? later;
  if (paths === undefined) return;
  const [a, b] = paths.map((path) => valueAt(object, path));
  if (a === undefined || b === undefined) return;
  for (const [at, value] of values([a, b]).entries()) {
    const path = paths[at] ?? [];
    const parent = valueAt(object, path.slice(0, -1));
    const name = path.at(-1);
    if (value === undefined || typeof parent !== "object" || parent === null || name === undefined) continue;
    Object.defineProperty(parent, name, { value, enumerable: true, writable: true, configurable: true });
  }
}

/** Another value of the same shape, if possible. */
function other(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return value;
  const digit = value.search(/[0-9][^0-9]*$/);
  if (digit < 0) return `${value}x`;
  const next = String((Number(value[digit]) + 1) % 10);
  return value.slice(0, digit) + next + value.slice(digit + 1);
}
