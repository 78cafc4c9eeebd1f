import type { Definition } from "../../../reader/validation/nodes/node.js";
import { type CompiledSchema, RunValidators } from "../../../reader/validation/run-validator.js";
import { Decider } from "./decider.js";
import type { BudgetOptions } from "./search/budget.js";

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
  const { witnesses: most = 1 } = options;
  const decider = new Decider([pair.of.node, pair.in.node], options);
  const question = { of: pair.of.node, in: pair.in.node };
  const { values, doubt } = decider.search(question, {
    most,
    confirms: witnessCheck(pair, new RunValidators()),
  });
  if (values.length > 0) return { kind: "not-included", witnesses: values };
  return doubt === undefined ? { kind: "included" } : { kind: "undecided", reason: doubt };
}

/** `undefined` if a schema that isn't valid itself can't be compiled. */
function compiled(pair: Pair, run: RunValidators): readonly [CompiledSchema, CompiledSchema] | undefined {
  try {
    return [run.of(pair.of), run.of(pair.in)];
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether the compiled validators agree that one schema accepts a document and the other doesn't. */
export function witnessCheck(pair: Pair, run: RunValidators): (value: unknown) => boolean {
  let validators: readonly [CompiledSchema, CompiledSchema] | undefined;
  return (value) => {
    validators ??= compiled(pair, run);
    if (validators === undefined) return false;
    const read: unknown = structuredClone(value);
    return validators[0].is(read) && !validators[1].is(read);
  };
}
