import { createHash } from "node:crypto";
import { closeSync, fstatSync, readSync } from "node:fs";
import { type FileProblem, openInside } from "../files/open-inside.js";

/** The digest of a file, or why there is none. */
export type HashResult =
  | { readonly kind: "digest"; readonly sha256: string; readonly size: number }
  | {
      readonly kind: "problem";
      readonly code: FileProblem["code"] | "asset-changing" | "asset-too-large";
      /** Continues a sentence that starts with the file. */
      readonly problem: string;
    };

/** A file to hash, relative to its folder's real path. */
interface HashInput {
  readonly root: string;
  readonly path: string;
  /** Largest file, in bytes. */
  readonly maxFile: number;
}

/** Bytes that are read at a time: larger pieces aren't faster, since they no longer fit the processor's cache (measured). */
const step = 128 * 1024;

/** Bytes after which other work of the thread gets its turn. */
const turn = 8 * 1024 * 1024;

const changing: HashResult = {
  kind: "problem",
  code: "asset-changing",
  problem: "was changed while it was read; wait until the build has finished",
};

/** Hashes the files of one thread, one after the other, with a buffer that is used again. */
class FileHasher {
  readonly #buffer = Buffer.allocUnsafeSlow(step);

  /** Hashes a file piece by piece. Resolves with a problem, never rejects. */
  async hash({ root, path, maxFile }: HashInput): Promise<HashResult> {
    const opened = openInside(root, path);
    if (opened.kind === "problem") return opened;
    const { file } = opened;
    try {
      const before = fstatSync(file, { bigint: true });
      if (before.size > maxFile) return tooLarge(maxFile);
      const hash = createHash("sha256");
      let size = 0;
      for (let sinceTurn = 0; ; ) {
        const count = readSync(file, this.#buffer, 0, step, null);
        if (count === 0) break;
        size += count;
        sinceTurn += count;
        // A file that grows must not be read for ever.
        if (size > before.size) return changing;
        hash.update(count === step ? this.#buffer : this.#buffer.subarray(0, count));
        if (sinceTurn < turn) continue;
        sinceTurn = 0;
        await new Promise((next) => setImmediate(next));
      }
      const after = fstatSync(file, { bigint: true });
      const isSame =
        BigInt(size) === after.size && before.mtimeNs === after.mtimeNs && before.ctimeNs === after.ctimeNs;
      if (isSame) return { kind: "digest", sha256: hash.digest("hex"), size };
      return changing;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { kind: "problem", code: "asset-unreadable", problem: `can't be read (${code ?? message})` };
    } finally {
      closeSync(file);
    }
  }
}

function tooLarge(maxFile: number): HashResult {
  return {
    kind: "problem",
    code: "asset-too-large",
    problem: `is larger than ${maxFile} bytes; raise the limit with --max-file`,
  };
}

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
