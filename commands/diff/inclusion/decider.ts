import type { Node } from "../../../reader/validation/nodes/node.js";
import { fails, type Goal, holds, literalOf } from "./goal/goal.js";
import { type NodeClasses, nodeClasses } from "./goal/node-classes.js";
import { Budget, type BudgetOptions, OutOfBudget } from "./search/budget.js";
import { Solver } from "./search/solver.js";

/** What a search found out. */
export interface Search {
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
export interface SearchOptions {
  readonly most: number;
  /** Whether validators agree that a value is a witness. */
  readonly confirms?: (value: unknown) => boolean;
}

/** Answers questions about schemas that share parts. What is known about a part is used for all of them. */
export class Decider {
  readonly #classes: NodeClasses;
  readonly #budget: Budget;
  readonly #solver: Solver;
  readonly #known = new Map<string, Search>();

  /** `roots` are the schemas of all questions. */
  constructor(roots: readonly Node[], options: BudgetOptions) {
    this.#classes = nodeClasses(roots);
    this.#budget = new Budget(options);
    this.#solver = new Solver({ classes: this.#classes, budget: this.#budget });
  }

  /** A key that equal questions share. */
  keyOf(question: Question): string {
    return goalOf(question)
      .map((signed) => literalOf(signed, this.#classes))
      .join();
  }

  /** Whether two schemas have the same meaning, as far as their text shows it. */
  areAlike(a: Node, b: Node): boolean {
    return this.#classes.of(a) === this.#classes.of(b);
  }

  /** Searches for values of at most `most` kinds that are confirmed. Never throws for large or unusual schemas. */
  search(question: Question, options: SearchOptions): Search {
    if (this.areAlike(question.of, question.in)) return { values: [] };
    if (options.confirms !== undefined) return this.#searched(question, options);
    const key = `${options.most} ${this.keyOf(question)}`;
    const known = this.#known.get(key) ?? this.#searched(question, options);
    this.#known.set(key, known);
    return known;
  }

  #searched(question: Question, { most, confirms }: SearchOptions): Search {
    const values: unknown[] = [];
    let doubt: string | undefined;
    this.#budget.start();
    try {
      for (const outcome of this.#solver.outcomes(goalOf(question))) {
        if (outcome.kind === "unknown") doubt ??= outcome.reason;
        if (outcome.kind !== "value") continue;
        if (confirms === undefined || confirms(outcome.value)) values.push(outcome.value);
        else doubt ??= "a witness was found that the compiled validators don't confirm";
        if (values.length >= most) break;
      }
    } catch (error) {
      if (error instanceof OutOfBudget) doubt ??= "the search took too many steps or too much time";
      else if (error instanceof RangeError) doubt ??= "the schemas are nested too deeply";
      else throw error;
    }
    return { values, ...(doubt === undefined ? {} : { doubt }) };
  }
}

function goalOf({ of, also, in: within }: Question): Goal {
  return [holds(of), ...(also === undefined ? [] : [holds(also)]), fails(within)];
}
