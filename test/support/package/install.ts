import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { outputOf } from "./run.js";

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
  const packed = JSON.parse(await outputOf("npm", pack, { cwd: repository })) as readonly {
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
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const dependencies = [
    ...packages.map(({ tarball }) => tarball),
    `@types/node@${devDependencies["@types/node"]}`,
  ];
  await outputOf("npm", ["install", "--prefer-offline", "--ignore-scripts", ...dependencies], {
    cwd: project,
  });
  await symlink(join(repository, "node_modules/@octokit"), join(project, "node_modules/@octokit"));
  tests.provide("installation", { packages, project });
  return () => rm(project, { recursive: true, force: true });
}

/** A folder inside the project, in which the installed packages can be resolved. */
export function folderIn({ project }: Installation, name: string): Promise<string> {
  return mkdtemp(join(project, `${name}-`));
}

/** The same with the repository's contracts and the generated code. */
export async function contractsIn(installation: Installation, name: string): Promise<string> {
  const folder = await folderIn(installation, name);
  for (const part of ["contracts", "generated"])
    await cp(join(repository, part), join(folder, part), { recursive: true });
  return folder;
}
