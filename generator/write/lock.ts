import { lstat, mkdir, readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";
import { kindAt } from "./inside.js";
import { hasJournal, readRollback, StagingError, stagingName } from "./journal.js";

const ownerPrefix = "owner-";

/** A folder without an owner belongs to a run that has just begun, or was killed then. After this time, in milliseconds, it counts as killed. */
const justBegun = 10_000;

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
export interface Lock {
  readonly staging: string;
  /** An earlier run was killed while it held the folder; its staging folder is as it left it. */
  readonly inherited: boolean;
  /** Name of the file in the staging folder that marks it as this run's. */
  readonly mark: string;
  /** Releases the lock and removes the staging folder, unless it still contains files of the output. */
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
    const inherited = !(await begin(out, staging)) && (await takeOver(out, staging));
    return {
      staging,
      inherited,
      mark: ownMark(),
      release: async () => {
        if (!(await hasJournal(staging))) await rm(staging, { recursive: true, force: true });
        held.delete(out);
      },
    };
  } catch (error) {
    held.delete(out);
    throw error;
  }
}

async function begin(out: string, staging: string): Promise<boolean> {
  const made = await mkdir(staging).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
  if (made) {
    await writeFile(join(staging, ownMark()), "", { flag: "wx" }).catch(() => {
      throw new OutputBusyError(out, undefined);
    });
  }
  return made;
}

/** Takes over a dead process's folder. If several try, only one succeeds in renaming the owner's mark. */
async function takeOver(out: string, staging: string): Promise<boolean> {
  if ((await kindAt(staging)) !== "folder") throw new StagingError(staging, "isn't a folder");
  const mark = (await readdir(staging)).find((name) => name.startsWith(ownerPrefix));
  if (mark === undefined) {
    const { mtimeMs } = await lstat(staging);
    if (Date.now() - mtimeMs < justBegun) throw new OutputBusyError(out, undefined);
    await rmdir(staging).catch((error: NodeJS.ErrnoException) => {
      throw error.code === "ENOTEMPTY" ? new StagingError(staging, "belongs to no run") : error;
    });
    if (await begin(out, staging)) return false;
    throw new OutputBusyError(out, undefined);
  }
  const pid = Number.parseInt(mark.slice(ownerPrefix.length), 10);
  if (isRunning(pid)) throw new OutputBusyError(out, pid);
  // A folder that isn't oipkit's is never touched.
  await readRollback(out, staging);
  await rename(join(staging, mark), join(staging, ownMark())).catch(() => {
    throw new OutputBusyError(out, undefined);
  });
  return true;
}

function ownMark(): string {
  return `${ownerPrefix}${process.pid}`;
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
