import { mkdir } from "node:fs/promises";
import { OipkitError } from "@oipkit/runtime/errors";
import type { GeneratedFile } from "../emit/file.js";
import { type Comparison, compareFolder, fileDigest, filesIn } from "./compare.js";
import { removeEmptyFolders } from "./inside.js";
import { applyChange, recover } from "./journal.js";
import { isStaged, lockOutput } from "./lock.js";

/** The output folder contains files that oipkit didn't write and that would be overwritten or mixed with generated ones. */
export class ForeignOutputError extends OipkitError {
  readonly code = "output-foreign";
  constructor(
    readonly folder: string,
    readonly files: readonly string[],
  ) {
    const shown = files.slice(0, 3).join(", ") + (files.length > 3 ? `, … (${files.length} files)` : "");
    super(
      `${folder} contains files that oipkit didn't write (${shown}); choose an empty folder with --out, or empty this one`,
    );
  }
}

/** What a run changed on disk. */
export interface Written {
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** An earlier run was killed, and its changes were rolled back first. */
  readonly recovered: boolean;
}

/**
 * Makes the folder contain exactly these files, all or nothing. Files that are already right are left
 * untouched; files of an earlier run that aren't generated any more are removed; foreign files are an error.
 */
export async function writeFiles(out: string, files: readonly GeneratedFile[]): Promise<Written> {
  if (!(await isStaged(out))) {
    const comparison = await compareWith(out, files);
    if (plannedChanges(comparison, files).size === 0) return written(comparison, false);
  }
  await mkdir(out, { recursive: true });
  const lock = await lockOutput(out);
  try {
    if (lock.inherited) await recover(out, lock.staging, lock.mark);
    const comparison = await compareWith(out, files);
    const changes = plannedChanges(comparison, files);
    await applyChange({ out, staging: lock.staging, files: changes, present: await filesIn(out) });
    await removeEmptyFolders(out, comparison.abandoned);
    return written(comparison, lock.inherited);
  } finally {
    await lock.release();
  }
}

/** Throws `ForeignOutputError` if `writeFiles` would. */
export async function assertWritable(out: string, files: readonly GeneratedFile[]): Promise<void> {
  if (!(await isStaged(out))) await compareWith(out, files);
}

/** How the folder differs. Throws `ForeignOutputError` if writing would change foreign files. */
async function compareWith(out: string, files: readonly GeneratedFile[]): Promise<Comparison> {
  const comparison = await compareFolder(out, files.map(fileDigest));
  const abandoned = new Set(comparison.abandoned);
  const foreignFiles = comparison.extra.filter((path) => !abandoned.has(path));
  const inTheWay = comparison.foreign ? comparison.stale : [];
  if (foreignFiles.length + inTheWay.length > 0)
    throw new ForeignOutputError(out, [...foreignFiles, ...inTheWay].sort());
  return comparison;
}

function plannedChanges(
  { stale, missing, abandoned }: Comparison,
  files: readonly GeneratedFile[],
): Map<string, string | undefined> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const removed = abandoned.map((path) => [path, undefined] as const);
  return new Map([...[...stale, ...missing].map((path) => [path, texts.get(path)] as const), ...removed]);
}

function written({ stale, missing, abandoned }: Comparison, recovered: boolean): Written {
  return { changed: stale, added: missing, removed: abandoned, recovered };
}
