import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { isOutputPath } from "../emit/file.js";
import { foldersAbove, kindAt, kindInside, OutputLinkError, writeInside } from "./inside.js";
import { isKept } from "./kept-files.js";

/** Which files a change moves. Paths are relative to the output, with `/`. */
export interface Journal {
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

/** In bytes. A path has about 40, so that this is enough for 400,000 files. */
const maxJournal = 16 * 1024 * 1024;

/** In UTF-16 code units: more than any file system allows. */
const maxPath = 4096;

/** Writes the journal whole or not at all. */
export async function writeJournal(staging: string, journal: Journal): Promise<void> {
  await writeInside(staging, partName, JSON.stringify(journal));
  await rename(join(staging, partName), join(staging, journalName));
}

/** Whether a change has begun to move files, and didn't complete. */
export async function hasJournal(staging: string): Promise<boolean> {
  return (await kindAt(join(staging, journalName))) !== undefined;
}

/** Without its journal the staging folder is ignored: the change is complete, or undone. */
export async function removeJournal(staging: string): Promise<void> {
  await rm(join(staging, journalName));
}

/** What undoes a change. Paths are relative to the output, with `/`. */
export interface Rollback {
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
    return await rollbackOf(journal, out, staging);
  } catch (error) {
    throw error instanceof OutputLinkError ? foreign(staging) : error;
  }
}

async function rollbackOf({ replaced, added }: Journal, out: string, staging: string): Promise<Rollback> {
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
    return arePaths(replaced) && arePaths(added) ? { replaced, added } : undefined;
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
