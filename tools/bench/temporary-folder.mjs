import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/* * Runs a function in a temporary folder, which is removed afterwards. Ctrl-C aborts the signal, so processes end
 * before their folder is removed.
 * @template T
 * @param {(folder: string, signal: AbortSignal) => Promise<T>} work
 */
export async function inTemporaryFolder(work) {
  const folder = await mkdtemp(join(tmpdir(), "oipkit-bench-"));
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  try {
    return await work(folder, controller.signal);
  } finally {
    process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
    await rm(folder, { recursive: true, force: true });
  }
}
