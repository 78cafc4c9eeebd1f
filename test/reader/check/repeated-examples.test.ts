import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-examples-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const header = (example: unknown) => ({ name: "X-Id", in: "header", schema: { type: "string" }, example });
const operation = (parameters: readonly object[]) => ({
  get: { parameters, responses: { 200: { description: "d" } } },
});

/** The findings of `oipkit lint` about examples, as pointer and message. */
async function lint(paths: Readonly<Record<string, object>>) {
  const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
  writeFileSync(join(cwd, "a.openapi.json"), JSON.stringify(document));
  const { out } = await runCommand(cwd, "lint", "--format", "json", "a.openapi.json");
  const { findings } = JSON.parse(out) as {
    readonly findings: readonly {
      readonly code: string;
      readonly pointer: string;
      readonly message: string;
    }[];
  };
  return findings
    .filter(({ code }) => code === "invalid-example")
    .map(({ pointer, message }) => `${pointer} ${message}`);
}

describe("an invalid example that is written several times", () => {
  it("is one finding with the number of its copies", async () => {
    const paths = {
      "/a": operation([header(1)]),
      "/b": operation([header(1)]),
      "/c": operation([header(1)]),
    };
    expect(await lint(paths)).toEqual([
      "/paths/~1a/get/parameters/0/example the example is a number, not a string; the same is written in 2 other places",
    ]);
  });

  it("is told apart from another example, and from the same one of another schema", async () => {
    const limited = { ...header(1), schema: { type: "string", maxLength: 3 } };
    expect(
      await lint({ "/a": operation([header(1)]), "/b": operation([header(2)]), "/c": operation([limited]) }),
    ).toHaveLength(3);
  });
});

describe("an example that is cut short", () => {
  it("has one finding for all properties that an object lacks", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g"];
    const owner = {
      type: "object",
      required: names,
      properties: Object.fromEntries(names.map((each) => [each, {}])),
    };
    const schema = { type: "object", required: ["id"], properties: { id: {}, owner } };
    const content = { "application/json": { schema, example: { owner: { a: 1 } } } };
    const get = { responses: { 200: { description: "d", content } } };
    const at = "/paths/~1a/get/responses/200/content/application~1json/example";
    expect(await lint({ "/a": { get } })).toEqual([
      `${at} the example lacks the required property \`id\``,
      `${at}/owner \`owner\` lacks 6 required properties: \`b\`, \`c\`, \`d\`, \`e\`, \`f\` and 1 more`,
    ]);
  });
});
