import type { Atom, Formula } from "../goal/formula.js";
import { fails, type Goal, type Outcome } from "../goal/goal.js";
import { schemasFor } from "./member-names.js";

/**
 * Finds formulas that demand a member of an object which can't be there, by what other atoms say about this member alone. Two
 * versions of an object differ in few of their members, so most formulas needn't be looked at together with all atoms.
 */
export function impossibleMember(
  atoms: readonly Atom[],
  solve: (goal: Goal) => Outcome,
): (formula: Formula) => boolean {
  const groups = atoms.flatMap((atom) => (atom.kind === "members" ? [atom.members] : []));
  return (formula) => {
    if (formula.kind !== "someMember" || formula.names.kind !== "name") return false;
    return solve([...schemasFor(formula.names.name, groups), fails(formula.node)]).kind === "none";
  };
}
