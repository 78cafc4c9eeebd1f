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
/** Steps between two looks at the clock. */
const clockEvery = 64;
/** What a part may use of what is left to the whole, so that one hard part doesn't hide the others. */
const share = 0.75;

/** Counts the steps of one decision after the other. */
export class Budget {
  #left = 0;
  /** A part ends when so many steps are left. */
  #reserve = 0;
  #partEnd = 0;

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
    if (--this.#left < this.#reserve || (this.#left % clockEvery === 0 && this.options.now() > this.#partEnd))
      throw new OutOfBudget();
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
