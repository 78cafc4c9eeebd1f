import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Where a path leads, links followed: to a file inside of the roots, or not. */
type Location =
  | { readonly kind: "inside"; readonly realPath: string }
  | { readonly kind: "absent" }
  | {
      readonly kind: "outside";
      /** The path itself is inside, but a link on it leads out. */
      readonly byLink: boolean;
    };

/** The folders that contracts may be read from. */
export interface Roots {
  /** Where an absolute path leads. Of a path outside of the roots, not even the existence is revealed. */
  locate(path: string): Location;
}

/** Roots from folders, relative ones resolved against the working folder. A root that doesn't exist contains nothing. */
export function resolveRoots(folders: readonly string[], cwd: string): Roots {
  const named = [...new Set(folders.map((folder) => resolve(cwd, folder)))];
  const real = named.flatMap((folder) => findRealPath(folder) ?? []);
  return {
    locate: (path) => {
      const isNamed = named.some((folder) => isBelow(folder, path));
      const realPath = findRealPath(path);
      if (realPath === undefined) {
        if (isNamed) return { kind: "absent" };
        return { kind: "outside", byLink: false };
      }
      if (real.some((folder) => isBelow(folder, realPath))) return { kind: "inside", realPath };
      return { kind: "outside", byLink: isNamed };
    },
  };
}

/** Whether an absolute path is a folder or below it, without following links. */
export function isBelow(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner !== ".." && !inner.startsWith(`..${sep}`) && !isAbsolute(inner);
}

/**
 * Whether a path below the working folder leads out of it by a link, which the user may not know. The path may
 * not exist yet. A link that leads nowhere counts, since its target can be created.
 */
export function leavesByLink(path: string, cwd: string): boolean {
  if (!isBelow(cwd, path)) return false;
  const folder = findRealPath(cwd);
  if (folder === undefined) return false;
  for (let at = path; isBelow(cwd, at); at = dirname(at)) {
    const realPath = findRealPath(at);
    if (realPath !== undefined) return !isBelow(folder, realPath);
    if (isLink(at)) return true;
  }
  return false;
}

/**
 * Whether a path leads to a file of an installed package: package managers link packages from folders of their own. A
 * link inside the package must stay in it.
 */
export function isInstalled(path: string, cwd: string): boolean {
  const [first, scope = "", name = ""] = relative(cwd, path).split(sep);
  if (first !== "node_modules") return false;
  const folder = findRealPath(join(cwd, first, scope, scope.startsWith("@") ? name : ""));
  const realPath = findRealPath(path);
  return folder !== undefined && realPath !== undefined && isBelow(folder, realPath);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function findRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
