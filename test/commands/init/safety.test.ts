import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { temporaryFolder, writeTree } from "../../support/generator/emit/contract-folder.js";

describe("a link in the folder", () => {
  it.each([[[]], [["--force"]]])("isn't followed with %j", async (flags) => {
    const [cwd, outside] = [await temporaryFolder(), await temporaryFolder()];
    await symlink(outside, join(cwd, "src"));
    const { exitCode, err } = await runCommand(cwd, "init", ...flags);
    expect(exitCode).toBe(2);
    expect(err).toContain(`${join(cwd, "src")} is a link`);
    expect(await readdir(outside)).toEqual([]);
    expect(await readdir(cwd)).toEqual(["src"]);
  });

  it.each(["package.json", ".gitignore"])("isn't followed as %s", async (name) => {
    const [cwd, outside] = [await temporaryFolder(), await temporaryFolder()];
    await writeTree(outside, { file: "{}" });
    await symlink(join(outside, "file"), join(cwd, name));
    const { exitCode, err } = await runCommand(cwd, "init", "--force");
    expect(exitCode).toBe(2);
    expect(err).toContain(`${name}: not a regular file`);
    expect(await readFile(join(outside, "file"), "utf8")).toBe("{}");
    expect(await readdir(cwd)).toEqual([name]);
  });
});

describe("a failure in the middle", () => {
  it("leaves the folder as it was", async () => {
    const cwd = await temporaryFolder();
    await writeTree(cwd, { "README.md": "mine", "package.json": '{ "type": "module" }\n' });
    // Files are moved by name, so `src/main.ts` comes after the README.
    await mkdir(join(cwd, "src/main.ts"), { recursive: true });
    const { exitCode, err } = await runCommand(cwd, "init", "--force");
    expect(exitCode).toBe(2);
    expect(err).toContain(join(cwd, "src/main.ts"));
    expect((await readdir(cwd, { recursive: true })).sort()).toEqual([
      "README.md",
      "package.json",
      "src",
      "src/main.ts",
    ]);
    expect(await readFile(join(cwd, "README.md"), "utf8")).toBe("mine");
    expect(await readFile(join(cwd, "package.json"), "utf8")).toBe('{ "type": "module" }\n');
  });

  it("removes a folder that didn't exist", async () => {
    const cwd = await temporaryFolder();
    await writeTree(cwd, { file: "" });
    expect(await runCommand(cwd, "init", "file/receiver")).toMatchObject({ exitCode: 2, out: "" });
    expect(await readdir(cwd)).toEqual(["file"]);
  });
});
