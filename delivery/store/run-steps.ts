import { CompiledQuery, type Kysely } from "kysely";
import type { Step } from "./step.js";
import type { Tables } from "./tables.js";

/** The rows of steps, in their order; none for steps that are left out. */
export type StepRows<Steps extends readonly (Step | undefined)[]> = {
  -readonly [Index in keyof Steps]: Exclude<Steps[Index], undefined> extends Step<infer Row>
    ? readonly Row[]
    : never;
};

/** Runs the steps that are there. */
export async function runSteps<const Steps extends readonly (Step | undefined)[]>(
  run: (steps: readonly Step[]) => Promise<readonly (readonly object[])[]>,
  steps: Steps,
): Promise<StepRows<Steps>> {
  const rows = await run(steps.filter((step) => step !== undefined));
  let next = 0;
  return steps.map((step) => (step === undefined ? [] : (rows[next++] ?? []))) as StepRows<Steps>;
}

/** Runs steps one after the other in a transaction that has begun. */
export async function stepByStep(
  db: Kysely<Tables>,
  steps: readonly Step[],
): Promise<readonly (readonly object[])[]> {
  const all: (readonly object[])[] = [];
  for (const { sql: text, parameters } of steps) {
    const { rows } = await db.executeQuery<object>(CompiledQuery.raw(text, [...parameters]));
    all.push(rows);
  }
  return all;
}
