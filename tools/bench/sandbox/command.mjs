import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../dist/cli/index.js", import.meta.url));
const deadlineMs = 60_000;

/**
 * @typedef {object} RunningCommand
 * @property {number} readyMs from its start until it had printed what one needs
 * @property {{ readonly origin: string, readonly environment: Readonly<Record<string, string>> }} printed
 * @property {() => Promise<void>} stop ends it gracefully
 */

/**
 * Runs `oipkit sandbox` on a free port.
 * @param {readonly string[]} args
 * @param {{ readonly cwd: string, readonly signal: AbortSignal }} where
 * @returns {Promise<RunningCommand>}
 */
export function startCommand(args, { cwd, signal }) {
  const started = performance.now();
  const child = spawn(process.execPath, [program, "sandbox", "--port", "0", "--format", "json", ...args], {
    cwd,
    signal,
    stdio: ["ignore", "pipe", "pipe"],
    killSignal: "SIGKILL",
    env: neutralEnvironment(),
  });
  let out = "";
  let errors = "";
  const ended = new Promise((resolve) => child.once("close", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    errors = (errors + chunk).slice(-2000);
  });
  return new Promise((resolve, reject) => {
    const fail = (reason) => {
      child.kill("SIGKILL");
      reject(new Error(`oipkit sandbox ${reason}\n${errors}`));
    };
    const late = setTimeout(() => fail("printed nothing for a minute"), deadlineMs);
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(late);
      fail(`ended with ${code}`);
    });
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      out += chunk;
      if (!out.includes("\n")) return;
      clearTimeout(late);
      resolve({ readyMs: performance.now() - started, printed: JSON.parse(out), stop });
    });
  });
}

/** Neither a profiler nor another sandbox's settings reach it. */
function neutralEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(?:NODE_OPTIONS|NODE_COMPILE_CACHE|OIPKIT_.*)$/.test(name),
  );
  return { ...Object.fromEntries(kept), NO_COLOR: "1" };
}
