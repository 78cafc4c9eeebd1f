import { randomUUID } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  foldersAbove,
  kindInside,
  OutputLinkError,
  removeEmptyFolders,
  removeInside,
} from "../../generator/write/inside.js";
import { isRunning } from "../../reader/is-running.js";

const prefix = ".oipkit-update-";
const listFile = "paths.json";

/** New texts of files by path below a folder; `undefined` removes the file. */
export type NewTexts = ReadonlyMap<string, string | undefined>;

/**
 * Writes files and does further work; if that returns false or fails, the files are as they were. What a killed process leaves is
 * undone by `undoKilledUpdates`. Returns whether it was done. Throws `OutputLinkError` if a path leads through a link.
 */
export async function withNewTexts(
  folder: string,
  texts: NewTexts,
  work: () => Promise<boolean>,
): Promise<boolean> {
  const name = `${prefix}${process.pid}-${randomUUID()}`;
  await keepOld(join(folder, name), folder, [...texts.keys()]);
  try {
    for (const [path, text] of texts) {
      if (text === undefined) await removeInside(folder, path);
      else await replaceInside(folder, path, text);
    }
    await removeEmptyFolders(folder, [...texts.keys()]);
    const isDone = await work();
    if (isDone) await rm(join(folder, name), { recursive: true, force: true });
    else await putBack(folder, name);
    return isDone;
  } catch (error) {
    await putBack(folder, name);
    throw error;
  }
}

/** Puts back what killed updates had replaced. Returns whether there was any. */
export async function undoKilledUpdates(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let found = false;
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const [, owner] = /^\.oipkit-update-(\d+)-/.exec(name) ?? [];
    if (owner === undefined || isRunning(Number(owner))) continue;
    found = true;
    await putBack(folder, name);
  }
  return found;
}

/** Copies files aside; the list of them, which comes last, says that all are there. */
async function keepOld(aside: string, folder: string, paths: readonly string[]): Promise<void> {
  await mkdir(join(aside, "old"), { recursive: true });
  try {
    const there: string[] = [];
    for (const path of paths) {
      const kind = await kindInside(folder, path);
      if (kind === undefined) continue;
      if (kind !== "file") throw new OutputLinkError(join(folder, path));
      await mkdir(dirname(join(aside, "old", path)), { recursive: true });
      await copyFile(join(folder, path), join(aside, "old", path));
      there.push(path);
    }
    await writeFile(join(aside, `${listFile}.tmp`), listText({ paths, there }));
    await rename(join(aside, `${listFile}.tmp`), join(aside, listFile));
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    throw error;
  }
}

interface KeptFiles {
  /** All that would be written or removed. */
  readonly paths: readonly string[];
  /** Those of them that existed. */
  readonly there: readonly string[];
}

function listText({ paths, there }: KeptFiles): string {
  return `${[paths.length, ...paths, ...there].join("\n")}\n`;
}

function readList(text: string): KeptFiles {
  const [count = "0", ...lines] = text.trimEnd().split("\n");
  return { paths: lines.slice(0, Number(count)), there: lines.slice(Number(count)) };
}

async function putBack(folder: string, name: string): Promise<void> {
  const aside = join(folder, name);
  const list = await readFile(join(aside, listFile), "utf8").catch(() => undefined);
  // Without a list, nothing had been written yet.
  if (list !== undefined) {
    const { paths, there } = readList(list);
    for (const path of paths) {
      if (there.includes(path)) await replaceInside(folder, path, await readFile(join(aside, "old", path)));
      else await removeInside(folder, path);
    }
    await removeEmptyFolders(folder, paths);
  }
  await rm(aside, { recursive: true, force: true });
}

/** Replaces a file in one step. */
async function replaceInside(folder: string, path: string, text: string | Buffer): Promise<void> {
  const kind = await kindInside(folder, path);
  if (kind !== undefined && kind !== "file") throw new OutputLinkError(join(folder, path));
  for (const above of foldersAbove(path)) await mkdir(join(folder, above), { recursive: true });
  const draft = join(folder, dirname(path), `.${randomUUID()}.oipkit.tmp`);
  await writeFile(draft, text);
  await rename(draft, join(folder, path));
}
