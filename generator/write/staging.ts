import { lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { removeEmptyFolders } from "./empty-folders.js";

/**
 * An atomic change of many files. New files are first written next to the output;
 * only then are the old ones moved away and the new ones moved in. A failure moves everything back, and what
 * a killed process left half done is moved back by the next run.
 */
export interface Change {
  readonly out: string;
  /** A folder on the output's file system, locked against other runs. */
  readonly staging: string;
  /** Texts by path; `undefined` removes the file. */
  readonly files: ReadonlyMap<string, string | undefined>;
  readonly present: ReadonlySet<string>;
}

const journalName = "journal.json";

interface Journal {
  /** Paths that are replaced or removed: their old files are moved to `old/`. */
  readonly replaced: readonly string[];
  /** Paths that are new: they are in `new/` until they are moved into the output. */
  readonly added: readonly string[];
}

/** A change failed in the middle, and so did moving the files back; the next run tries again. */
export class HalfWrittenError extends OipkitError {
  readonly code = "output-half-written";
  constructor(
    readonly folder: string,
    cause: unknown,
    readonly undoCause: unknown,
  ) {
    const texts = [cause, undoCause].map((error) => (error instanceof Error ? error.message : String(error)));
    super(
      `${folder} is partly written (${texts[0]}), and restoring its files failed too (${texts[1]}); run oipkit again to retry`,
      {
        cause,
      },
    );
  }
}

/** Writes a change, all or nothing. Rejects if it fails; the folder is then as it was, unless with `HalfWrittenError`. */
export async function applyChange({ out, staging, files, present }: Change): Promise<void> {
  const replaced = [...files.keys()].filter((path) => present.has(path));
  const added = [...files.keys()].filter((path) => !present.has(path));
  const journal: Journal = { replaced, added };
  try {
    for (const [path, text] of files) if (text !== undefined) await write(join(staging, "new", path), text);
    await write(join(staging, "journal.part"), JSON.stringify(journal));
    await rename(join(staging, "journal.part"), join(staging, journalName));
    for (const path of replaced) await move(join(out, path), join(staging, "old", path));
    for (const [path, text] of files)
      if (text !== undefined) await move(join(staging, "new", path), join(out, path));
    // Without its journal the staging folder is ignored: from here on the change is complete.
    await rm(join(staging, journalName));
  } catch (error) {
    await rollBack(out, staging).catch((undoError: unknown) => {
      throw new HalfWrittenError(out, error, undoError);
    });
    throw error;
  }
}

/** Whether the folder holds files that a change has moved away and that aren't back yet. */
export function isHalfDone(staging: string): Promise<boolean> {
  return exists(join(staging, journalName));
}

/** Rolls back the changes of a killed run, and removes its leftovers. */
export async function recover(out: string, staging: string): Promise<void> {
  await rollBack(out, staging);
  for (const name of ["new", "old"]) await rm(join(staging, name), { recursive: true, force: true });
}

/** There is nothing to roll back if moving had not begun, or was complete. */
async function rollBack(out: string, staging: string): Promise<void> {
  if (!(await isHalfDone(staging))) return;
  const { replaced, added } = JSON.parse(await readFile(join(staging, journalName), "utf8")) as Journal;
  for (const path of added) {
    if (!(await exists(join(staging, "new", path)))) await rm(join(out, path), { force: true });
  }
  for (const path of replaced) {
    if (await exists(join(staging, "old", path))) await move(join(staging, "old", path), join(out, path));
  }
  await removeEmptyFolders(out, added);
  await rm(join(staging, journalName));
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}
