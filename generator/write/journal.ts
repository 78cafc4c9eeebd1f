import { constants } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { isOutputPath } from "../emit/file.js";
import {
  foldersAbove,
  kindAt,
  kindInside,
  moveInside,
  OutputLinkError,
  removeEmptyFolders,
  removeInside,
  writeInside,
} from "./inside.js";
import { isKept } from "./kept-files.js";

/** Which files a change moves. Paths are relative to the output, with `/`. */
interface Journal {
  /** Paths that are replaced or removed: their old files are moved to `old/`. */
  readonly replaced: readonly string[];
  /** Paths that are new: they are in `new/` until they are moved into the output. */
  readonly added: readonly string[];
}

/** The staging folder isn't one that oipkit left behind, so nothing is rolled back. */
export class StagingError extends OipkitError {
  readonly code = "output-staging";
  constructor(
    readonly folder: string,
    problem: string,
  ) {
    super(
      `${folder} ${problem}, so nothing was changed; remove it, unless its \`old\` contains files that you miss, and run oipkit again`,
    );
  }
}

/** Folder inside the output that one run at a time holds; it contains the files to move. */
export const stagingName = ".oipkit-staging";
const journalName = "journal.json";
const partName = "journal.part";

/** Whether oipkit gives that name to something in a staging folder, apart from marks of runs. */
export function isStagingEntry(name: string): boolean {
  return ["new", "old", journalName, partName].includes(name);
}

/** In bytes. A path has about 40, so that this is enough for 400,000 files. */
const maxJournal = 16 * 1024 * 1024;

/** In UTF-16 code units: more than any file system allows. */
const maxPath = 4096;

/** Writes the journal whole or not at all. */
async function writeJournal(staging: string, journal: Journal): Promise<void> {
  await writeInside(staging, partName, JSON.stringify(journal));
  await rename(join(staging, partName), join(staging, journalName));
}

/** Whether a change has begun to move files, and didn't complete. */
export async function hasJournal(staging: string): Promise<boolean> {
  return (await kindAt(join(staging, journalName))) !== undefined;
}

/** Without its journal the staging folder is ignored: the change is complete, or undone. */
async function removeJournal(staging: string): Promise<void> {
  await rm(join(staging, journalName));
}

/** What undoes a change. Paths are relative to the output, with `/`. */
interface Rollback {
  /** All new files; their folders, if empty, were new, too. */
  readonly added: readonly string[];
  /** New files that aren't in `new/` any more. */
  readonly remove: readonly string[];
  /** Files of `old/`. */
  readonly restore: readonly string[];
}

/**
 * How to undo the change of a staging folder; `undefined` if it has no journal. Anyone may have planted it, so every path
 * must be one that a change can have, and must not lead through a link. Throws `StagingError` otherwise.
 */
export async function readRollback(out: string, staging: string): Promise<Rollback | undefined> {
  if ((await kindAt(staging)) !== "folder") throw new StagingError(staging, "isn't a folder");
  const text = await readText(staging);
  if (text === undefined) return undefined;
  const journal = parseJournal(text);
  if (journal === undefined) throw foreign(staging);
  try {
    return await planRollback(journal, out, staging);
  } catch (error) {
    throw error instanceof OutputLinkError ? foreign(staging) : error;
  }
}

async function planRollback({ replaced, added }: Journal, out: string, staging: string): Promise<Rollback> {
  const isReplaced = new Set(replaced.map((path) => join(out, path)));
  const foldersOfNew = new Set(added.flatMap(foldersAbove));
  const remove: string[] = [];
  for (const path of added) {
    if ((await kindInside(staging, `new/${path}`)) !== undefined) continue;
    try {
      await kindInside(out, path);
      remove.push(path);
    } catch (error) {
      // A link that the change replaced by a folder is back already, so the new file is gone.
      if (!(error instanceof OutputLinkError && isReplaced.has(error.path))) throw error;
    }
  }
  const restore: string[] = [];
  for (const path of replaced) {
    const old = await kindInside(staging, `old/${path}`);
    if (old === undefined) continue;
    const isInTheWay = (await kindInside(out, path)) === "folder" && !foldersOfNew.has(path);
    if (old === "folder" || isInTheWay) throw foreign(staging);
    restore.push(path);
  }
  return { added, remove, restore };
}

function foreign(staging: string): StagingError {
  return new StagingError(staging, "has a `journal.json` that oipkit can't have written");
}

async function readText(staging: string): Promise<string | undefined> {
  const path = join(staging, journalName);
  const kind = await kindAt(path);
  if (kind === undefined) return undefined;
  if (kind !== "file") throw foreign(staging);
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await file.stat();
    if (!found.isFile() || found.size > maxJournal) throw foreign(staging);
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

function parseJournal(text: string): Journal | undefined {
  try {
    const { replaced, added } = JSON.parse(text) as Partial<Record<keyof Journal, unknown>>;
    if (arePaths(replaced) && arePaths(added)) return { replaced, added };
    return undefined;
  } catch {
    return undefined;
  }
}

function arePaths(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string" && isChangeable(item));
}

/** Whether a change can have the path: not one that is the user's, and none inside of the staging folder. */
function isChangeable(path: string): boolean {
  return (
    path.length <= maxPath &&
    isOutputPath(path) &&
    !isKept(path) &&
    !path.toLowerCase().startsWith(stagingName)
  );
}

/**
 * An atomic change of many files. New files are first written next to the output;
 * only then are the old ones moved away and the new ones moved in. A failure moves everything back, and what
 * a killed process left half done is moved back by the next run.
 */
interface StagedChange {
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
    const texts = [cause, undoCause].map((error) => {
      if (error instanceof Error) return error.message;
      return String(error);
    });
    super(
      `${folder} is partly written (${texts[0]}), and restoring its files failed too (${texts[1]}); run oipkit again to retry`,
      {
        cause,
      },
    );
  }
}

/** Writes a change, all or nothing. Rejects if it fails; the folder is then as it was, unless with `HalfWrittenError`. */
export async function applyChange({ out, staging, files, present }: StagedChange): Promise<void> {
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
