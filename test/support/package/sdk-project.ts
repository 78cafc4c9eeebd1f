import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { folderIn, type Installation, repository } from "./install.js";
import { type Finished, run } from "./run.js";

/** A package that `oipkit init sdk` or `oipkit init contract` wrote, next to the installed packages. */
export interface PackageProject {
  readonly folder: string;
  /** Runs one of its scripts. */
  script(name: string, ...args: readonly string[]): Promise<Finished>;
  oipkit(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<Finished>;
}

/** Writes a package with the installed `oipkit init`, and links what it depends on. */
export async function packageProject(
  installation: Installation,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<PackageProject> {
  const cwd = await folderIn(installation, "init");
  const folder = join(cwd, "project");
  const cli = join(installation.project, "node_modules/oipkit/dist/cli/oipkit.js");
  const [kind = "", ...others] = args;
  const written = await run("node", [cli, "init", kind, folder, ...others], { cwd, env });
  expect(written, written.stdout + written.stderr).toMatchObject({ code: 0 });
  const installed = join(installation.project, "node_modules");
  for (const name of ["oipkit", "@oipkit/runtime", "@types/node", "typescript"])
    await link(join(installed, name), folder, name);
  await link(join(repository, "node_modules/vitest"), folder, "vitest");
  for (const [name, target] of [
    ["oipkit", "oipkit/dist/cli/oipkit.js"],
    ["tsc", "typescript/bin/tsc"],
    ["vitest", "vitest/vitest.mjs"],
  ] as const)
    await link(`../${target}`, folder, `.bin/${name}`);
  return {
    folder,
    script: (name, ...more) => run("npm", ["run", "--silent", name, "--", ...more], { cwd: folder }),
    oipkit: (more, variables = {}) => run("node", [cli, ...more], { cwd: folder, env: variables }),
  };
}

async function link(target: string, folder: string, name: string): Promise<void> {
  const path = join(folder, "node_modules", name);
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}
