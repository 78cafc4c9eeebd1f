import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { textOf } from "../support/package/code-blocks.js";
import { folderIn } from "../support/package/install.js";
import { outputOf } from "../support/package/run.js";

const installation = inject("installation");

/** The contents of an installation. */
interface Footprint {
  readonly packages: number;
  /** The disk usage of the files, in whole blocks. */
  readonly megabytes: number;
  readonly installScripts: readonly string[];
}

/** Installs some of the packages, and drivers from the registry, into an empty project for production. */
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

describe("an integrator's installation for production", () => {
  it("has at most 5 packages and 6 MB without a driver, and no install script", async () => {
    const found = await install(["@oipkit/sdk", "@oipkit/runtime"]);
    expect(found.installScripts).toEqual([]);
    expect(found.packages).toBeLessThanOrEqual(5);
    expect(found.megabytes).toBeLessThanOrEqual(6);
    expectDocumented("SDK and runtime", found);
  });

  it("has at most 25 packages with pg, and no install script", async () => {
    const found = await install(["@oipkit/sdk", "@oipkit/runtime"], ["pg@^8.23.1"]);
    expect(found.installScripts).toEqual([]);
    expect(found.packages).toBeLessThanOrEqual(25);
    expectDocumented("SDK and runtime, with `pg`", found);
  });
});

describe("a developer's installation", () => {
  it("has the generator's libraries, and one install script that isn't needed", async () => {
    const toolkit = ["oipkit", "@oipkit/delivery", "@oipkit/runtime", "@oipkit/sdk"];
    const found = await install(toolkit);
    expect(found.installScripts).toEqual(["@scarf/scarf"]);
    expectDocumented("`oipkit`, the toolkit, for development", found);
    const whole = await install([...toolkit, "@oipkit/sandbox", "@oipkit/console"]);
    expectDocumented("the same with the sandbox of the example platform", whole);
  });
});

/** Asserts that docs/contributing/dependencies.md has these numbers, within 10 % since new releases of dependencies change them. */
function expectDocumented(name: string, { packages, megabytes, installScripts }: Footprint): void {
  const line = textOf("docs/contributing/dependencies.md")
    .split("\n")
    .find((text) => text.startsWith(`| ${name} |`));
  const [shownPackages, shownMegabytes, shownScripts] = (line ?? "").split("|").slice(2, -1).map(Number);
  const message = `${name}: ${packages} packages, ${megabytes.toFixed(1)} MB`;
  expect(Math.abs((shownPackages ?? Number.NaN) / packages - 1), message).toBeLessThan(0.1);
  expect(Math.abs((shownMegabytes ?? Number.NaN) / megabytes - 1), message).toBeLessThan(0.1);
  expect(shownScripts, message).toBe(installScripts.length);
}
