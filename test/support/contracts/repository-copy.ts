import { cp, mkdir, mkdtemp, readdir, realpath, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { programOutput, run } from "../package/run.js";

/** A copy of a repository: its own files, also those that aren't committed yet, what was built, and links to its dependencies. */
export async function repositoryCopy(repository: string): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), "oipkit-copy-")));
  const listed = await programOutput("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: repository,
  });
  const deleted = await programOutput("git", ["ls-files", "-d", "-z"], { cwd: repository });
  const gone = new Set(deleted.split("\0"));
  for (const file of listed.split("\0").filter((path) => path !== "" && !gone.has(path))) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(repository, file), join(copy, file));
  }
  await cp(join(repository, "dist"), join(copy, "dist"), { recursive: true });
  for (const folder of ["runtime", "delivery", "generated", "platform/sandbox", "platform/console"])
    await cp(join(repository, folder, "dist"), join(copy, folder, "dist"), { recursive: true });
  await mkdir(join(copy, "node_modules/@oipkit"), { recursive: true });
  for (const name of await readdir(join(repository, "node_modules")))
    if (name !== "@oipkit" && name !== "oipkit")
      await symlink(join(repository, "node_modules", name), join(copy, "node_modules", name));
  for (const [name, folder] of [
    ["oipkit", ".."],
    ["@oipkit/runtime", "../../runtime"],
    ["@oipkit/delivery", "../../delivery"],
    ["@oipkit/sdk", "../../generated"],
    ["@oipkit/sandbox", "../../platform/sandbox"],
    ["@oipkit/console", "../../platform/console"],
  ] as const)
    await symlink(folder, join(copy, "node_modules", name));
  await symlink(
    join(repository, "platform/console/node_modules"),
    join(copy, "platform/console/node_modules"),
  );
  // Some tests ask git for the files.
  await run("git", ["init", "--quiet"], { cwd: copy });
  await run("git", ["add", "--all"], { cwd: copy });
  return copy;
}
