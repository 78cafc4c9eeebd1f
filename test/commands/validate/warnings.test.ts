import { afterAll, describe, expect, test } from "vitest";
import { createWorkspace } from "../../support/commands/validate/workspace.js";

/** `a` must be a string; `a` should equal `b`, and `b` should be short. */
const schema = {
  type: "object",
  properties: { a: { type: "string" }, b: { "x-level": "should", maxLength: 3 } },
  "x-rules": [
    { rule: "same", equal: ["/a", "/b"], clause: "§1", level: "should", message: "`a` must equal `b`" },
  ],
};
const warned = '{"a":"x","b":"y"}';
const broken = '{"a":1,"b":"y"}';
const workspace = createWorkspace({
  "s.json": JSON.stringify(schema),
  "advised.json": warned,
  "both.json": broken,
  "lines.ndjson": `${warned}\n${warned}\n${broken}\n${broken}\n`,
  "many.ndjson": `${`${warned}\n`.repeat(20)}${broken}\n`,
});
afterAll(() => workspace.remove());

const run = (...args: readonly string[]) => workspace.run([...args, "--schema", "s.json"]);
const found = async (...args: readonly string[]) =>
  (await workspace.findings([...args, "--schema", "s.json"])).map(
    ({ line, level, code }) => `${line} ${level} ${code}`,
  );

describe("a violated recommendation of the contract", () => {
  test("is a warning and doesn't fail the run", async () => {
    const { code, out, err } = await run("advised.json");
    expect({ code, err }).toEqual({ code: 0, err: "1 finding (1 warning) in 1 file, 1 document (0.0 s)\n" });
    expect(out).toContain("advised.json:1:6 warning rule/same\n  `a` must equal `b` (§1)");
    expect((await run("both.json")).code).toBe(1);
  });

  test("is an error with --strict, in every report", async () => {
    const { code, out, err } = await run("advised.json", "--strict");
    expect({ code, err }).toEqual({ code: 1, err: "1 finding in 1 file, 1 document (0.0 s)\n" });
    expect(out).toContain("advised.json:1:6 rule/same");
    expect((await run("advised.json", "--strict", "--format", "junit")).out).toContain('failures="1"');
  });

  test("is a passed case with output in JUnit", async () => {
    const { out } = await run("advised.json", "--format", "junit");
    expect(out).toContain('tests="1" failures="0"');
    expect(out).toContain("<system-out>warning advised.json:1:6 &#10;`a` must equal `b` (§1)</system-out>");
  });

  test("doesn't hide an error with --first", async () => {
    expect(await found("both.json")).toEqual(["1 error type", "1 warning rule/same"]);
    expect(await found("both.json", "--first")).toEqual(["1 error type"]);
    expect(await found("advised.json", "--first")).toEqual(["1 warning rule/same"]);
  });

  test("doesn't end a run with --fail-fast", async () => {
    expect(await found("lines.ndjson", "--fail-fast")).toEqual([
      "1 warning rule/same",
      "2 warning rule/same",
      "3 error type",
      "3 warning rule/same",
    ]);
    const { out } = await run(
      "advised.json",
      "both.json",
      "advised.json",
      "--fail-fast",
      "--format",
      "ndjson",
    );
    expect(out.trim().split("\n")).toHaveLength(3);
  });

  test("doesn't keep --fail-fast from seeing the first error, however few findings are shown", async () => {
    const args = ["many.ndjson", "both.json", "--fail-fast", "--max-findings", "2", "--format", "json"];
    const { code, out } = await run(...args);
    expect(code).toBe(1);
    expect(JSON.parse(out).summary).toMatchObject({ files: 1, findings: 22, warnings: 21, leftOut: 20 });
  });

  test("is counted separately, even if it isn't shown", async () => {
    const args = ["many.ndjson", "--max-findings", "2", "--format", "json"];
    const { code, out } = await run(...args);
    expect(code).toBe(1);
    expect(JSON.parse(out).summary).toMatchObject({ findings: 22, warnings: 21, leftOut: 20 });
    expect(JSON.parse((await run(...args, "--first")).out).summary).toMatchObject({
      findings: 21,
      warnings: 20,
    });
  });

  test("may be in a baseline", async () => {
    await run("advised.json", "--baseline", "b.json", "--write-baseline");
    expect(await run("advised.json", "--baseline", "b.json")).toMatchObject({ code: 0, out: "" });
  });
});
