import { lstat, mkdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OipkitError } from "@oipkit/runtime/errors";

/** A folder of the output is a symbolic link or a file, so a path through it would leave the output. */
export class OutputLinkError extends OipkitError {
  readonly code = "output-link";
  constructor(readonly path: string) {
    super(`${path} is a link or a file where a folder is expected; remove it, and run oipkit again`);
  }
}

/** What is at a path, links not followed; `undefined` if nothing is. */
export async function kindAt(path: string): Promise<"file" | "folder" | "link" | "other" | undefined> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return "link";
    if (found.isDirectory()) return "folder";
    if (found.isFile()) return "file";
    return "other";
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** What is at a path relative to a root; `undefined` if nothing is. Throws `OutputLinkError` if the path goes through a link. */
export async function kindInside(root: string, path: string): ReturnType<typeof kindAt> {
  for (const folder of foldersAbove(path)) {
    const kind = await kindAt(join(root, folder));
    if (kind === "link") throw new OutputLinkError(join(root, folder));
    if (kind !== "folder") return undefined;
  }
  return kindAt(join(root, path));
}

/** Writes a new file, with its folders. Throws `OutputLinkError` instead of following a link. */
export async function writeInside(root: string, path: string, text: string): Promise<void> {
  await makeFoldersAbove(root, path);
  await writeFile(join(root, path), text, { flag: "wx" });
}

/** A path relative to a root. */
interface InnerPath {
  readonly root: string;
  readonly path: string;
}

/** Moves a file, with the folders that its new place needs. Throws `OutputLinkError` instead of following a link. */
export async function moveInside(from: InnerPath, to: InnerPath): Promise<void> {
  await kindInside(from.root, from.path);
  await makeFoldersAbove(to.root, to.path);
  await rename(join(from.root, from.path), join(to.root, to.path));
}

/** Removes what isn't a folder, if it exists. Throws `OutputLinkError` instead of following a link. */
export async function removeInside(root: string, path: string): Promise<void> {
  const kind = await kindInside(root, path);
  if (kind !== undefined && kind !== "folder") await rm(join(root, path), { force: true });
}

/** Removes the folders that contained the files at the paths, if they are empty now. Skips a folder behind a link. */
export async function removeEmptyFolders(root: string, paths: readonly string[]): Promise<void> {
  const folders = new Set(paths.flatMap(foldersAbove));
  for (const folder of [...folders].sort((a, b) => b.length - a.length)) {
    if ((await kindInside(root, folder).catch(() => undefined)) !== "folder") continue;
    await rmdir(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOTEMPTY" && error.code !== "ENOENT" && error.code !== "EEXIST") throw error;
    });
  }
}

/** One folder at a time: a recursive `mkdir` would follow a link on the way. */
async function makeFoldersAbove(root: string, path: string): Promise<void> {
  for (const folder of foldersAbove(path)) {
    const at = join(root, folder);
    await mkdir(at).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      if ((await kindAt(at)) !== "folder") throw new OutputLinkError(at);
    });
  }
}

/** The folders of a relative path, from the top: of `a/b/c.ts`, `a` and `a/b`. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== "."; at = dirname(at)) folders.unshift(at);
  return folders;
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}
