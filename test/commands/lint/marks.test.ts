import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-marks-"));
  mkdirSync(join(cwd, "contracts"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

async function judged(member: object): Promise<readonly string[]> {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: { password: { type: "string", ...member } },
  };
  writeFileSync(join(cwd, "contracts", "a.schema.json"), JSON.stringify(schema));
  const linted = await runCommand(cwd, "lint", "--format", "json", "contracts");
  const { findings } = JSON.parse(linted.out) as {
    readonly findings: readonly { readonly code: string; readonly level: string; readonly message: string }[];
  };
  const told = findings.filter(({ code }) => code === "mark-unread");
  const generated = await runCommand(cwd, "generate", "--contracts", "contracts", "--out", "generated");
  expect(generated.exitCode).toBe(0);
  expect(`${generated.out}${generated.err}`.includes("mark-unread")).toBe(told.length > 0);
  return told.map(({ level, message }) => `${level} ${message}`);
}

it.each([
  [
    { "x-secret": "true" },
    "`x-secret` isn't read, since it isn't `true` or `false`: the value isn't kept secret",
  ],
  [{ "x-secret": 1 }, "`x-secret` isn't read, since it isn't `true` or `false`: the value isn't kept secret"],
  [
    { "x-level": "shoud" },
    "`x-level` isn't read, since it isn't `must`, `should` or `info`: the schema is taken as a `must`",
  ],
  [{ "x-clause": 6.2 }, "`x-clause` isn't read, since it isn't a text: findings name no clause"],
])("lint and generate warn about %j", async (member, message) => {
  expect(await judged(member)).toEqual([`warning ${message}`]);
});

it("they say nothing of marks that are read", async () => {
  expect(await judged({ "x-secret": true, "x-level": "info", "x-clause": "6.2" })).toEqual([]);
});
