import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { main } from "../../cli/main.js";
import { safeTerminal, type Terminal } from "../../commands/terminal/terminal.js";
import { runCommand } from "../support/cli/run-command.js";
import { contractFolder } from "../support/generator/emit/contract-folder.js";
import { runnerCommand, unsafe } from "../support/reader/text/output-characters.js";

/** A text that tries to annotate a CI run, clear the terminal and turn the line around. */
const hostile =
  "x\n::error file=a.ts::owned\n ##[error]owned ##vso[x]\u001b[2J\u009b2J\u0085\u202eabc\u2066\u2028::d";

const yaml = (value: unknown): string => JSON.stringify(value);

describe("a hostile contract", () => {
  const schema = { $schema: "https://json-schema.org/draft/2020-12/schema" };

  test.each([
    {
      "contracts/a.schema.yaml": yaml({ ...schema, properties: { [hostile]: { $ref: `#/${hostile}` } } }),
      "contracts/b.schema.yaml": yaml({ ...schema, type: hostile, pattern: `(${hostile}` }),
    },
    { "contracts/c.schema.yaml": "a: [\n::error::owned\n##[error]y\u001b[31m\u009b\u202e" },
    { "contracts/::error::owned\n::error::b.schema.yaml": "[" },
  ])("can't control the terminal or the runner through findings (%#)", async (files) => {
    const cwd = await contractFolder(files);
    const { exitCode, out, err } = await runCommand(cwd, "generate", "--no-cache");
    expect(exitCode).toBe(1);
    expect(out).toContain("owned");
    for (const text of [out, err]) {
      expect(text).not.toMatch(unsafe);
      expect(text).not.toMatch(runnerCommand);
    }
  });

  test("can't do so through generated files, which people print and review", async () => {
    const described = { title: hostile, description: hostile };
    const cwd = await contractFolder({
      "contracts/thing.schema.yaml": yaml({
        ...schema,
        ...described,
        type: "object",
        properties: { [hostile]: { enum: [hostile, "b"], ...described }, b: { const: hostile } },
      }),
      "contracts/api.openapi.yaml": yaml({
        openapi: "3.1.0",
        info: { version: "1", ...described },
        paths: {
          "/things": {
            get: {
              operationId: "things",
              summary: hostile,
              description: hostile,
              responses: { 200: { description: hostile } },
            },
          },
        },
      }),
    });
    const { exitCode, out, err } = await runCommand(cwd, "generate", "--no-cache");
    expect(exitCode, out + err).toBe(0);
    const folder = join(cwd, "generated");
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(files.filter((file) => file.endsWith(".md")).length).toBeGreaterThan(1);
    for (const file of files) {
      const text = await readFile(file, "utf8");
      expect(text, file).not.toMatch(unsafe);
      if (file.endsWith(".md")) expect(text, file).not.toMatch(runnerCommand);
    }
  });
});

describe("output of any command", () => {
  test("is made safe even where the command doesn't: an unknown command's name", async () => {
    const { err } = await runCommand(".", hostile);
    expect(err).toContain("unknown command x\n\\x3a:error");
    expect(err).not.toMatch(unsafe);
    expect(err).not.toMatch(runnerCommand);
  });

  const secret = "s3cret-of-the-receiver";
  const toTerminal = (write: (text: string) => void): Terminal => ({
    cwd: ".",
    env: { WEBHOOK_SECRET: secret, WEBHOOK_ENCRYPT_KEY: "key" },
    out: write,
    err: write,
    now: () => 0,
    signal: new AbortController().signal,
  });

  test("shows no credential of the environment, in any encoding", async () => {
    let shown = "";
    await main(
      [`${secret} ${Buffer.from(secret).toString("base64")}`],
      toTerminal((text) => (shown += text)),
    );
    expect(shown).toMatch(/unknown command \*{3} \*{3}(?:; did you mean .*)?\n/);
  });

  test("keeps reports and progress lines as their formats have written them", async () => {
    const written: string[] = [];
    const terminal = safeTerminal(
      toTerminal((text) => written.push(text)),
      [],
    );
    terminal.out("::error::x\n", "rendered");
    terminal.err(`\r\u001b[K${secret}`, "rendered");
    terminal.err("\r\u001b[K");
    terminal.out("a key\n");
    expect(written).toEqual(["::error::x\n", "\r\u001b[K***", "\\x0d\\x1b[K", "a key\n"]);
  });
});
