import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DocumentsError } from "../validate/errors.js";

/** A destination for text that is written in pieces. */
export interface Output {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  /** Ends the output; a file appears now. */
  commit(): Promise<void>;
  /** Drops the output after a failure; a file stays unchanged. */
  discard(): void;
}

const bufferedCharacters = 64 * 1024;

/**
 * A file that is written under a temporary name and renamed when complete. Throws `DocumentsError` if it can't be
 * written.
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
      `${file}: cannot write the file (${(cause as NodeJS.ErrnoException).code})`,
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
