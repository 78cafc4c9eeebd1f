import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { textOf } from "./code-blocks.js";
import { folderIn } from "./install.js";
import { outputOf } from "./run.js";

const installation = inject("installation");

/** What an installation brings. */
interface Footprint {
  readonly packages: number;
  /** What the files take up on disk, in whole blocks. */
  readonly megabytes: number;
  readonly installScripts: readonly string[];
}

/** Installs some of the packages, with others from the registry, into an empty project, for production. */
async function install(names: readonly string[], drivers: readonly string[] = []): Promise<Footprint> {
  const folder = await folderIn(installation, "footprint");
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  const tarballs = installation.packages.filter(({ name }) => names.includes(name));
  expect(tarballs).toHaveLength(names.length);
  const flags = ["--omit=dev", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const wanted = [...tarballs.map(({ tarball }) => tarball), ...drivers];
  await outputOf("npm", ["install", ...flags, ...wanted], { cwd: folder });
  const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }>;
  };
  const installed = Object.entries(lock.packages).filter(([path]) => path !== "");
  return {
    packages: installed.length,
    megabytes: (await bytesIn(join(folder, "node_modules"))) / 1024 ** 2,
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

describe("what an integrator installs for production", () => {
  it("is at most 5 packages and 6 MB without a driver, none with an install script", async () => {
    const found = await install(["@oipkit/sdk", "@oipkit/runtime"]);
    expect(found.installScripts).toEqual([]);
    expect(found.packages).toBeLessThanOrEqual(5);
    expect(found.megabytes).toBeLessThanOrEqual(6);
    isShown("SDK and runtime", found);
  });

  it("is at most 25 packages with pg, none with an install script", async () => {
    const found = await install(["@oipkit/sdk", "@oipkit/runtime"], ["pg@^8.23.1"]);
    expect(found.installScripts).toEqual([]);
    expect(found.packages).toBeLessThanOrEqual(25);
    isShown("SDK and runtime, with `pg`", found);
  });
});

describe("what a developer installs", () => {
  it("brings the libraries of the generator, and one install script that nothing needs", async () => {
    const found = await install(["oipkit", "@oipkit/sdk", "@oipkit/runtime"]);
    expect(found.installScripts).toEqual(["@scarf/scarf"]);
    isShown("`oipkit`, the toolkit, for development", found);
  });
});

/** Whether a row of docs/dependencies.md says so: what others release meanwhile may change it by a tenth. */
function isShown(name: string, { packages, megabytes, installScripts }: Footprint): void {
  const line = textOf("docs/dependencies.md")
    .split("\n")
    .find((text) => text.startsWith(`| ${name} |`));
  const [shownPackages, shownMegabytes, shownScripts] = (line ?? "").split("|").slice(2, -1).map(Number);
  const message = `${name}: ${packages} packages, ${megabytes.toFixed(1)} MB`;
  expect(Math.abs((shownPackages ?? Number.NaN) / packages - 1), message).toBeLessThan(0.1);
  expect(Math.abs((shownMegabytes ?? Number.NaN) / megabytes - 1), message).toBeLessThan(0.1);
  expect(shownScripts, message).toBe(installScripts.length);
}
