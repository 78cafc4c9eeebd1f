import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createWorkspace, type Workspace } from "../../support/commands/validate/workspace.js";

const secret = "hunter2: [swordfish\n";
let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
  workspace.write({
    "d.json": '{"a":1}',
    "secret.yaml": secret,
    "shared/text.json": '{"type":"string"}',
    "s/text.json": '{"type":"string"}',
  });
});
afterEach(() => workspace.remove());

async function refer(ref: string, ...options: readonly string[]) {
  workspace.write({ "s/s.json": JSON.stringify({ properties: { a: { $ref: ref } } }) });
  const result = await workspace.run(["--schema", "s/s.json", ...options, "d.json"]);
  expect(result.out + result.err).not.toMatch(/hunter2|swordfish/);
  return result;
}

test("the references of a schema lead to files of its folder, and of those that are allowed", async () => {
  expect(await refer("text.json")).toMatchObject({ code: 1, out: expect.stringContaining("/a") });
  expect((await refer("../shared/text.json")).code).toBe(2);
  expect(await refer("../shared/text.json", "--allow-refs-to", "shared")).toMatchObject({ code: 1 });
});

test.each(["../secret.yaml", "/dev/zero", "/proc/self/environ", "../nothing.json", "link.yaml"])(
  "a schema can't refer to %s",
  async (ref) => {
    workspace.write({ "s/keep": "" });
    symlinkSync(join(workspace.path, "secret.yaml"), join(workspace.path, "s/link.yaml"));
    const { code, err } = await refer(ref);
    expect(code).toBe(2);
    expect(err).toMatch(
      /s\.json: `\$ref` to `.*` leads out of the schema's folder; .*--allow-refs-to.*\[schema-unreadable\]/,
    );
  },
);

test("a schema, a schema that it refers to, and a baseline are regular files", async () => {
  expect((await refer(".")).err).toMatch(/cannot read the schema \(isn't a regular file\)/);
  expect((await workspace.run(["--schema", "/dev/zero", "d.json"])).err).toMatch(/isn't a regular file/);
  expect((await refer("text.json", "--baseline", "/dev/zero")).err).toMatch(/isn't a regular file/);
});

test("a reference that is data, or leads to a schema with an `$id`, is none of a file", async () => {
  const embedded = { $ref: "../other.json", $defs: { other: { $id: "../other.json", type: "object" } } };
  workspace.write({ "s/s.json": JSON.stringify({ ...embedded, examples: [{ $ref: "../../x" }] }) });
  expect(await workspace.run(["--schema", "s/s.json", "d.json"])).toMatchObject({ code: 0 });
});

test("warns that `nullable` of a schema file is ignored, and judges nevertheless", async () => {
  workspace.write({
    "n/n.json": '{"type":"object","properties":{"a":{"type":"string","nullable":true}}}',
    "n/null.json": '{"a":null}',
  });
  const { code, out, err } = await workspace.run(["n/null.json", "--schema", "n/n.json"]);
  expect(code).toBe(1);
  expect(out).toContain("n/null.json:1:6");
  expect(err).toContain("JSON Schema doesn't have `nullable` (/properties/a/nullable), so null is refused");
});

test("warns about patterns that take exponential time, with a text that shows it", async () => {
  workspace.write({
    "s/slow.json": '{"patternProperties":{"^(a+)+$":true}}',
    "s/s.json":
      '{"properties":{"a":{"pattern":"^(a|a)*$"},"b":{"$ref":"slow.json"},"c":{"pattern":"^[a-z]+$"}}}',
  });
  const { code, err } = await workspace.run(["--schema", "s/s.json", "d.json"]);
  expect(code).toBe(0);
  const warnings = err.split("\n").filter((line) => line.includes("warning"));
  expect(
    warnings
      .map((line) => line.replace(/^.*s\.json: warning: (.*time, for example for the text) .*$/, "$1"))
      .sort(),
  ).toEqual([
    "the pattern `^(a+)+$` takes exponential time, for example for the text",
    "the pattern `^(a|a)*$` takes exponential time, for example for the text",
  ]);
});
