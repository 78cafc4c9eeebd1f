import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DocumentsError } from "./errors.js";

/** Where text goes piece by piece. */
export interface Output {
  /** Resolves when more may be written. */
  write(text: string): Promise<void>;
  /** Nothing more comes; a file appears now. */
  commit(): Promise<void>;
  /** The run failed; a file stays as it was. */
  discard(): void;
}

const bufferedCharacters = 64 * 1024;

/**
 * A file that is written beside its place and moved there once it is complete. Throws `DocumentsError` if it can't
 * be written.
 */
export function fileOutput(file: string, cwd: string): Output {
  const path = resolve(cwd, file);
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  let target: number;
  try {
    target = openSync(draft, "w");
  } catch (cause) {
    throw new DocumentsError(
      "output-unwritable",
      `${file}: can't be written (${(cause as NodeJS.ErrnoException).code})`,
      { cause },
    );
  }
  let buffered = "";
  let open = true;
  const flush = (): void => {
    writeSync(target, buffered);
    buffered = "";
  };
  return {
    async write(text) {
      buffered += text;
      if (buffered.length >= bufferedCharacters) flush();
    },
    async commit() {
      flush();
      closeSync(target);
      open = false;
      renameSync(draft, path);
    },
    discard() {
      if (open) closeSync(target);
      open = false;
      rmSync(draft, { force: true });
    },
  };
}
