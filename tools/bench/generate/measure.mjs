import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { timeChild } from "../child-process.mjs";
import { missingNames } from "./completeness.mjs";
import { measureOutput } from "./workspace.mjs";

/**
 * @typedef {{ readonly path: string, readonly version: string }} NodeBinary
 * @typedef {{ readonly files: number, readonly bytes: number }} Output
 */

/**
 * A case with one version of Node, and its wall time in each round, in milliseconds.
 * @typedef {object} Series
 * @property {import("./cases.mjs").Case} case
 * @property {NodeBinary} node
 * @property {number[]} times
 * @property {Output} [output]
 */

/**
 * @typedef {object} Plan
 * @property {readonly import("./cases.mjs").Case[]} cases
 * @property {readonly NodeBinary[]} nodes
 * @property {number} runs
 * @property {import("./completeness.mjs").Names} names that every generator's output must have
 * @property {string} platform folder in which the product's own commands run
 * @property {string} scratch folder for output
 * @property {AbortSignal} signal ends the measurement
 */

/* * Runs every case once per round, so noise affects all equally. The first round isn't counted: it fills the page
 * cache and verifies that each output is complete. Every second round runs in reverse order, so no case always
 * follows the same one.
 * @param {Plan} plan
 * @returns {Promise<readonly Series[]>}
 * @throws {Error} if a case fails, or its output lacks something or changes its size
 */
export async function measure(plan) {
  /** @type {Series[]} */
  const all = plan.cases.flatMap((one) => plan.nodes.map((node) => ({ case: one, node, times: [] })));
  for (let round = 0; round <= plan.runs; round++) {
    process.stderr.write(round === 0 ? "warming up\n" : `round ${round} of ${plan.runs}\n`);
    for (const series of round % 2 === 0 ? all : all.toReversed()) {
      const time = await runCase(series, plan);
      if (round > 0) series.times.push(time);
    }
  }
  return all;
}

/**
 * @param {Series} series
 * @param {Plan} plan
 */
async function runCase(series, { names, platform, scratch, signal }) {
  const { case: one, node } = series;
  if (one.operations === undefined) {
    return timeChild({ file: node.path, args: one.args(""), cwd: platform, signal });
  }
  const cwd = join(scratch, "run");
  const out = join(cwd, "out");
  await mkdir(cwd);
  try {
    const time = await timeChild({ file: node.path, args: one.args(out), cwd, signal });
    const { files, bytes } = await measureOutput(out);
    if (series.output === undefined) {
      requireComplete(one, missingNames(files, names, one.operations));
      series.output = { files: files.length, bytes };
    } else if (series.output.files !== files.length || series.output.bytes !== bytes) {
      throw new Error(`${one.label}: the output differs from the previous round`);
    }
    return time;
  } finally {
    await rm(cwd, { recursive: true });
  }
}

/**
 * @param {import("./cases.mjs").Case} one
 * @param {import("./completeness.mjs").Names} missing
 */
function requireComplete({ label }, { operations, schemas }) {
  const all = [...operations, ...schemas];
  if (all.length === 0) return;
  throw new Error(
    `${label}: ${operations.length} operations and ${schemas.length} schemas are missing, ${all.slice(0, 5).join(", ")} among them`,
  );
}
