import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { fillEnv } from "../../../commands/sandbox/fill-env.js";
import { afterThisTest } from "../../support/clean-up.js";
import { runCommand } from "../../support/cli/run-command.js";
// Compiled before the first command waits for it.
import "@oipkit/sandbox";
import { startCommand } from "../../support/commands/sandbox/running-command.js";
import { root } from "../../support/generator/emit/contract-folder.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "oipkit-env-"));
  afterThisTest(() => rm(cwd, { recursive: true, force: true }));
});

describe("oipkit sandbox --env", () => {
  it.each(["application", "user"])(
    "fills every variable of a project of `oipkit init` that acts for the %s",
    async (identity) => {
      const receiver = join(cwd, "receiver");
      const written = await runCommand(root, "init", receiver, "--identity", identity, "--yes");
      expect(written).toMatchObject({ exitCode: 0 });
      const before = await readFile(join(receiver, ".env"), "utf8");
      const arguments_ = ["--port", "0", "--store", "memory", "--env", "receiver/.env"];
      const command = startCommand(cwd, "sandbox", ...arguments_);
      await command.until(/in \.oipkit\/sandbox\.env and in receiver\/\.env/);
      expect(await command.stop()).toBe(0);
      const text = await readFile(join(receiver, ".env"), "utf8");
      const after = parseEnv(text);
      const made = parseEnv(await readFile(join(cwd, ".oipkit/sandbox.env"), "utf8"));
      expect(after).toMatchObject(made);
      const unset = Object.keys(after).filter((name) => after[name] === "");
      // Neither a rotation nor encryption has begun.
      expect(unset.sort()).toEqual(["WEBHOOK_ENCRYPT_KEY", "WEBHOOK_PREVIOUS_SECRET"]);
      const comments = (each: string): readonly string[] =>
        each.split("\n").filter((line) => line.startsWith("#"));
      expect(comments(text)).toEqual(comments(before));
      expect((await stat(join(receiver, ".env"))).mode & 0o777).toBe(0o600);
    },
  );
});

describe("a file whose variables are set", () => {
  const variables = { A: "1", B: 'two "words"' };

  it.each([
    ["has none of them", "X=1\n", "X=1\nA=1\nB='two \"words\"'\n"],
    ["doesn't end with a line feed", "X=1", "X=1\nA=1\nB='two \"words\"'\n"],
    ["has one in several lines", 'A="a\nb"\nX=1\n', "A=1\nX=1\nB='two \"words\"'\n"],
    ["is from Windows", "A=\r\nX=1\r\n", "A=1\r\nX=1\r\nB='two \"words\"'\r\n"],
    ["has names that begin likewise", "AA=3\nA=4\n", "AA=3\nA=1\nB='two \"words\"'\n"],
    ["isn't there", undefined, "A=1\nB='two \"words\"'\n"],
  ])("keeps its other lines if it %s", async (_, before, after) => {
    if (before !== undefined) await writeFile(join(cwd, ".env"), before);
    await fillEnv(cwd, ".env", variables);
    expect(await readFile(join(cwd, ".env"), "utf8")).toBe(after);
    expect(parseEnv(after)).toMatchObject({ A: "1" });
  });

  it.each([
    ["is a folder", "folder"],
    ["is in a folder that doesn't exist", "nowhere/.env"],
  ])("is refused if it %s", async (_, file) => {
    await mkdir(join(cwd, "folder"));
    await expect(fillEnv(cwd, file, variables)).rejects.toThrow(`--env: ${file} can't be`);
  });
});
