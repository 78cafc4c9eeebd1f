import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A temporary folder in which a function works; removed when that ends. Ctrl-C aborts the signal, so that
 * processes end before their folder goes.
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
