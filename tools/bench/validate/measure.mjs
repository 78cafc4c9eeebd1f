import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * @typedef {object} Case
 * @property {string} id
 * @property {string} label
 * @property {string} file
 * @property {readonly string[]} args
 *
 * @typedef {object} Series
 * @property {Case} case
 * @property {number[]} times wall time of the whole process in milliseconds, one for each round
 * @property {number[]} peaks peak resident memory in bytes, one for each round; 0 if the system doesn't report it
 */

const deadline = 600_000;

/* * Runs every case once per round, so noise affects all equally; every second round in reverse order. The first round
 * isn't counted: it fills the page cache.
 * @param {readonly Case[]} cases
 * @param {{ readonly runs: number, readonly signal: AbortSignal }} options
 * @returns {Promise<readonly Series[]>}
 */
export async function measure(cases, { runs, signal }) {
  const all = cases.map((one) => ({ case: one, times: [], peaks: [] }));
  for (let round = 0; round <= runs; round++) {
    process.stderr.write(round === 0 ? "warming up\n" : `round ${round} of ${runs}\n`);
    for (const series of round % 2 === 0 ? all : all.toReversed()) {
      const { time, peak } = await timeProcess(series.case, signal);
      if (round === 0) continue;
      series.times.push(time);
      series.peaks.push(peak);
    }
  }
  return all;
}

/**
 * @param {Case} one
 * @param {AbortSignal} signal
 * @returns {Promise<{ time: number, peak: number }>}
 * @throws {Error} if the process fails: all inputs are valid
 */
function timeProcess({ file, args, label }, signal) {
  return new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _options, NODE_COMPILE_CACHE: _cache, ...env } = process.env;
    const started = performance.now();
    const child = spawn(file, args, {
      env: { ...env, NO_COLOR: "1" },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: deadline,
      signal,
    });
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid));
    }, 20);
    let output = "";
    child.stderr.on("data", (chunk) => {
      output = (output + chunk).slice(-2000);
    });
    let time = 0;
    child.on("exit", () => {
      time = performance.now() - started;
      clearInterval(watch);
    });
    child.on("error", (error) => child.pid === undefined && reject(error));
    child.on("close", (code) => {
      if (code === 0) resolve({ time, peak });
      else reject(new Error(`${label}: exit code ${code}\n${output}`));
    });
  });
}

/** The peak resident memory of a process in bytes, as Linux reports it. */
function peakOf(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}
