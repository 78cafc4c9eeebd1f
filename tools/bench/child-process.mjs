import { spawn } from "node:child_process";

const deadline = 600_000;

/**
 * @typedef {object} Child
 * @property {string} file
 * @property {readonly string[]} args
 * @property {string} cwd
 * @property {AbortSignal} [signal] kills it
 */

/**
 * Runs a process to its end and returns its wall time in milliseconds, including start-up.
 * @param {Child} child
 * @returns {Promise<number>}
 * @throws {Error} with the end of its output if it fails or takes longer than ten minutes
 */
export function timeChild({ file, args, cwd, signal }) {
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const output = [];
    const started = performance.now();
    const child = spawn(file, args, {
      cwd,
      env: neutralEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: deadline,
      killSignal: "SIGKILL",
      ...(signal && { signal }),
    });
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    let elapsed = 0;
    child.on("exit", () => {
      elapsed = performance.now() - started;
    });
    // A killed process may still write until its streams are closed.
    child.on("error", (error) => child.pid === undefined && reject(error));
    child.on("close", (code, killedBy) => {
      if (code === 0) return resolve(elapsed);
      const end = Buffer.concat(output).toString().slice(-2000);
      reject(new Error(`${[file, ...args].join(" ")}: ${killedBy ?? `exit code ${code}`}\n${end}`));
    });
  });
}

/** Options of the caller's Node, such as a profiler, must not slow down the measured processes. */
function neutralEnvironment() {
  const { NODE_OPTIONS: _options, NODE_COMPILE_CACHE: _cache, ...rest } = process.env;
  return { ...rest, NO_COLOR: "1", DO_NOT_TRACK: "1" };
}
