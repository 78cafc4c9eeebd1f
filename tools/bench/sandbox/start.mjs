import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProcess } from "../delivery/process.mjs";
import { startCommand } from "./command.mjs";

const warmFile = fileURLToPath(new URL("start-warm.mjs", import.meta.url));

/**
 * Milliseconds from start to ready: of the command in an empty folder each time, and of `startSandbox` in a process that has started one before.
 * @param {{ readonly scratch: string, readonly signal: AbortSignal }} around
 * @param {{ readonly rounds: number }} size
 * @returns {Promise<{ readonly cold: readonly number[], readonly warm: readonly number[] }>}
 */
export async function measureStarts({ scratch, signal }, { rounds }) {
  const cold = [];
  for (let round = 1; round <= rounds; round++) {
    const cwd = await mkdtemp(join(scratch, "start-"));
    const sandbox = await startCommand([], { cwd, signal });
    await sandbox.stop();
    cold.push(sandbox.readyMs);
  }
  const child = startProcess(warmFile, { rounds }, signal);
  try {
    const { times } = await child.message("times");
    const shown = [cold, times].map((all) => all.map((time) => Math.round(time)).join(", "));
    process.stderr.write(`start: cold ${shown[0]} ms, warm ${shown[1]} ms\n`);
    return { cold, warm: times };
  } finally {
    await child.end();
  }
}
