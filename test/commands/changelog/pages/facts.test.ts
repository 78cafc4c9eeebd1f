import { describe, expect, it } from "vitest";
import { createChangelog } from "../../../../commands/changelog/pages/changelog.js";
import type { ComparisonResult } from "../../../../commands/diff/comparison.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";

type Members = Readonly<Record<string, object>>;

const json = (properties: Members) => ({ "application/json": { schema: { type: "object", properties } } });
const api = (properties: Members, operation: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/pets": {
      post: {
        operationId: "add",
        requestBody: { required: true, content: json(properties) },
        responses: { 200: { description: "d", content: json(properties) } },
        ...operation,
      },
    },
  },
});

async function compare(old: object, current: object): Promise<ComparisonResult> {
  const cwd = await contractFolder({ "old.openapi.json": old, "new.openapi.json": current });
  const { out } = await runCommand(cwd, "diff", "--format", "json", "old.openapi.json", "new.openapi.json");
  return JSON.parse(out) as ComparisonResult;
}

const string = { type: "string" };
const open = (...values: readonly unknown[]) => ({ type: "string", "x-extensible-enum": values });

describe("the facts of a finding", () => {
  it.each<[string, object, object, object]>([
    [
      "value-added",
      api({ kind: open("a") }),
      api({ kind: open("a", "b is a new value") }),
      {
        value: "b is a new value",
      },
    ],
    ["value-removed", api({ kind: open("a", "b") }), api({ kind: open("a") }), { value: "b" }],
    ["property-removed", api({ a: string, b: string }), api({ a: string }), { removedMember: "ignored" }],
    ["extension-changed", api({}, { "x-team": 1 }), api({}, { "x-team": 2 }), { extension: "x-team" }],
    [
      "schema-narrowed",
      api({ kind: { enum: ["a", "b", "c"] } }),
      api({ kind: { enum: ["a"] } }),
      {
        refusal: "`kind` is `b` or `c`; the contract allows only `a`",
        values: ["b", "c"],
      },
    ],
    [
      "schema-narrowed",
      api({ name: string }),
      api({ name: { type: "string", maxLength: 1 } }),
      {
        refusal: "`name` is longer than 1 character",
      },
    ],
  ])("say what its message says: %s", async (code, old, current, facts) => {
    const { findings } = await compare(old, current);
    expect(findings.find((each) => each.code === code)?.facts).toEqual(facts);
  });

  it("name the parts of what it reaches, whatever their names are", async () => {
    const parameter = (name: string, schema: object) => ({
      parameters: [{ in: "query", name, schema }],
    });
    const { findings } = await compare(
      api({}, parameter("a, text/plain", string)),
      api({}, parameter("a, text/plain", { type: "string", maxLength: 1 })),
    );
    expect(findings.map(({ titles }) => titles)).toEqual([
      [["POST /pets", "query parameter `a, text/plain`"]],
    ]);
    expect(createChangelog({ findings, summary: {} as never }).entries).toMatchObject([
      { subject: "POST /pets", part: "query parameter `a, text/plain`" },
    ]);
  });

  it("make the changelog, whatever the messages are", async () => {
    const comparison = await compare(
      api({ kind: open("a", "b"), gone: string, name: string }, { "x-team": 1 }),
      api({ kind: open("a", "c"), name: { type: "string", maxLength: 1 } }, { "x-team": 2 }),
    );
    const silent = {
      ...comparison,
      findings: comparison.findings.map((each) => ({ ...each, message: "-" })),
    };
    const { entries } = createChangelog(silent);
    expect(entries).toEqual(createChangelog(comparison).entries);
    expect(entries.map(({ text }) => text).join("\n")).not.toMatch(/^-|undefined/m);
    expect(entries.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["value-added", "value-removed", "property-removed", "extension-changed"]),
    );
  });
});
