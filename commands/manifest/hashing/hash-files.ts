import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ManifestError } from "../errors.js";
import { type Hashed, type HashResult, type HashWork, serve } from "./hash-file.js";
import { fileSize, largeInput } from "./is-large.js";
import { type HashThread, type StartHashThread, startHashWorker } from "./start-worker.js";

/** How files are hashed. */
export interface HashOptions {
  /** Largest file, in bytes. */
  readonly maxFile: number;
  /** Number of threads. Default: one per core. */
  readonly jobs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Threads that were started earlier; those that aren't needed are ended. */
  readonly threads?: readonly HashThread[] | undefined;
  /** Starts another thread. Default: a worker. */
  readonly start?: StartHashThread | undefined;
  /** Total size, in bytes, below which no further thread is started. */
  readonly smallInput?: number | undefined;
}

/** Files that other threads are hashing. */
export interface Hashing {
  /** Hashes in this thread, too; the results are in the order of the paths. Throws `ManifestError` if it is stopped. */
  finish(): Promise<readonly HashResult[]>;
  /** Ends the other threads, if the results aren't wanted. */
  stop(): Promise<void>;
}

/** Hashes files of a folder, given by its real path, on all cores, as `startHashing` and `finish` do. */
export function hashFiles(
  root: string,
  paths: readonly string[],
  options: HashOptions,
): Promise<readonly HashResult[]> {
  return startHashing(root, paths, options).finish();
}

/**
 * Starts the other threads that hash files of a folder, given by its real path, so that this thread can do something else at the same time.
 * `finish` or `stop` must follow.
 */
export function startHashing(root: string, paths: readonly string[], options: HashOptions): Hashing {
  const { maxFile, signal, start = startHashWorker } = options;
  const sized = paths.map((path, index) => ({ index, path, size: fileSize(join(root, path)) }));
  // The largest first, so that no thread is left alone with one at the end.
  const ordered = [...sized].sort((a, b) => b.size - a.size);
  const total = sized.reduce((sum, { size }) => sum + size, 0);
  const jobs = total < (options.smallInput ?? largeInput) ? 1 : (options.jobs ?? availableParallelism());
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
  const isStopped = (): boolean => signal?.aborted === true;
  const wanted = isStopped() ? 0 : Math.max(0, Math.min(jobs, paths.length) - 1);
  const { threads: started = [] } = options;
  for (const thread of started.slice(wanted)) void thread.stop();
  const threads = Array.from({ length: wanted }, (_, at) => started[at] ?? start());
  const others = Promise.all(threads.map((thread) => thread.serve(work, note)));
  // `finish` reports a thread that fails before it is called.
  others.catch(() => {});
  const stop = async (): Promise<void> => {
    signal?.removeEventListener("abort", stop);
    await Promise.all(threads.map((thread) => thread.stop()));
  };
  signal?.addEventListener("abort", stop, { once: true });
  const finish = async (): Promise<readonly HashResult[]> => {
    try {
      await Promise.all([serve(work, note, isStopped), others]);
      signal?.removeEventListener("abort", stop);
    } catch (error) {
      await stop();
      throw error;
    }
    return results.map((result) => {
      if (result !== undefined) return result;
      throw new ManifestError("interrupted", "stopped before all files were hashed");
    });
  };
  return { finish, stop };
}
