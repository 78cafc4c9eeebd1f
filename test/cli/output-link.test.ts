import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { project } from "../support/cli/small-contracts.js";
import { writeTree } from "../support/generator/emit/contract-folder.js";
import { snapshot } from "../support/generator/write/output-folder.js";

const manifest = JSON.stringify({ generator: "oipkit", files: ["key"] });

/** A working folder next to a folder that looks like an output, and that nobody may touch. */
let outer: string;
let cwd: string;
beforeEach(async () => {
  outer = await project({ "home/key": "secret", "home/manifest.json": manifest });
  cwd = join(outer, "checkout");
  await writeTree(cwd, { "contracts/a.schema.yaml": "type: string\n" });
});

describe("an output folder that a link leads out of the working folder", () => {
  test.each([
    ["by itself", "generated", "../home", "generated"],
    ["by a folder above it", "build", "../home", "build/generated"],
    ["to a folder that doesn't exist yet", "generated", "../new", "generated"],
  ])("%s is refused, and nothing is written or removed", async (_, link, target, out) => {
    await symlink(target, join(cwd, link));
    const before = await snapshot(outer);
    const { exitCode, err } = await runCommand(cwd, "generate", "--out", out, "--no-cache");
    expect(err).toContain(`${out}: a link leads out of the working folder; name the real path with --out`);
    expect(exitCode).toBe(2);
    expect(await snapshot(outer)).toEqual(before);
  });
});

test("an output folder that is a link within the working folder is written", async () => {
  await writeTree(cwd, { "packages/sdk/package.json": "{}" });
  await symlink("packages/sdk", join(cwd, "generated"));
  expect((await runCommand(cwd, "generate", "--no-cache")).exitCode).toBe(0);
});
