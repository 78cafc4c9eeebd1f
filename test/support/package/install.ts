import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { afterThisFile } from "../clean-up.js";
import { programOutput } from "./run.js";

export const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** One of the repository's packages. */
export interface PackedPackage {
  readonly name: string;
  /** The folder relative to the repository, which is itself a package. */
  readonly folder: string;
  readonly tarball: string;
  /** The paths inside the tarball. */
  readonly packed: readonly string[];
  /** The folder in which it is installed. */
  readonly installed: string;
}

/** The packed product, and a project elsewhere that depends on it. */
export interface Installation {
  readonly packages: readonly PackedPackage[];
  readonly project: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    readonly installation: Installation;
  }
}

const folders: Readonly<Record<string, string>> = {
  oipkit: ".",
  "@oipkit/runtime": "runtime",
  "@oipkit/sdk": "generated",
  "@oipkit/delivery": "delivery",
  "@oipkit/sandbox": "platform/sandbox",
  "@oipkit/console": "platform/console",
};

/** Packs the packages as built and installs the tarballs, once for all tests of this folder. */
export default async function install(tests: TestProject): Promise<() => Promise<void>> {
  const project = await realpath(await mkdtemp(join(tmpdir(), "oipkit-package-")));
  const pack = ["pack", "--workspaces", "--ignore-scripts", "--json", "--pack-destination", project];
  const packed = JSON.parse(await programOutput("npm", pack, { cwd: repository })) as readonly {
    name: string;
    filename: string;
    files: readonly { path: string }[];
  }[];
  const packages = packed.map(({ name, filename, files }) => ({
    name,
    folder: folders[name] ?? "",
    tarball: join(project, filename),
    packed: files.map(({ path }) => path),
    installed: join(project, "node_modules", name),
  }));
  const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const types = { "@types/node": devDependencies["@types/node"] };
  await npmInstall(
    project,
    packages.map(({ tarball }) => tarball),
    { devDependencies: types },
  );
  // What examples in the documentation use besides.
  await mkdir(join(project, "node_modules/@octokit"));
  for (const [folder, name] of [
    ["tools/github-description", "@octokit/openapi"],
    [".", "@octokit/webhooks-methods"],
  ] as const)
    await symlink(join(repository, folder, "node_modules", name), join(project, "node_modules", name));
  // A peer that one of the exports loads at once.
  await symlink(join(repository, "node_modules/@nats-io"), join(project, "node_modules/@nats-io"));
  tests.provide("installation", { packages, project });
  return () => rm(project, { recursive: true, force: true });
}

/** Installs packages into a folder without a manifest of its own. */
export async function npmInstall(
  folder: string,
  packages: readonly string[],
  manifest: object = {},
): Promise<void> {
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", ...manifest }),
  );
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await programOutput("npm", ["install", ...flags, ...packages], { cwd: folder });
}

/** Installs some of the packed packages, and others from the registry, into an empty project elsewhere, and returns its folder. */
export async function installTarballs(
  { packages }: Installation,
  names: readonly string[],
  others: readonly string[] = [],
): Promise<string> {
  const tarballs = names.map((name) => packages.find((each) => each.name === name)?.tarball ?? name);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "oipkit-installed-")));
  afterThisFile(() => rm(folder, { recursive: true, force: true }));
  await npmInstall(folder, [...tarballs, ...others]);
  return folder;
}

/** A folder inside the project, in which the installed packages can be resolved. */
export function folderIn({ project }: Installation, name: string): Promise<string> {
  return mkdtemp(join(project, `${name}-`));
}

/** The same with the repository's contracts and the generated code, which isn't compiled. */
export async function contractsIn(installation: Installation, name: string): Promise<string> {
  const folder = await folderIn(installation, name);
  for (const part of ["contracts", "generated"])
    await cp(join(repository, part), join(folder, part), {
      recursive: true,
      filter: (path) => path !== join(repository, "generated/dist"),
    });
  return folder;
}
