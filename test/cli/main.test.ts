import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { root } from "../support/generator/emit/contract-folder.js";

describe("oipkit", () => {
  test.each([["--help"], ["-h"], ["help"]])("%s lists the commands and the exit codes", async (flag) => {
    const result = await runCommand(root, flag);
    expect(result).toMatchObject({ exitCode: 0, err: "" });
    expect(result.out).toMatch(/generate +Generates/);
    expect(result.out).toContain("Exit codes: 0 fine, 1 findings, 2 couldn't run.");
  });

  test.each([[["generate", "--help"]], [["help", "generate"]], [["generate", "--check", "-h"]]])(
    "%j lists the options of the command without running it",
    async (args) => {
      const result = await runCommand(root, ...args);
      expect(result).toMatchObject({ exitCode: 0, err: "" });
      for (const flag of [
        "contracts",
        "out",
        "only",
        "examples",
        "templates",
        "check",
        "watch",
        "config",
        "no-cache",
      ])
        expect(result.out).toContain(`--${flag}`);
    },
  );

  test("--version prints the version of the package", async () => {
    const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
    expect(await runCommand(root, "--version")).toEqual({ exitCode: 0, out: `${version}\n`, err: "" });
  });

  test("prints the overview and exits with 2 without a command", async () => {
    expect(await runCommand(root)).toMatchObject({
      exitCode: 2,
      out: expect.stringContaining("Usage: oipkit"),
    });
  });

  test.each([["generat"], ["constructor"], ["__proto__"]])(
    "exits with 2 for the unknown command `%s`",
    async (name) => {
      expect(await runCommand(root, name)).toMatchObject({
        exitCode: 2,
        out: "",
        err: expect.stringContaining(`unknown command ${name}`),
      });
    },
  );

  test("names the command that was meant", async () => {
    for (const [wrong, meant] of [
      ["confrom", "conform"],
      ["sandobx", "sandbox"],
      ["recieve", "receive"],
    ] as const)
      expect((await runCommand(root, wrong)).err).toContain(
        `unknown command ${wrong}; did you mean \`${meant}\``,
      );
  });

  test("prints the overview if help is asked for an unknown command", async () => {
    expect((await runCommand(root, "help", "constructor")).out).toContain("Usage: oipkit <command>");
  });
});
