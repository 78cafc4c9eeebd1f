import type { Atom } from "../goal/formula.js";
import { fulfils, type Goal, none, type Outcome } from "../goal/goal.js";

/** Atoms about the values of one type, all of which must hold, and what is needed to find a value for them. */
export interface Leaf<A extends Atom = Atom> {
  /** The goal that the atoms were made from. Every value is checked against it. */
  readonly goal: Goal;
  readonly atoms: readonly A[];
  /** Finds values of items, of members and of names. */
  solve(goal: Goal): Outcome;
  /** Counts a step. Throws `OutOfBudget`. */
  spend(): void;
}

/** The atoms of one kind. */
export function atomsOf<K extends Atom["kind"]>(leaf: Leaf, kind: K): Extract<Atom, { readonly kind: K }>[] {
  return leaf.atoms.filter((atom): atom is Extract<Atom, { readonly kind: K }> => atom.kind === kind);
}

/** The first candidate that fulfils the goal. */
export function firstFit(leaf: Leaf, candidates: Iterable<unknown>): Outcome {
  for (const value of candidates) {
    leaf.spend();
    if (fulfils(leaf.goal, value)) return { kind: "value", value };
  }
  return none;
}

/** The range of sizes that all atoms allow. */
export function sizeRange(leaf: Leaf): { readonly least: number; readonly most: number } {
  const sizes = atomsOf(leaf, "size");
  return {
    least: Math.max(0, ...sizes.map(({ least }) => least)),
    most: Math.min(Number.POSITIVE_INFINITY, ...sizes.map(({ most }) => most)),
  };
}
