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

/** A function that counts one step; it throws `OutOfBudget` once there are none left. */
export function createBudget({ steps = defaultSteps, time = defaultTime, now }: BudgetOptions): () => void {
  const end = now() + time;
  let left = steps;
  return () => {
    if (--left < 0 || (left % clockEvery === 0 && now() > end)) throw new OutOfBudget();
  };
}
