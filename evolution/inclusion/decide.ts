import type { Definition } from "../../generator/validation/nodes/node.js";
import { type CompiledSchema, runValidator } from "../../generator/validation/run-validator.js";
import { fails, type Goal, holds } from "./goal/goal.js";
import { nodeClasses } from "./goal/node-classes.js";
import { type BudgetOptions, createBudget, OutOfBudget } from "./search/budget.js";
import { Solver } from "./search/solver.js";

/** Whether every value of one schema is a value of another. */
export type Inclusion =
  /** Proved. */
  | { readonly kind: "included" }
  /** The witnesses are valid by the first schema and invalid by the second; at least one, each of a different kind. */
  | { readonly kind: "not-included"; readonly witnesses: readonly unknown[] }
  | { readonly kind: "undecided"; readonly reason: string };

/** How to decide. */
export interface DecideOptions extends BudgetOptions {
  /** Maximum number of witnesses. Default: 1. */
  readonly witnesses?: number | undefined;
}

/** Two schemas. */
export interface Pair {
  readonly of: Definition;
  readonly in: Definition;
}

/**
 * Whether every value of `pair.of` is a value of `pair.in`. Never throws for large or unusual schemas: what takes too
 * long, or can't be interpreted, is undecided. Each witness has been run through the compiled validators of both.
 */
export function decideInclusion(pair: Pair, options: DecideOptions): Inclusion {
  const { witnesses: wanted = 1 } = options;
  const witnesses: unknown[] = [];
  const isWitness = witnessCheck(pair);
  let doubt: string | undefined;
  try {
    const goal: Goal = [holds(pair.of.node), fails(pair.in.node)];
    const classes = nodeClasses(goal.map(({ node }) => node));
    if (classes.of(pair.of.node) === classes.of(pair.in.node)) return { kind: "included" };
    const solver = new Solver({ classes, spend: createBudget(options) });
    for (const outcome of solver.outcomes(goal)) {
      if (outcome.kind === "unknown") doubt ??= outcome.reason;
      if (outcome.kind !== "value") continue;
      if (isWitness(outcome.value)) witnesses.push(outcome.value);
      else doubt ??= "a witness was found that the compiled validators don't confirm";
      if (witnesses.length >= wanted) break;
    }
  } catch (error) {
    if (error instanceof OutOfBudget) doubt ??= "the search took too many steps or too much time";
    else if (error instanceof RangeError) doubt ??= "the schemas are nested too deeply";
    else throw error;
  }
  if (witnesses.length > 0) return { kind: "not-included", witnesses };
  return doubt === undefined ? { kind: "included" } : { kind: "undecided", reason: doubt };
}

/** Whether the compiled validators agree that one schema accepts a document and the other doesn't. */
function witnessCheck(pair: Pair): (value: unknown) => boolean {
  let validators: readonly [CompiledSchema, CompiledSchema] | undefined;
  return (value) => {
    validators ??= [runValidator(pair.of), runValidator(pair.in)];
    const read: unknown = structuredClone(value);
    return validators[0].is(read) && !validators[1].is(read);
  };
}
