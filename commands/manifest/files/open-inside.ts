import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Why a file isn't read. */
export interface FileProblem {
  readonly code: "asset-missing" | "asset-link" | "asset-special" | "asset-unreadable";
  /** Continues a sentence that starts with the file. */
  readonly problem: string;
}

/** An open file, or why it can't be opened. */
type OpenedFile =
  | { readonly kind: "open"; readonly file: number }
  | ({ readonly kind: "problem" } & FileProblem);

const link: FileProblem = {
  code: "asset-link",
  problem: "is a symbolic link, or in a folder that is one; replace the link with what it points to",
};
const special: FileProblem = { code: "asset-special", problem: "isn't a regular file" };

/**
 * Opens a regular file of a folder, given by its real path, and never one outside: links aren't followed, neither at the end of
 * the path nor on the way, even if they are put there in the meantime.
 */
export function openInside(root: string, path: string): OpenedFile {
  const at = join(root, path);
  let file: number | undefined;
  try {
    // Opening a device or a pipe can change it or wait for ever, so it isn't even opened.
    const before = lstatSync(at);
    if (before.isSymbolicLink()) return { kind: "problem", ...link };
    if (!before.isFile()) return { kind: "problem", ...special };
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    file = openSync(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const problem = findProblem(file, root, path);
    if (problem === undefined) return { kind: "open", file };
    closeSync(file);
    return { kind: "problem", ...problem };
  } catch (error) {
    if (file !== undefined) closeSync(file);
    return { kind: "problem", ...failure(error as NodeJS.ErrnoException) };
  }
}

function findProblem(file: number, root: string, path: string): FileProblem | undefined {
  if (!fstatSync(file).isFile()) return special;
  const actual = findPath(file);
  if (actual !== undefined) return actual === join(root, path) ? undefined : link;
  // Without `/proc`, a folder that is replaced by a link and back between these calls isn't noticed.
  const hasLink = parentFolders(path).some((folder) => !lstatSync(join(root, folder)).isDirectory());
  const [opened, there] = [fstatSync(file, { bigint: true }), lstatSync(join(root, path), { bigint: true })];
  if (hasLink || opened.ino !== there.ino || opened.dev !== there.dev) return link;
  return undefined;
}

/** Where an open file is, according to Linux; `undefined` on other systems. */
function findPath(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined;
  }
}

function failure({ code, message }: NodeJS.ErrnoException): FileProblem {
  if (code === "ENOENT" || code === "ENOTDIR") return { code: "asset-missing", problem: "doesn't exist" };
  if (code === "ELOOP" || code === "EMLINK") return link;
  return { code: "asset-unreadable", problem: `can't be read (${code ?? message})` };
}

/** The folders of a relative path, from the top: of `a/b/c.js`, `a` and `a/b`. */
function parentFolders(path: string): string[] {
  const segments = path.split("/").slice(0, -1);
  return segments.map((_, at) => segments.slice(0, at + 1).join("/"));
}
