import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { outputOf } from "./run.js";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

/** The packed product, and a project elsewhere that depends on it. */
export interface Installation {
  readonly tarball: string;
  /** Paths inside of the tarball. */
  readonly packed: readonly string[];
  readonly project: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    readonly installation: Installation;
  }
}

/** Packs `dist/` as it was built and installs the tarball, once for all tests of this folder. */
export default async function install(tests: TestProject): Promise<() => Promise<void>> {
  const project = await realpath(await mkdtemp(join(tmpdir(), "oipkit-package-")));
  const pack = ["pack", "--ignore-scripts", "--json", "--pack-destination", project];
  const [packed] = JSON.parse(await outputOf("npm", pack, { cwd: repository })) as [
    { filename: string; files: readonly { path: string }[] },
  ];
  const tarball = join(project, packed.filename);
  const { devDependencies } = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const dependencies = [tarball, `@types/node@${devDependencies["@types/node"]}`];
  await outputOf("npm", ["install", "--prefer-offline", "--ignore-scripts", ...dependencies], {
    cwd: project,
  });
  await symlink(join(repository, "node_modules/@octokit"), join(project, "node_modules/@octokit"));
  tests.provide("installation", { tarball, packed: packed.files.map(({ path }) => path), project });
  return () => rm(project, { recursive: true, force: true });
}

/** A folder inside of the project, so that it finds what is installed there. */
export function folderIn({ project }: Installation, name: string): Promise<string> {
  return mkdtemp(join(project, `${name}-`));
}

/** The same with the repository's contracts and what was generated of them. */
export async function contractsIn(installation: Installation, name: string): Promise<string> {
  const folder = await folderIn(installation, name);
  for (const part of ["contracts", "generated"])
    await cp(join(repository, part), join(folder, part), { recursive: true });
  return folder;
}
