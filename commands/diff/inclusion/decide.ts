import { hasExactNumbers } from "../../../reader/documents/exact-number.js";
import { PatternLimit } from "../../../reader/patterns/compile-pattern.js";
import { withTimeLeft } from "../../../reader/patterns/deadline-test.js";
import { comparesExactNumbers, exactValidator } from "../../../reader/validation/compile.js";
import type { Definition, Node } from "../../../reader/validation/nodes/node.js";
import { type CompiledSchema, RunValidators } from "../../../reader/validation/run-validator.js";
import { SchemaError } from "../../../reader/validation/violation.js";
import { fails, type Goal, holds, literal } from "./goal/goal.js";
import { type NodeClasses, nodeClasses } from "./goal/node-classes.js";
import { Budget, type BudgetOptions, OutOfBudget, Solver } from "./search/solver.js";

/** Whether every value of one schema is a value of another. */
export type InclusionVerdict =
  /** Proved. */
  | { readonly kind: "included" }
  /** The witnesses are valid by the first schema and invalid by the second; at least one, each of a different kind. */
  | { readonly kind: "not-included"; readonly witnesses: readonly unknown[] }
  | { readonly kind: "undecided"; readonly reason: string };

/** How to decide. */
interface DecideOptions extends BudgetOptions {
  /** Maximum number of witnesses. Default: 1. */
  readonly witnesses?: number | undefined;
}

/** Two schemas. */
interface InclusionPair {
  readonly of: Definition;
  readonly in: Definition;
}

/**
 * Whether every value of `pair.of` is a value of `pair.in`. Never throws for large or unusual schemas: what takes too
 * long, or can't be interpreted, is undecided. Each witness has been run through the compiled validators of both.
 */
export function decideInclusion(pair: InclusionPair, options: DecideOptions): InclusionVerdict {
  const { witnesses: most = 1 } = options;
  const decider = new Decider([pair.of.node, pair.in.node], options);
  const question = { of: pair.of.node, in: pair.in.node };
  const { values, doubt } = decider.search(question, {
    most,
    confirms: witnessCheck(pair, new RunValidators()),
  });
  if (values.length > 0) return { kind: "not-included", witnesses: values };
  if (doubt === undefined) return { kind: "included" };
  return { kind: "undecided", reason: doubt };
}

type Validators = readonly [CompiledSchema, CompiledSchema];

/** `undefined` if a schema that isn't valid itself can't be compiled. */
function compiled(make: () => Validators): Validators | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof SchemaError) return undefined;
    throw error;
  }
}

/**
 * Whether validators agree that one schema accepts a document and the other doesn't: the compiled ones, or, where a number
 * occurs that no double holds, those that judge it exactly.
 */
export function witnessCheck(pair: InclusionPair, run: RunValidators): (value: unknown) => boolean {
  const isExact = memoized(() => comparesExactNumbers(pair.of) || comparesExactNumbers(pair.in));
  const exact = memoized(() => compiled(() => [exactValidator(pair.of), exactValidator(pair.in)]));
  const doubles = memoized(() => compiled(() => [run.of(pair.of), run.of(pair.in)]));
  return (value) => {
    const validators = hasExactNumbers(value) || isExact() ? exact() : doubles();
    if (validators === undefined) return false;
    const [accepting, refusing] = validators;
    return accepting.is(value) && !refusing.is(value);
  };
}

function memoized<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}

/** What a search found out. */
interface DecisionSearch {
  /** Values of the first schemas that the other one refuses, each of a different kind. */
  readonly values: readonly unknown[];
  /** Why there may be more; absent if all kinds were found, or `most` of them. */
  readonly doubt?: string;
}

/** A question: is there a value that `of` and `also` accept, and that `in` refuses? */
export interface Question {
  readonly of: Node;
  /** Another schema that values must fulfil. Default: none. */
  readonly also?: Node | undefined;
  readonly in: Node;
}

/** How to search. */
interface SearchOptions {
  readonly most: number;
  /** Whether validators agree that a value is a witness. */
  readonly confirms?: (value: unknown) => boolean;
}

/** Answers questions about schemas that share parts. What is known about a part is used for all of them. */
export class Decider {
  readonly #classes: NodeClasses;
  readonly #budget: Budget;
  readonly #solver: Solver;
  readonly #known = new Map<string, DecisionSearch>();

  /** `roots` are the schemas of all questions. */
  constructor(roots: readonly Node[], options: BudgetOptions) {
    this.#classes = nodeClasses(roots);
    this.#budget = new Budget(options);
    this.#solver = new Solver({ classes: this.#classes, budget: this.#budget });
  }

  /** A key that equal questions share. */
  questionKey(question: Question): string {
    return toGoal(question)
      .map((signed) => literal(signed, this.#classes))
      .join();
  }

  /** Whether two schemas have the same meaning, as far as their text shows it. */
  areAlike(a: Node, b: Node): boolean {
    return this.#classes.of(a) === this.#classes.of(b);
  }

  /** Searches for values of at most `most` kinds that are confirmed. Never throws for large or unusual schemas. */
  search(question: Question, options: SearchOptions): DecisionSearch {
    if (this.areAlike(question.of, question.in)) return { values: [] };
    if (options.confirms !== undefined) return this.#searched(question, options);
    const key = `${options.most} ${this.questionKey(question)}`;
    const known = this.#known.get(key) ?? this.#searched(question, options);
    this.#known.set(key, known);
    return known;
  }

  #searched(question: Question, { most, confirms }: SearchOptions): DecisionSearch {
    const values: unknown[] = [];
    let doubt: string | undefined;
    const run = (): void => {
      for (const outcome of this.#solver.outcomes(toGoal(question))) {
        if (outcome.kind === "unknown") doubt ??= outcome.reason;
        if (outcome.kind !== "value") continue;
        if (confirms === undefined || confirms(outcome.value)) values.push(outcome.value);
        else doubt ??= "a witness was found that the compiled validators don't confirm";
        if (values.length >= most) break;
      }
    };
    this.#budget.start();
    try {
      withTimeLeft(this.#budget.timeLeft, run);
    } catch (error) {
      if (error instanceof PatternLimit) doubt ??= "to match a pattern takes too long";
      else if (error instanceof OutOfBudget) doubt ??= "the search took too many steps or too much time";
      else if (error instanceof RangeError) doubt ??= "the schemas are nested too deeply";
      else throw error;
    }
    return { values, ...(doubt !== undefined && { doubt }) };
  }
}

function toGoal({ of, also, in: within }: Question): Goal {
  return [holds(of), ...(also === undefined ? [] : [holds(also)]), fails(within)];
}
