import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const preload = fileURLToPath(new URL("../peak-memory.mjs", import.meta.url));

/**
 * Runs a command line of Node.js and returns its wall time in milliseconds and its peak memory in MB. Exit code 1 means
 * findings, which are expected.
 * @param {{ readonly args: readonly string[], readonly cwd: string, readonly scratch: string, readonly signal: AbortSignal }} command
 * @returns {Promise<{ readonly time: number, readonly memory: number }>}
 */
export async function measure({ args, cwd, scratch, signal }) {
  const file = join(scratch, "peak-memory");
  const started = performance.now();
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", preload, ...args], {
      cwd,
      signal,
      env: { ...process.env, PEAK_MEMORY: file, NO_COLOR: "1", REDOCLY_TELEMETRY: "off" },
      stdio: ["ignore", "ignore", "ignore"],
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 || code === 1
        ? resolve(undefined)
        : reject(new Error(`${args.join(" ")}: exit code ${code}`)),
    );
  });
  const time = performance.now() - started;
  return { time, memory: Number(await readFile(file, "utf8")) };
}
