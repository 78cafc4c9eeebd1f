import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { timeChild } from "../child-process.mjs";
import { editor, processorTime, tsc } from "./paths.mjs";

/**
 * What is measured: `tsc --noEmit` on the project, or the work of an editor for one open file.
 * @typedef {"tsc" | "editor"} Task
 */

/**
 * A case with one task, and its processor time in each round, in milliseconds.
 * @typedef {object} Series
 * @property {import("./cases.mjs").Case} case
 * @property {Task} task
 * @property {number[]} times
 */

/**
 * Runs every case once per round, so noise affects all equally, and every second round in reverse order. Measures
 * processor time, since the time that a process waits for a processor doesn't depend on the case.
 * @param {readonly import("./cases.mjs").Case[]} cases
 * @param {{ readonly folder: string, readonly runs: number, readonly signal: AbortSignal }} plan
 * @returns {Promise<readonly Series[]>}
 */
export async function measure(cases, { folder, runs, signal }) {
  /** @type {Series[]} */
  const all = /** @type {const} */ (["tsc", "editor"]).flatMap((task) =>
    cases.map((one) => ({ case: one, task, times: [] })),
  );
  for (let round = 1; round <= runs; round++) {
    process.stderr.write(`round ${round} of ${runs}\n`);
    for (const series of round % 2 === 0 ? all : all.toReversed())
      series.times.push(await run(series, { folder, signal }));
  }
  return all;
}

/**
 * @param {Series} series
 * @param {{ readonly folder: string, readonly signal: AbortSignal }} plan
 */
async function run({ case: one, task }, { folder, signal }) {
  const time = join(folder, "time.txt");
  const program = task === "tsc" ? [tsc, "--noEmit"] : [editor];
  process.env.OIPKIT_BENCH_TIME = time;
  await timeChild({
    file: process.execPath,
    args: ["--import", processorTime, ...program],
    cwd: join(folder, one.id),
    signal,
  });
  return Number(await readFile(time, "utf8"));
}
