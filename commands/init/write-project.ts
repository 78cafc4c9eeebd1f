import { randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  kindInside,
  moveInside,
  OutputLinkError,
  removeEmptyFolders,
  removeInside,
  writeInside,
} from "../../generator/write/inside.js";
import { isRunning } from "../../reader/is-running.js";

/** A file of a project; the path is relative to its folder, with `/`. */
export interface ProjectFile {
  readonly path: string;
  readonly text: string;
}

/** What is at the paths of the files already. Throws `OutputLinkError` if a path leads through a link. */
export async function existingFiles(
  folder: string,
  files: readonly ProjectFile[],
): Promise<ReadonlyMap<string, "file" | "folder" | "link" | "other">> {
  const found = new Map<string, "file" | "folder" | "link" | "other">();
  for (const { path } of files) {
    const kind = await kindInside(folder, path);
    if (kind !== undefined) found.set(path, kind);
  }
  return found;
}

const stagingPrefix = ".oipkit-init-";

/**
 * Puts back what a killed run had moved away and not replaced yet, and removes what else it left beside the files. The files that it has
 * written stay.
 */
export async function undoKilledRuns(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const [, owner] = /^\.oipkit-init-(\d+)-/.exec(entry.name) ?? [];
    if (!entry.isDirectory() || owner === undefined || isRunning(Number(owner))) continue;
    const staging = join(folder, entry.name);
    const moved = await readdir(join(staging, "old"), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const file of moved) {
      if (file.isDirectory()) continue;
      const path = join(file.parentPath, file.name).slice(join(staging, "old/").length);
      if ((await kindInside(folder, path)) === undefined)
        await moveInside({ root: staging, path: `old/${path}` }, { root: folder, path });
    }
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Writes the files, all or none: they are written next to their places first, and a failure moves back what was moved.
 * Only the owner can read a `.env`. Rejects if it fails; no link inside the folder is followed.
 */
export async function writeProject(folder: string, files: readonly ProjectFile[]): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  const staging = join(folder, `${stagingPrefix}${process.pid}-${randomUUID()}`);
  await mkdir(staging);
  const added: string[] = [];
  const replaced: string[] = [];
  const place = (path: string) => ({ root: folder, path });
  const staged = (name: "new" | "old", path: string) => ({ root: staging, path: `${name}/${path}` });
  try {
    for (const { path, text } of files) {
      await writeInside(staging, `new/${path}`, text);
      if (path === ".env") await chmod(join(staging, `new/${path}`), 0o600);
    }
    for (const { path } of files) {
      const kind = await kindInside(folder, path);
      if (kind === "folder" || kind === "link") throw new OutputLinkError(join(folder, path));
      if (kind !== undefined) {
        await moveInside(place(path), staged("old", path));
        replaced.push(path);
      }
      await moveInside(staged("new", path), place(path));
      added.push(path);
    }
  } catch (error) {
    for (const path of added) await removeInside(folder, path);
    for (const path of replaced) await moveInside(staged("old", path), place(path));
    await removeEmptyFolders(
      folder,
      files.map(({ path }) => path),
    );
    await rm(staging, { recursive: true, force: true });
    if (made !== undefined) await rm(made, { recursive: true, force: true });
    throw error;
  }
  await rm(staging, { recursive: true, force: true });
}

/** The lines of an existing `.gitignore`, and those of a new one that it lacks. */
export function extendGitIgnore(existing: string, wanted: string): string {
  const known = new Set(existing.split(/\r?\n/).map((line) => line.trim().replace(/^\/|\/$/g, "")));
  const missing = wanted.split("\n").filter((line) => line !== "" && !known.has(line.replace(/\/$/, "")));
  if (missing.length === 0) return existing;
  const separator = existing === "" || existing.endsWith("\n") ? "" : "\n";
  return `${existing}${separator}${missing.join("\n")}\n`;
}
