import { existsSync } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { readText } from "./code-blocks.js";

/** What an installation for production contains. */
export interface Footprint {
  readonly packages: number;
  /** The disk usage of the files, in whole blocks. */
  readonly megabytes: number;
  readonly installScripts: readonly string[];
}

/** Measures the packages in a project, without those that only its development needs. */
export async function measureFootprint(project: string): Promise<Footprint> {
  const lock = JSON.parse(await readFile(join(project, "package-lock.json"), "utf8")) as {
    packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>;
  };
  const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  let bytes = 0;
  // Those inside of another package are counted with it, and those for other systems aren't there.
  for (const [path] of installed.filter(([name]) => name.lastIndexOf("node_modules/") === 0))
    if (existsSync(join(project, path))) bytes += await bytesIn(join(project, path));
  return {
    packages: installed.length,
    megabytes: bytes / 1024 ** 2,
    installScripts: installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, "")),
  };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = files.map(async (entry) => (await lstat(join(entry.parentPath, entry.name))).blocks * 512);
  return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
}

/** Asserts that docs/contributing/dependencies.md has these numbers, within 10 % since new releases of dependencies change them. */
export function expectDocumented(name: string, { packages, megabytes, installScripts }: Footprint): void {
  const line = readText("docs/contributing/dependencies.md")
    .split("\n")
    .find((text) => text.startsWith(`| ${name} |`));
  const [shownPackages, shownMegabytes, shownScripts] = (line ?? "").split("|").slice(2, -1).map(Number);
  const message = `${name}: ${packages} packages, ${megabytes.toFixed(1)} MB`;
  expect(Math.abs((shownPackages ?? Number.NaN) / packages - 1), message).toBeLessThan(0.1);
  expect(Math.abs((shownMegabytes ?? Number.NaN) / megabytes - 1), message).toBeLessThan(0.1);
  expect(shownScripts, message).toBe(installScripts.length);
}
