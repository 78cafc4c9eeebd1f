import { mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { isRunning } from "../../reader/is-running.js";
import { kindAt } from "./inside.js";
import { hasJournal, isStagingEntry, readRollback, StagingError, stagingName } from "./journal.js";

const ownerPrefix = "owner-";

/** Another process is writing the same folder. */
export class OutputBusyError extends OipkitError {
  readonly code = "output-busy";
  constructor(
    readonly folder: string,
    readonly pid: number | undefined,
  ) {
    const process = pid === undefined ? "another process" : `process ${pid}`;
    super(
      `${folder} is being written by another oipkit (${process}); wait for it, or, if none is running, remove ${stagingName} there`,
    );
  }
}

/** An output folder that no other run writes to. */
interface Lock {
  readonly staging: string;
  /** An earlier run was killed while it held the folder; its staging folder is as it left it. */
  readonly inherited: boolean;
  /** Name of the file in the staging folder that marks it as this run's. */
  readonly mark: string;
  /** Releases the lock and removes the staging folder, unless it still contains files of the output. Never rejects. */
  release(): Promise<void>;
}

const held = new Set<string>();

/** Whether a run holds the output, or was killed while it did. */
export async function isStaged(out: string): Promise<boolean> {
  return (await kindAt(join(out, stagingName))) !== undefined;
}

/**
 * Locks an output folder, which must exist, against other runs. Throws `OutputBusyError`, and `StagingError` if its staging
 * folder isn't one that oipkit left.
 */
export async function lockOutput(out: string): Promise<Lock> {
  if (held.has(out)) throw new OutputBusyError(out, process.pid);
  held.add(out);
  try {
    const staging = join(out, stagingName);
    const inherited = await claim(out, staging);
    return {
      staging,
      inherited,
      mark: ownMark(),
      async release() {
        // What can't be removed now is removed by the next run, which takes over this one's mark.
        await removeStaging(staging).catch(() => {});
        held.delete(out);
      },
    };
  } catch (error) {
    held.delete(out);
    throw error;
  }
}

/** How often a folder that is removed meanwhile is made again. */
const tries = 20;

/** Makes the staging folder this run's; resolves with whether an earlier run left something in it. */
async function claim(out: string, staging: string): Promise<boolean> {
  const abandon = async (error: unknown): Promise<never> => {
    // It goes only if it is empty: nobody else's.
    await rmdir(staging).catch(() => {});
    throw error;
  };
  for (let left = tries; left > 0; left--) {
    await mkdir(staging).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    const found = await readStaging(staging);
    const claimed = found !== undefined && (await markAsOwn(out, staging, found).catch(abandon));
    if (claimed) {
      await yieldToOthers(out, staging);
      return found.length > 0;
    }
  }
  throw new OutputBusyError(out, undefined);
}

/** The names in the staging folder; `undefined` if it was removed in the meantime. */
async function readStaging(staging: string): Promise<readonly string[] | undefined> {
  const kind = await kindAt(staging);
  if (kind === undefined) return undefined;
  if (kind !== "folder") throw new StagingError(staging, "isn't a folder");
  return unlessAbsent(readdir(staging));
}

/**
 * Writes this run's mark, or takes over that of a dead run: if several runs try, only one succeeds in renaming it. `false` if the folder
 * or the mark has gone in the meantime. A folder that isn't oipkit's is never touched.
 */
async function markAsOwn(out: string, staging: string, found: readonly string[]): Promise<boolean> {
  const marks = found.filter(isMark);
  assertNoneRuns(out, marks);
  await readRollback(out, staging);
  const [mark] = marks;
  const own = join(staging, ownMark());
  if (mark !== undefined)
    return (await unlessAbsent(rename(join(staging, mark), own).then(() => true))) === true;
  // A killed run removes its mark last, so that it leaves nothing without one; earlier versions removed it first.
  const foreign = found.find((name) => !isStagingEntry(name));
  if (foreign !== undefined) throw new StagingError(staging, `contains ${foreign}, and belongs to no run`);
  return (await unlessAbsent(writeFile(own, "", { flag: "wx" }).then(() => true))) === true;
}

/** Two runs may have marked a folder that was nobody's. Each sees the mark of the one before, which goes on. */
async function yieldToOthers(out: string, staging: string): Promise<void> {
  const others = (await readdir(staging)).filter((name) => isMark(name) && name !== ownMark());
  try {
    assertNoneRuns(out, others);
  } catch (busy) {
    await rm(join(staging, ownMark()), { force: true });
    throw busy;
  }
}

/** The mark goes after all else, so that a run that is killed meanwhile leaves a folder that the next one takes over. */
async function removeStaging(staging: string): Promise<void> {
  if (await hasJournal(staging)) return;
  for (const name of await readdir(staging))
    if (name !== ownMark()) await rm(join(staging, name), { recursive: true, force: true });
  await rm(join(staging, ownMark()), { force: true });
  // Another run may have marked it in the meantime.
  await rmdir(staging);
}

function assertNoneRuns(out: string, marks: readonly string[]): void {
  for (const mark of marks) {
    const pid = Number.parseInt(mark.slice(ownerPrefix.length), 10);
    if (isRunning(pid)) throw new OutputBusyError(out, pid);
  }
}

function isMark(name: string): boolean {
  return name.startsWith(ownerPrefix);
}

function ownMark(): string {
  return `${ownerPrefix}${process.pid}`;
}

/** `undefined` if a file or folder has gone. */
function unlessAbsent<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  });
}
