import { dirname, join, posix } from "node:path";
import { readRegularFile } from "../../../reader/documents/regular-file.js";
import type { PackageName } from "./input-name.js";
import { UnusableInput } from "./unusable-input.js";

/** An installed package. */
export interface InstalledPackage {
  /** Absolute path. */
  readonly folder: string;
  /** `name@version`. */
  readonly label: string;
}

/** Finds a package as Node.js does: in `node_modules` of the folder or of its nearest parent that has it. */
export function findPackage(name: string, cwd: string): InstalledPackage | undefined {
  for (let at = cwd; ; at = dirname(at)) {
    const folder = join(at, "node_modules", ...name.split("/"));
    const found = readRegularFile(join(folder, "package.json"), 1024 * 1024);
    if (found.kind === "bytes") return { folder, label: `${name}${versionIn(found.bytes)}` };
    if (dirname(at) === at) return undefined;
  }
}

/** The absolute path of a file or folder in a package. Throws `UnusableInput` if it leads out. */
export function pathInPackage({ folder }: InstalledPackage, { name, path = "." }: PackageName): string {
  const inner = posix.normalize(path);
  if (inner === ".." || inner.startsWith("../") || inner.startsWith("/"))
    throw new UnusableInput(`${name}/${path}: leads out of the package`);
  return join(folder, ...inner.split("/"));
}

function versionIn(bytes: Buffer): string {
  try {
    const { version } = JSON.parse(bytes.toString("utf8")) as { version?: unknown };
    return typeof version === "string" ? `@${version}` : "";
  } catch {
    return "";
  }
}
