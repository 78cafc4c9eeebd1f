import { FileHasher, type HashResult } from "./hash-file.js";

/** What a thread hashes; all threads take the next file from the same list. */
export interface HashWork {
  /** Real path of the folder. */
  readonly root: string;
  readonly paths: readonly string[];
  /** Bytes. */
  readonly maxFile: number;
  /** The index of the next file, shared by all threads: one `Int32`. */
  readonly next: SharedArrayBuffer;
}

/** The result of one file, by its index in the list. */
export interface Hashed {
  readonly index: number;
  readonly result: HashResult;
}

/** Hashes files until none is left, and hands over each result. */
export async function serve(
  { root, paths, maxFile, next }: HashWork,
  done: (hashed: Hashed) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const counter = new Int32Array(next);
  const hasher = new FileHasher();
  while (!isStopped()) {
    const index = Atomics.add(counter, 0, 1);
    const path = paths[index];
    if (path === undefined) return;
    done({ index, result: await hasher.hash({ root, path, maxFile }) });
    await new Promise((turn) => setImmediate(turn));
  }
}
