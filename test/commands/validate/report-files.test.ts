import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formats } from "../../../commands/report/reporter.js";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace({
  "bad.ndjson": `${JSON.stringify(item("1"))}\n{"kind":"item.changed","count":"x"}\n`,
});
afterAll(() => workspace.remove());

describe("-o FILE", () => {
  beforeAll(() => workspace.write({ "reports/old.json": "old" }));

  test.each(formats)("writes the %s report, and nothing to standard output", async (format) => {
    const file = `reports/${format}`;
    const { code, out } = await workspace.run(["bad.ndjson", "--format", format, "-o", file]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(workspace.read(file)).toBe((await workspace.run(["bad.ndjson", "--format", format])).out);
  });

  test("writes several reports of one run", async () => {
    const { code, out } = await workspace.run([
      ...[
        "bad.ndjson",
        "--format",
        "junit",
        "-o",
        "reports/a.xml",
        "--format",
        "sarif",
        "-o",
        "reports/a.sarif",
      ],
      ...["--format", "github"],
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/^::error file=bad.ndjson/);
    expect(workspace.read("reports/a.xml")).toContain("<testsuites ");
    expect(JSON.parse(workspace.read("reports/a.sarif")).runs[0].results).toHaveLength(2);
  });

  test("keeps the report for people short beside others, which have everything", async () => {
    workspace.write({ "many.ndjson": '{"kind":"item.changed"}\n'.repeat(300) });
    const { out } = await workspace.run([
      "many.ndjson",
      "--format",
      "pretty",
      "--format",
      "ndjson",
      "-o",
      "reports/all",
    ]);
    expect(out.match(/ required$/gm)).toHaveLength(200);
    expect(out).toContain("… and 100 more");
    expect(workspace.read("reports/all").split("\n")).toHaveLength(301);
  });

  test("refuses two reports on standard output, and two in one file", async () => {
    const both = await workspace.run(["bad.ndjson", "--format", "junit", "--format", "sarif"]);
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining("needs its own file") });
    const same = ["--format", "junit", "-o", "x", "--format", "sarif", "-o", "x"];
    expect((await workspace.run(["bad.ndjson", ...same])).err).toContain("-o x is given twice");
  });

  test("keeps the old file if the run fails, and leaves no temporary file", async () => {
    const args = ["bad.ndjson", "-", "--format", "json", "-o", "reports/old.json"];
    expect((await workspace.run(args, { stdin: [] })).code).toBe(2);
    expect(workspace.read("reports/old.json")).toBe("old");
    expect(readdirSync(`${workspace.path}/reports`).filter((name) => name.includes("tmp"))).toEqual([]);
  });

  test("refuses a folder that doesn't exist", async () => {
    const { code, err } = await workspace.run(["bad.ndjson", "-o", "nowhere/report.json"]);
    expect(code).toBe(2);
    expect(err).toContain("cannot write the file");
  });
});

describe("colours", () => {
  const start = "\u001b[";
  const terminal = { out: true, err: true };

  test.each([
    ["on a terminal", {}, terminal, true],
    ["without a terminal", {}, undefined, false],
    ["NO_COLOR", { NO_COLOR: "1" }, terminal, false],
    ["an empty NO_COLOR", { NO_COLOR: "" }, terminal, true],
    ["FORCE_COLOR", { FORCE_COLOR: "1" }, undefined, true],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, terminal, false],
    ["on a dumb terminal", { TERM: "dumb" }, terminal, false],
  ])("depend on the environment: %s", async (_, env, isTerminal, wanted) => {
    const { out } = await workspace.run(["bad.ndjson"], { env, ...(isTerminal ? { isTerminal } : {}) });
    expect(out.includes(start)).toBe(wanted);
  });

  test("are never written to a file", async () => {
    await workspace.run(["bad.ndjson", "-o", "reports/plain.txt"], {
      env: { FORCE_COLOR: "1" },
      isTerminal: terminal,
    });
    expect(workspace.read("reports/plain.txt")).not.toContain(start);
  });
});
