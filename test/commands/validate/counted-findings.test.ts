import { afterAll, expect, test } from "vitest";
import { compile } from "../../../reader/validation/compile.js";
import { startSimulated } from "../../support/commands/validate/simulated-thread.js";
import { item } from "../../support/commands/validate/stand-in.js";
import { createWorkspace } from "../../support/commands/validate/workspace.js";

const workspace = createWorkspace();
afterAll(() => workspace.remove());

/** Faults of every kind, and valid lines between them. */
const faults = [
  JSON.stringify({ kind: "item.changed", count: "x" }),
  JSON.stringify(item("1")),
  '{"number": 1}',
  "{",
  '{"kind":"other"}',
  '{"id":"1","id":"2","kind":"item.changed"}',
  JSON.stringify({ ticket: "secret", kind: "item.removed", id: 1 }),
];
const lines = [...Array(400).keys()].map((n) => faults[n % faults.length]).join("\n");

test.each([
  ["one thread", ["--jobs", "1"]],
  ["several threads", ["--jobs", "3"]],
  ["strict mode", ["--strict"]],
  ["only the first finding of each document", ["--first"]],
])("findings that aren't shown are counted as if they were: %s", async (_, args) => {
  workspace.write({ "a.ndjson": lines, "b.json": '{"kind":"item.changed"}', "c.json": "{" });
  const dependencies = { unitBytes: 500, smallInput: 1, start: startSimulated };
  const runSummary = async (...more: string[]) => {
    const inputs = ["a.ndjson", "b.json", "c.json", "--format", "json"];
    const { out } = await workspace.run([...inputs, ...args, ...more], { dependencies });
    return JSON.parse(out).summary;
  };
  const all = await runSummary();
  expect(all.findings).toBeGreaterThan(250);
  expect(await runSummary("--max-findings", "3")).toEqual({ ...all, leftOut: all.findings - 3 });
});

test("a brief check has the same findings without what takes time to write", () => {
  const { check } = compile({
    type: "object",
    required: ["a"],
    properties: { b: { type: "string", "x-level": "should" }, c: { enum: [1] } },
  });
  const value = { b: 1, c: 2 };
  const whole = check(value);
  expect(whole.map(({ code }) => code)).toEqual(["required", "type", "enum"]);
  expect(check(value, { brief: true })).toEqual(
    whole.map((each) => ({ ...each, message: "", schemaPointer: "" })),
  );
});
