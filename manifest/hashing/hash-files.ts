import { lstat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ManifestError } from "../errors.js";
import type { HashResult } from "./hash-file.js";
import { type Hashed, type HashWork, serve } from "./serve.js";
import { type StartHashThread, startHashWorker } from "./start-worker.js";

/** How files are hashed. */
export interface HashOptions {
  /** Largest file, in bytes. */
  readonly maxFile: number;
  /** Number of threads. Default: one per core. */
  readonly jobs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Starts another thread. Default: a worker. */
  readonly start?: StartHashThread | undefined;
  /** Total size, in bytes, below which no further thread is started. */
  readonly smallInput?: number | undefined;
}

/** Less takes about as long as starting another thread. */
const smallInput = 48 * 1024 * 1024;

/**
 * Hashes files of a folder, given by its real path, on all cores; the results are in the order of `paths`. Throws
 * `ManifestError` if it is stopped.
 */
export async function hashFiles(
  root: string,
  paths: readonly string[],
  options: HashOptions,
): Promise<readonly HashResult[]> {
  const { maxFile, signal, start = startHashWorker } = options;
  const sized = await Promise.all(
    paths.map(async (path, index) => ({ index, path, size: await sizeOf(join(root, path)) })),
  );
  // The largest first, so that no thread is left alone with one at the end.
  const ordered = [...sized].sort((a, b) => b.size - a.size);
  const total = sized.reduce((sum, { size }) => sum + size, 0);
  const jobs = total < (options.smallInput ?? smallInput) ? 1 : (options.jobs ?? availableParallelism());
  const results = new Array<HashResult | undefined>(paths.length).fill(undefined);
  const note = ({ index, result }: Hashed): void => {
    const place = ordered[index];
    if (place !== undefined) results[place.index] = result;
  };
  const work: HashWork = {
    root,
    paths: ordered.map(({ path }) => path),
    maxFile,
    next: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
  };
  const threads = Array.from({ length: Math.min(jobs, paths.length) - 1 }, () => start(work, note));
  const stop = (): void => threads.forEach((thread) => void thread.stop());
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const isStopped = (): boolean => signal?.aborted === true;
    await Promise.all([serve(work, note, isStopped), ...threads.map(({ ended }) => ended)]);
  } finally {
    signal?.removeEventListener("abort", stop);
    await Promise.all(threads.map((thread) => thread.stop()));
  }
  return results.map((result) => {
    if (result !== undefined) return result;
    throw new ManifestError("interrupted", "stopped before all files were hashed");
  });
}

/** Only for the order and the number of threads: 0 for what can't be read. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() ? found.size : 0;
}
