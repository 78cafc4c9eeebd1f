import { compilePattern } from "../../../../reader/patterns/compile-pattern.js";
import type { Node } from "../../../../reader/validation/nodes/node.js";
import {
  type Atom,
  type Formula,
  fails,
  fulfils,
  type Goal,
  holds,
  type Members,
  type NameSet,
  none,
  type Solution,
} from "../goal/goal.js";

/** Atoms about the values of one type, all of which must hold, and what is needed to find a value for them. */
export interface Leaf<A extends Atom = Atom> {
  /** The goal that the atoms were made from. Every value is checked against it. */
  readonly goal: Goal;
  readonly atoms: readonly A[];
  /** Finds values of items, of members and of names. */
  solve(goal: Goal): Solution;
  /** Counts a step. Throws `OutOfBudget`. */
  spend(): void;
  /** Looks at the clock from time to time. Throws `OutOfBudget`. */
  tick(): void;
}

/** The atoms of one kind. */
export function leafAtoms<K extends Atom["kind"]>(
  leaf: Leaf,
  kind: K,
): Extract<Atom, { readonly kind: K }>[] {
  return leaf.atoms.filter((atom): atom is Extract<Atom, { readonly kind: K }> => atom.kind === kind);
}

/** The first candidate that fulfils the goal. */
export function firstFit(leaf: Leaf, candidates: Iterable<unknown>): Solution {
  for (const value of candidates) {
    leaf.spend();
    if (fulfils(leaf.goal, value)) return { kind: "value", value };
  }
  return none;
}

/** The range of sizes that all atoms allow. */
export function sizeRange(leaf: Leaf): { readonly least: number; readonly most: number } {
  const sizes = leafAtoms(leaf, "size");
  return {
    least: Math.max(0, ...sizes.map(({ least }) => least)),
    most: Math.min(Number.POSITIVE_INFINITY, ...sizes.map(({ most }) => most)),
  };
}

/** Whether a pattern of JSON Schema matches a text. */
function matches(pattern: string, text: string): boolean {
  return compilePattern(pattern).test(text);
}

/** Whether a name is one of those that a statement is about. */
export function includes(names: NameSet, name: string): boolean {
  if (names.kind === "name") return names.name === name;
  return (
    names.matching.every((pattern) => matches(pattern, name)) &&
    !names.notMatching.some((pattern) => matches(pattern, name)) &&
    !names.except.includes(name)
  );
}

/** The schemas that apply to the member of a name. */
export function schemasFor(name: string, groups: readonly Members[]): Goal {
  return groups.flatMap(({ properties, patterns, rest }) => {
    const own = properties.get(name);
    const matching = [...patterns].flatMap(([pattern, node]) => (matches(pattern, name) ? [node] : []));
    const found = own === undefined ? matching : [own, ...matching];
    return (found.length > 0 ? found : [rest]).map(holds);
  });
}

/** What the names of an object are subject to. */
export interface NameRules {
  /** All patterns that decide which schemas apply to a member, or which demands it can meet. */
  readonly patterns: readonly string[];
  /** Schemas of names that decide the same. */
  readonly deciding: readonly Node[];
  /** Schemas of names. */
  readonly schemas: Goal;
  /** Names that have rules of their own. */
  readonly known: ReadonlySet<string>;
}

/** Guessed: patterns of names rarely overlap, so there are about as many combinations as patterns. */
const mostCombinations = 64;

/**
 * Names that aren't known yet: one for each combination of conditions that hold, since members whose names fulfil the
 * same conditions have the same schemas and can meet the same demands.
 */
export function* freshNames(
  leaf: Leaf,
  rules: NameRules,
  wanted: { readonly names: NameSet | undefined; readonly taken: readonly string[] },
): Generator<Solution> {
  const { names, taken } = wanted;
  if (names?.kind === "name") return;
  const base: Goal = [
    holds({ type: ["string"] }),
    ...rules.schemas,
    ...(names?.matching ?? []).map((pattern) => holds({ pattern })),
    ...(names?.notMatching ?? []).map((pattern) => fails({ pattern })),
    ...avoiding([...rules.known, ...taken, ...(names?.except ?? [])]),
  ];
  const decided = new Set([...(names?.matching ?? []), ...(names?.notMatching ?? [])]);
  const patterns = [...new Set(rules.patterns)].filter((pattern) => !decided.has(pattern));
  const open: Node[] = [...patterns.map((pattern) => ({ pattern })), ...new Set(rules.deciding)];
  let left = mostCombinations;
  for (const goal of combinations(leaf, { base, open })) {
    if (--left < 0) {
      yield { kind: "unknown", reason: "too many patterns of names" };
      return;
    }
    const named = leaf.solve([...goal, holds({ minLength: 1 })]);
    // An empty name is a name, too, but nobody expects it.
    const name = named.kind === "value" ? named : leaf.solve(goal);
    if (name.kind !== "none") yield name;
  }
}

/** Each way in which conditions hold or fail, unless it is known that no name has some of them. */
function* combinations(
  leaf: Leaf,
  { base, open }: { readonly base: Goal; readonly open: readonly Node[] },
): Generator<Goal> {
  const [node, ...others] = open;
  if (node === undefined) {
    yield base;
    return;
  }
  for (const signed of [fails(node), holds(node)]) {
    const goal = [...base, signed];
    if (others.length === 0 || leaf.solve(goal).kind !== "none")
      yield* combinations(leaf, { base: goal, open: others });
  }
}

function avoiding(names: readonly string[]): Goal {
  if (names.length === 0) return [];
  return [fails({ enum: [...new Set(names)].sort() })];
}

/**
 * Finds formulas that demand a member of an object which can't be there, by what other atoms say about this member alone. Two
 * versions of an object differ in few of their members, so most formulas needn't be looked at together with all atoms.
 */
export function impossibleMember(
  atoms: readonly Atom[],
  solve: (goal: Goal) => Solution,
): (formula: Formula) => boolean {
  const groups = atoms.flatMap((atom) => (atom.kind === "members" ? [atom.members] : []));
  return (formula) => {
    if (formula.kind !== "someMember" || formula.names.kind !== "name") return false;
    return solve([...schemasFor(formula.names.name, groups), fails(formula.node)]).kind === "none";
  };
}
