import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { timeChild } from "../../child-process.mjs";
import { oipkit, peerModules } from "../paths.mjs";

const preload = fileURLToPath(new URL("../../peak-memory.mjs", import.meta.url));

/**
 * What is measured, each in a separate process with its defaults. The largest documents exceed oipkit's limit for a contract.
 * @type {Readonly<Record<"oipkit" | "openapi-typescript", (path: string, out: string) => readonly string[]>>}
 */
export const generators = {
  oipkit: (path, out) => [
    ...[oipkit, "generate", "--contracts", path, "--out", out, "--only", "types,client"],
    ...["--examples", "off", "--no-cache", "--max-file", "64000000"],
  ],
  "openapi-typescript": (path, out) => [
    join(peerModules, "openapi-typescript/bin/cli.js"),
    ...[path, "--output", join(out, "types.ts")],
  ],
};

/**
 * @typedef {{ readonly times: number[], readonly memory: number[] }} Series milliseconds, and the peak in MB, by round
 * @typedef {{ readonly document: import("./documents.mjs").Document, readonly series: Readonly<Record<keyof typeof generators, Series>> }} Measured
 */

/**
 * Runs each generator once per round, in turn in the other order.
 * @param {import("./documents.mjs").Document} document
 * @param {{ readonly runs: number, readonly scratch: string, readonly signal: AbortSignal }} plan
 * @returns {Promise<Measured>}
 * @throws {Error} if a generator fails
 */
export async function measure(document, { runs, scratch, signal }) {
  const series = {
    oipkit: { times: [], memory: [] },
    "openapi-typescript": { times: [], memory: [] },
  };
  const names = /** @type {(keyof typeof generators)[]} */ (Object.keys(generators));
  for (let round = 0; round < runs; round++) {
    process.stderr.write(`${document.name}: round ${round + 1} of ${runs}\n`);
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const one = await runOnce((out) => generators[name](document.path, out), scratch, signal);
      series[name].times.push(one.time);
      series[name].memory.push(one.memory);
    }
  }
  return { document, series };
}

/**
 * @param {(out: string) => readonly string[]} args
 * @param {string} scratch
 * @param {AbortSignal} signal
 */
async function runOnce(args, scratch, signal) {
  const cwd = join(scratch, "document");
  const peak = join(cwd, "peak");
  await mkdir(cwd);
  try {
    process.env.PEAK_MEMORY = peak;
    const nodeArgs = ["--import", preload, ...args(join(cwd, "out"))];
    const time = await timeChild({ file: process.execPath, args: nodeArgs, cwd, signal });
    return { time, memory: Number(await readFile(peak, "utf8")) };
  } finally {
    delete process.env.PEAK_MEMORY;
    await rm(cwd, { recursive: true });
  }
}
