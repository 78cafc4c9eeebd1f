/** What one decision may cost. */
export interface BudgetOptions {
  /** Steps of the search. Default: 200,000. */
  readonly steps?: number | undefined;
  /** Milliseconds. Default: 2,000. */
  readonly time?: number | undefined;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
}

/** Thrown if a decision has no steps or no time left. */
export class OutOfBudget extends Error {}

/** Measured: the schemas of contracts take a few hundred steps each. */
const defaultSteps = 200_000;
const defaultTime = 2_000;
/** Steps between two looks at the clock. */
const clockEvery = 64;

/** Counts the steps of one decision after the other. */
export class Budget {
  #left = 0;
  #end = 0;

  constructor(readonly options: BudgetOptions) {}

  /** Starts a decision, with all steps and all the time. */
  start(): void {
    const { steps = defaultSteps, time = defaultTime, now } = this.options;
    this.#left = steps;
    this.#end = now() + time;
  }

  /** Counts one step. Throws `OutOfBudget` if there are none left. */
  readonly spend = (): void => {
    if (--this.#left < 0 || (this.#left % clockEvery === 0 && this.options.now() > this.#end))
      throw new OutOfBudget();
  };
}
