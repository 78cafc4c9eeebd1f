import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isRunning } from "../../reader/is-running.js";
import { DocumentsError } from "../validate/errors.js";

/** A destination for text that is written in pieces. */
export interface FileOutput {
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  /** Ends the output; a file appears now. */
  commit(): Promise<void>;
  /** Drops the output after a failure; a file stays unchanged. */
  discard(): void;
}

const bufferedCharacters = 64 * 1024;

/**
 * A file that is written under a temporary name and renamed when complete. What is short exists under that name only while it is renamed,
 * and what a killed process left is removed. Throws `DocumentsError` if it can't be written.
 */
export function fileOutput(file: string, cwd: string): FileOutput {
  const path = resolve(cwd, file);
  const folder = dirname(path);
  const draft = join(folder, draftName(path, process.pid));
  const failing = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new DocumentsError("output-unwritable", `${file}: cannot write the file (${code})`, { cause });
    }
  };
  failing(() => {
    accessSync(folder, constants.W_OK);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
      throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    removeLeftDrafts(path);
  });
  let target: number | undefined;
  let buffered = "";
  const flush = (): void =>
    failing(() => {
      target ??= openSync(draft, "w");
      // Unlike `writeSync`, it doesn't end after a part.
      writeFileSync(target, buffered);
      buffered = "";
    });
  const close = (): void => {
    if (target !== undefined) closeSync(target);
    target = undefined;
  };
  return {
    async write(text) {
      buffered += text;
      if (buffered.length >= bufferedCharacters) flush();
    },
    async commit() {
      flush();
      close();
      failing(() => renameSync(draft, path));
    },
    discard() {
      close();
      rmSync(draft, { force: true });
    },
  };
}

/** Replaces a file by a text, in one step. Throws `DocumentsError` if it can't be written. */
export async function replaceFile(file: string, cwd: string, text: string): Promise<void> {
  const output = fileOutput(file, cwd);
  try {
    await output.write(text);
    await output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
}

function draftName(path: string, owner: number | string): string {
  return `.${basename(path)}.${owner}.tmp`;
}

/** Removes the drafts of a file whose processes have ended. */
function removeLeftDrafts(path: string): void {
  const [before = "", after = ""] = draftName(path, "*").split("*");
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(before) || !name.endsWith(after)) continue;
    const owner = name.slice(before.length, -after.length);
    if (/^[1-9]\d{0,9}$/.test(owner) && !isRunning(Number(owner))) rmSync(join(dirname(path), name));
  }
}
