import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isBelow } from "../../../reader/documents/roots.js";
import { readNamedFile } from "../../options/named-file.js";

/** A package of npm. */
export interface Package {
  readonly name: string;
  /** Absent if it has none. */
  readonly version: string | undefined;
  /** Absolute path of its `package.json`. */
  readonly path: string;
  /** The text of its `package.json`. */
  readonly text: string;
}

/**
 * The package that a generated folder belongs to: the nearest `package.json` with a name, in the folder or above it, up
 * to the working folder. `undefined` if there is none. Throws `UsageError` if the file can't be read.
 */
export function packageOf(out: string, cwd: string): Package | undefined {
  const folder = resolve(cwd, out);
  const last = isBelow(cwd, folder) ? cwd : folder;
  for (let at = folder; isBelow(last, at); at = dirname(at)) {
    const path = join(at, "package.json");
    const found = existsSync(path) ? readPackage(path, cwd) : undefined;
    if (found !== undefined) return found;
    if (at === dirname(at)) break;
  }
  return undefined;
}

/** A package from the text of its `package.json`; `undefined` if it isn't one, or has no name. */
export function parsePackage(text: string): Pick<Package, "name" | "version"> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { name, version } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== "string" || name === "") return undefined;
  return { name, version: typeof version === "string" ? version : undefined };
}

function readPackage(path: string, cwd: string): Package | undefined {
  const shown = relative(cwd, path);
  const text = readNamedFile({ path, shown, what: "the package" });
  const found = parsePackage(text);
  return found && { ...found, path, text };
}
