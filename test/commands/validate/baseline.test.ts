import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace, type Workspace } from "../../support/commands/validate/workspace.js";

const bad = '{"kind":"item.changed","count":"x"}';
const otherBad = '{"kind":"item.removed"}';
const good = JSON.stringify(item("1"));

let workspace: Workspace;
beforeEach(async () => {
  workspace = createWorkspace({
    "in/lines.ndjson": `${good}\n${bad}\n${bad}\n`,
    "in/one.json": '{\n  "kind": "item.changed",\n  "id": 5\n}\n',
  });
  const written = await workspace.run(["in", "--baseline", "known.json", "--write-baseline"]);
  expect(written).toMatchObject({ code: 0, out: "" });
  expect(written.err).toContain("5 findings written to known.json");
});
afterEach(() => workspace.remove());

const args = ["in", "--baseline", "known.json"];

describe("a baseline", () => {
  test("hides known findings", async () => {
    const { code, out, err } = await workspace.run(args);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain("5 findings known to known.json");
  });

  test("still matches if lines shift or a file is reformatted", async () => {
    workspace.write({
      "in/lines.ndjson": `${good}\n\n${bad}\r\n${good}\n${bad}`,
      "in/one.json": '{ "id": 5, "kind": "item.changed" }',
    });
    expect((await workspace.run(args)).code).toBe(0);
  });

  test("shows new findings, including an additional one of a known kind", async () => {
    workspace.write({ "in/lines.ndjson": `${bad}\n${bad}\n${bad}\n${otherBad}\n` });
    const found = await workspace.findings(args);
    expect(found.map(({ line, code }) => `${line} ${code}`)).toEqual(["3 required", "3 type", "4 required"]);
  });

  test("reports each entry without a matching finding, at its line, and fails", async () => {
    workspace.write({ "in/lines.ndjson": `${bad}\n`, "in/one.json": good });
    const found = await workspace.findings(args);
    expect(found.map(({ code, file }) => `${file} ${code}`)).toEqual(
      Array(3).fill("known.json stale-baseline"),
    );
    const lines = workspace.read("known.json").split("\n");
    for (const { line, column } of found) expect(lines[line - 1]?.[column - 1]).toBe("{");
    expect(found[2]?.message).toContain("`type` at /id no longer occurs in in/one.json: remove the entry");
    expect((await workspace.run(args)).code).toBe(1);
  });

  test("reports no stale entries for files that weren't read, unless a file was deleted", async () => {
    expect((await workspace.run(["in/one.json", "--baseline", "known.json"])).code).toBe(0);
    rmSync(join(workspace.path, "in/lines.ndjson"));
    const gone = await workspace.findings(["in/one.json", "--baseline", "known.json"]);
    expect(gone.map(({ code }) => code)).toEqual(["stale-baseline", "stale-baseline"]);
  });

  test("is rewritten unchanged if the findings are the same", async () => {
    const before = workspace.read("known.json");
    await workspace.run([...args, "--write-baseline", "--jobs", "1"]);
    expect(workspace.read("known.json")).toBe(before);
  });

  test("doesn't count known findings for --fail-fast", async () => {
    workspace.write({ "in/lines.ndjson": `${bad}\n${otherBad}\n${otherBad}\n` });
    const found = await workspace.findings([...args, "--fail-fast"]);
    expect(found.map(({ line }) => line)).toEqual([2]);
  });
});

test.each([
  ["missing.json", undefined, "write a new one with --write-baseline"],
  ["broken.json", "{", "is not valid JSON"],
  ["other.json", '{ "version": 2, "findings": [] }', "is not a baseline"],
  ["odd.json", '{ "version": 1, "findings": [{ "fingerprint": "x" }] }', "is not a baseline"],
  ["null.json", "null", "is not a baseline"],
])("refuses %s as a baseline", async (name, content, message) => {
  if (content !== undefined) workspace.write({ [name]: content });
  const { code, err } = await workspace.run(["in", "--baseline", name]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});
