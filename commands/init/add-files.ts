import { basename, join } from "node:path";
import { kindAt } from "../../generator/write/inside.js";
import { readRegularFile } from "../../reader/documents/regular-file.js";
import { UsageError } from "../options/option.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { extendPackageJson, newPackageJson, type PackageAdditions, packageName } from "./package-json.js";
import { existingFiles, extendGitIgnore, type ProjectFile, writeProject } from "./write-project.js";

/** Files to write, and what stands in their way beside files that exist. */
interface WantedFiles {
  readonly folder: string;
  readonly files: readonly ProjectFile[];
  readonly conflicts: readonly string[];
  /** Whether files that exist are replaced. */
  readonly force: boolean;
  /** Files that are added to, not replaced. */
  readonly merged: readonly string[];
  /** Start of the paths of many files, which are one line in the list. */
  readonly folded?: string;
}

/** Writes files, and says which. Returns 1, and writes nothing, if a file exists and may not be replaced. */
export async function addFiles(
  { folder, files, conflicts, force, merged, folded }: WantedFiles,
  terminal: Terminal,
): Promise<ExitCode> {
  const existing = await existingFiles(folder, files);
  const inTheWay = [...existing.keys()].filter((path) => !merged.includes(path));
  const findings = [...inTheWay.map((path) => `${path}: the file exists`), ...conflicts];
  if (findings.length > 0 && !force) {
    terminal.out(findings.map((finding) => `${finding}\n`).join(""));
    terminal.err("nothing was written; choose another folder, or replace these with --force\n");
    return 1;
  }
  await writeProject(folder, files);
  const isFolded = (path: string): boolean => folded !== undefined && path.startsWith(folded);
  const shown = files.filter(({ path }) => !isFolded(path));
  terminal.out(shown.map(({ path }) => `${existing.has(path) ? "changed" : "created"} ${path}\n`).join(""));
  if (folded !== undefined) terminal.out(`created ${files.length - shown.length} files in ${folded}\n`);
  return 0;
}

/** The files with a `package.json`; that and `.gitignore` are added to those that exist. */
export async function withPackageJson(
  folder: string,
  created: readonly ProjectFile[],
  additions: PackageAdditions,
): Promise<{ readonly files: readonly ProjectFile[]; readonly conflicts: readonly string[] }> {
  const manifest = await existingText(folder, "package.json");
  const { text, conflicts } =
    manifest === undefined
      ? { text: newPackageJson(packageName(basename(folder), "receiver"), additions), conflicts: [] }
      : extendPackageJson(manifest, additions);
  const files = await withGitIgnore(folder, created);
  const all = [{ path: "package.json", text }, ...files];
  return { files: all.sort((a, b) => (a.path < b.path ? -1 : 1)), conflicts };
}

/** The files, of which `.gitignore` is added to an existing one. */
export async function withGitIgnore(
  folder: string,
  files: readonly ProjectFile[],
): Promise<readonly ProjectFile[]> {
  const ignored = await existingText(folder, ".gitignore");
  return files.map((file) => {
    if (file.path === ".gitignore" && ignored !== undefined)
      return { ...file, text: extendGitIgnore(ignored, file.text) };
    return file;
  });
}

/** The text of a file of the project; `undefined` if it doesn't exist. Throws `UsageError` if it isn't a regular file. */
async function existingText(folder: string, name: string): Promise<string | undefined> {
  const path = join(folder, name);
  const kind = await kindAt(path);
  if (kind === undefined) return undefined;
  const found = kind === "file" ? readRegularFile(path) : undefined;
  if (found?.kind === "bytes") return found.bytes.toString("utf8");
  throw new UsageError(`${name}: not a regular file, so it can't be added to`);
}
