import { fileURLToPath } from "node:url";
import { startProcess } from "./process.mjs";

const file = fileURLToPath(new URL("engine.mjs", import.meta.url));

/**
 * Runs work with an engine in a process of its own, which is killed afterwards.
 * @template T
 * @param {AbortSignal} signal
 * @param {import("./subject.mjs").Task} task
 * @param {(engine: { readonly ask: (kind: string, request?: object, deadlineMs?: number) => Promise<any> }) => Promise<T>} work
 */
export async function withEngine(signal, task, work) {
  const child = startProcess(file, task, signal);
  try {
    await child.message("ready");
    return await work({
      ask: (kind, request = {}, deadlineMs = undefined) =>
        child.ask({ ...request, kind }, `${kind}-done`, deadlineMs),
    });
  } finally {
    await child.end();
  }
}
