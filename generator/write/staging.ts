import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { moveInside, removeEmptyFolders, removeInside, writeInside } from "./inside.js";
import { type Journal, type Rollback, readRollback, removeJournal, writeJournal } from "./journal.js";

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

/** A change failed in the middle, and so did moving the files back; the next run tries again. */
class HalfWrittenError extends OipkitError {
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
  const moved = (name: "new" | "old", path: string) => ({ root: staging, path: `${name}/${path}` });
  try {
    for (const [path, text] of files) if (text !== undefined) await writeInside(staging, `new/${path}`, text);
    await writeJournal(staging, journal);
    for (const path of replaced) await moveInside({ root: out, path }, moved("old", path));
    const removed = replaced.filter((path) => files.get(path) === undefined);
    // A new file may have the name of a folder that is empty now.
    await removeEmptyFolders(out, removed);
    for (const [path, text] of files)
      if (text !== undefined) await moveInside(moved("new", path), { root: out, path });
    await removeJournal(staging);
  } catch (error) {
    await undo(out, staging).catch((undoError: unknown) => {
      throw new HalfWrittenError(out, error, undoError);
    });
    throw error;
  }
}

/**
 * Rolls back the change of a killed run, and removes what is left of it, so that nothing that was planted there is used.
 * Throws `StagingError` if the folder isn't one that oipkit left.
 */
export async function recover(out: string, staging: string, own: string): Promise<void> {
  await undo(out, staging);
  for (const name of await readdir(staging))
    if (name !== own) await rm(join(staging, name), { recursive: true, force: true });
}

/** There is nothing to undo if moving had not begun, or was complete. */
async function undo(out: string, staging: string): Promise<void> {
  const rollback = await readRollback(out, staging);
  if (rollback === undefined) return;
  await rollBack(rollback, out, staging);
  await removeJournal(staging);
}

async function rollBack({ added, remove, restore }: Rollback, out: string, staging: string): Promise<void> {
  for (const path of remove) await removeInside(out, path);
  // An old file may be where the new ones have a folder.
  await removeEmptyFolders(out, added);
  for (const path of restore) await moveInside({ root: staging, path: `old/${path}` }, { root: out, path });
}
