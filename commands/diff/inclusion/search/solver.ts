import { PatternLimit } from "../../../../reader/patterns/compile-pattern.js";
import { type Atom, fulfils, type Goal, type JsonType, literal, none, type Solution } from "../goal/goal.js";
import { type NodeClasses, unwrapped } from "../goal/node-classes.js";
import { TooManyCombinations } from "../goal/unevaluated.js";
import { solveArray } from "../leaf/array-leaf.js";
import { firstFit, impossibleMember, type Leaf } from "../leaf/leaf.js";
import { solveNumber } from "../leaf/number-leaf.js";
import { solveObject } from "../leaf/object-leaf.js";
import { solveString } from "../leaf/string-leaf.js";
import { goalBranches, type LateAtom, type Way } from "./branches.js";

/** What one decision may cost. */
export interface BudgetOptions {
  /** Steps of the search. Default: 200,000. */
  readonly steps?: number | undefined;
  /** Milliseconds. Default: 2,000. */
  readonly time?: number | undefined;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** Thrown if a decision, or a part of it, has no steps or no time left. */
export class OutOfBudget extends Error {}

/** Measured: the schemas of contracts take a few hundred steps each. */
const defaultSteps = 200_000;
const defaultTime = 2_000;
/** Ticks between two looks at the clock. A step may take a millisecond, such as to compare a value with thousands. */
const clockEvery = 64;
/** What a part may use of what is left to the whole, so that one hard part doesn't hide the others. */
const share = 0.75;

/** Counts the steps of one decision after the other. */
export class Budget {
  #left = 0;
  /** A part ends when so many steps are left. */
  #reserve = 0;
  #partEnd = 0;
  #ticks = 0;

  constructor(readonly options: BudgetOptions) {}

  /** Starts a decision, with all steps and all the time. */
  start(): void {
    const { steps = defaultSteps, time = defaultTime, now } = this.options;
    this.#left = steps;
    this.#reserve = 0;
    this.#partEnd = now() + time;
  }

  /** Counts one step. Throws `OutOfBudget` if there are none left. */
  readonly spend = (): void => {
    if (--this.#left < this.#reserve || this.options.now() > this.#partEnd) throw new OutOfBudget();
  };

  /** Milliseconds that the current part has left. */
  readonly timeLeft = (): number => this.#partEnd - this.options.now();

  /** Looks at the clock each 64th time, for loops of so many cheap turns that they aren't counted as steps. Throws `OutOfBudget`. */
  readonly tick = (): void => {
    if (++this.#ticks % clockEvery === 0 && this.options.now() > this.#partEnd) throw new OutOfBudget();
  };

  /**
   * Runs a part of the decision with a share of what is left. `undefined` if that isn't enough. Throws `OutOfBudget` if
   * nothing is left for the whole, either.
   */
  part<Result>(run: () => Result): Result | undefined {
    const [reserve, end] = [this.#reserve, this.#partEnd];
    const now = this.options.now();
    this.#reserve = reserve + Math.floor((this.#left - reserve) * (1 - share));
    this.#partEnd = now + (end - now) * share;
    try {
      return run();
    } catch (error) {
      if (!(error instanceof OutOfBudget) || this.#left <= reserve || this.options.now() > end) throw error;
      return undefined;
    } finally {
      this.#reserve = reserve;
      this.#partEnd = end;
    }
  }
}

const types: readonly JsonType[] = ["null", "boolean", "string", "number", "object", "array"];

/** What a search for values needs. */
interface SolverOptions {
  readonly classes: NodeClasses;
  readonly budget: Budget;
}

const tooHard: Solution = {
  kind: "unknown",
  reason: "the search in a part of the schema took too many steps or too much time",
};

const tooLongPattern: Solution = { kind: "unknown", reason: "to match a pattern takes too long" };

/** Values for goals. What is known about a goal is kept. */
export class Solver {
  readonly #known = new Map<string, Solution>();
  /** Goals that are being solved, by their depth. */
  readonly #open = new Map<string, number>();
  /** The lowest depth of a goal that the current one was assumed to have no value for. */
  #assumed = Number.POSITIVE_INFINITY;

  constructor(readonly options: SolverOptions) {}

  /**
   * A value for a goal. A goal inside itself has none: the smallest value of a goal has no part that is a value for the
   * same goal. That nothing was found is kept only if it doesn't depend on such an assumption about a goal around it.
   */
  solve(given: Goal): Solution {
    const { classes, budget } = this.options;
    const literals = [...new Set(given.map((each) => literal(each, classes)))].sort((a, b) => a - b);
    const set = new Set(literals);
    if (literals.some((literal) => set.has(-literal))) return none;
    const key = literals.join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const around = this.#open.get(key);
    if (around !== undefined) {
      this.#assumed = Math.min(this.#assumed, around);
      return none;
    }
    budget.spend();
    const depth = this.#open.size;
    const outside = this.#assumed;
    this.#assumed = Number.POSITIVE_INFINITY;
    this.#open.set(key, depth);
    try {
      const outcome = budget.part(() => this.#search(given)) ?? tooHard;
      if (outcome.kind === "value" || this.#assumed >= depth) this.#known.set(key, outcome);
      return outcome;
    } finally {
      this.#open.delete(key);
      this.#assumed = Math.min(outside, this.#assumed >= depth ? Number.POSITIVE_INFINITY : this.#assumed);
    }
  }

  #search(given: Goal): Solution {
    let outcome: Solution = none;
    for (const found of this.outcomes(given)) {
      if (found.kind === "value") return found;
      if (found.kind === "unknown") outcome = found;
    }
    return outcome;
  }

  /** The outcome of each way to fulfil a goal. */
  *outcomes(given: Goal): Generator<Solution> {
    const { classes, budget } = this.options;
    const goal = given.map(({ node, holds }) => ({ node: unwrapped(node), holds }));
    for (const type of types) {
      try {
        const ways = goalBranches(goal, {
          classes,
          spend: budget.spend,
          impossibleWith: (atoms) => impossibleMember(atoms, (inner) => this.solve(inner)),
          type,
        });
        yield* this.#tried({ goal, ways }, type);
      } catch (error) {
        if (!(error instanceof TooManyCombinations)) throw error;
        yield { kind: "unknown", reason: "too many alternatives for `unevaluated…` keywords" };
      }
    }
  }

  /** Each way; what was put off is only looked at if a way can't be decided without it. */
  *#tried(
    { goal, ways }: { readonly goal: Goal; readonly ways: Iterable<Way> },
    type: JsonType,
  ): Generator<Solution> {
    for (const { atoms, late, expanded } of ways) {
      const outcome = this.#leaf({ goal, atoms }, type);
      if (outcome.kind === "unknown" && late.length > 0)
        yield* this.#tried({ goal, ways: expanded(this.#broken({ atoms, late }, type)) }, type);
      else yield outcome;
    }
  }

  /** What a value that was found without it breaks; all of it if there is no such value. */
  #broken({ atoms, late }: Pick<Way, "atoms" | "late">, type: JsonType): readonly LateAtom[] {
    const found = this.#leaf({ goal: [], atoms }, type);
    if (found.kind !== "value") return late;
    const broken = late.filter((each) => !fulfils([each], found.value));
    if (broken.length === 0) return late;
    return broken;
  }

  #leaf({ goal, atoms }: { readonly goal: Goal; readonly atoms: readonly Atom[] }, type: JsonType): Solution {
    try {
      return this.#solved({ goal, atoms }, type);
    } catch (error) {
      if (error instanceof PatternLimit) return tooLongPattern;
      throw error;
    }
  }

  #solved(
    { goal, atoms }: { readonly goal: Goal; readonly atoms: readonly Atom[] },
    type: JsonType,
  ): Solution {
    const leaf: Leaf = {
      goal,
      atoms,
      spend: this.options.budget.spend,
      tick: this.options.budget.tick,
      solve: (inner) => this.solve(inner),
    };
    const listed = atoms.find((atom) => atom.kind === "values" && atom.holds);
    if (listed?.kind === "values") return firstFit(leaf, listed.values);
    switch (type) {
      case "null":
        return firstFit(leaf, [null]);
      case "boolean":
        return firstFit(leaf, [true, false]);
      case "number":
        return solveNumber(leaf);
      case "string":
        return solveString(leaf);
      case "array":
        return solveArray(leaf);
      case "object":
        return solveObject(leaf);
    }
  }
}
