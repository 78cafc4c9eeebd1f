import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const kind = (...values: readonly string[]) => `${dialect}enum: [${values.join(", ")}]\n`;
const user = `${dialect}$ref: ./kind.schema.yaml\n`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-accepted-"));
  write({
    "old/kind.schema.yaml": kind("human", "robot"),
    "old/user.schema.yaml": user,
    "new/kind.schema.yaml": kind("human"),
    "new/user.schema.yaml": user,
  });
});
afterEach(() => rmSync(cwd, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, dirname(name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

const diff = (...args: readonly string[]) => runCommand(cwd, "diff", ...args);
const accept = (...entries: readonly string[]) =>
  write({ "new/accepted-changes.yaml": `accepted:\n${entries.map((entry) => `  - ${entry}\n`).join("")}` });

it("accepts a finding by its place, and counts it", async () => {
  accept("{ code: schema-narrowed, file: kind.schema.yaml, pointer: /enum, reason: never sent }");
  expect(await diff("old", "new")).toEqual({
    exitCode: 0,
    out: "",
    err: "0 findings in 2 parts; 1 accepted; version: major (0.0 s)\n",
  });
  const { findings, summary } = JSON.parse((await diff("old", "new", "--format", "json")).out);
  expect(findings).toMatchObject([{ level: "error", accepted: { reason: "never sent" } }]);
  expect(summary).toMatchObject({ findings: 0, errors: 0, accepted: 1 });
});

it("accepts a finding by its subjects only if it reaches nothing else", async () => {
  accept("{ code: schema-narrowed, subject: kind.schema.yaml, reason: x }");
  expect((await diff("old", "new")).exitCode).toBe(1);
  accept("{ code: schema-narrowed, subject: [user.schema.yaml, kind.schema.yaml], reason: x }");
  expect((await diff("old", "new")).exitCode).toBe(0);
});

it.each([
  "{ code: schema-widened, file: kind.schema.yaml, reason: x }",
  "{ code: schema-narrowed, file: user.schema.yaml, reason: x }",
  "{ code: schema-narrowed, file: new/kind.schema.yaml, reason: x }",
  "{ code: schema-narrowed, file: kind.schema.yaml, pointer: '', reason: x }",
])("warns about an entry that fits nothing: %s", async (entry) => {
  accept(entry);
  const { exitCode, out, err } = await diff("old", "new");
  expect(exitCode).toBe(1);
  expect(out).toContain("new/accepted-changes.yaml:2:5 warning accepted-change-stale /accepted/0\n");
  expect(err).toContain("2 findings (1 warning)");
});

it("no longer counts an entry that has expired, and says so", async () => {
  const entry = (until: string) =>
    accept(`{ code: schema-narrowed, file: kind.schema.yaml, reason: x, until: ${until} }`);
  entry("9999-12-31");
  expect((await diff("old", "new")).exitCode).toBe(0);
  entry("2020-02-29");
  const { exitCode, out } = await diff("old", "new");
  expect(exitCode).toBe(1);
  expect(out).toContain("warning accepted-change-expired /accepted/0\n");
  expect(out).toContain("ended on 2020-02-29");
});

it("reads the list next to a single file, or the named one", async () => {
  accept("{ code: schema-narrowed, file: kind.schema.yaml, reason: x }");
  const files = ["old/kind.schema.yaml", "new/kind.schema.yaml"];
  expect((await diff(...files)).exitCode).toBe(0);
  write({ "other.json": '{ "accepted": [] }' });
  expect((await diff("--accepted", "other.json", "old", "new")).exitCode).toBe(1);
  const { exitCode, err } = await diff("--accepted", "none.yaml", "old", "new");
  expect(exitCode).toBe(2);
  expect(err).toContain("none.yaml: cannot read the accepted changes");
});

it.each<[string, string, string]>([
  [
    "a missing reason",
    "{ code: schema-narrowed, file: a }",
    ":2:5 error accepted-changes-invalid /accepted/0",
  ],
  ["no place", "{ code: schema-narrowed, reason: x }", ":2:5 error accepted-changes-invalid /accepted/0"],
  ["an unknown code", "{ code: schema-narowed, file: a, reason: x }", "did you mean `schema-narrowed`?"],
  ["an unknown key", "{ code: schema-narrowed, file: a, reason: x, untill: 2030-01-01 }", "untill"],
  [
    "a day that isn't",
    "{ code: schema-narrowed, file: a, reason: x, until: 2030-02-30 }",
    "/accepted/0/until",
  ],
  ["a stale entry's code", "{ code: accepted-change-stale, file: a, reason: x }", "accepted-changes-invalid"],
  ["broken YAML", "{ code: [", "new/accepted-changes.yaml:2:14 error yaml-syntax"],
])("refuses a list with %s", async (_, entry, message) => {
  accept(entry);
  const { exitCode, err } = await diff("old", "new");
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});

it("isn't a contract for oipkit generate", async () => {
  write({ "new/accepted-changes.yaml": "openapi: not a contract\n" });
  const { exitCode, err } = await runCommand(
    cwd,
    "generate",
    "--contracts",
    "new",
    "--only",
    "validators",
    "--out",
    "out",
  );
  expect(err).not.toContain("accepted-changes");
  expect(exitCode).toBe(0);
});
