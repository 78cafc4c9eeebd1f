import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-lint-"));
  mkdirSync(join(cwd, "contracts"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

interface Reported {
  readonly findings: readonly {
    readonly code: string;
    readonly level: string;
    readonly pointer?: string;
    readonly hint?: string;
    readonly message: string;
  }[];
}

const codes = /^(?:extension|case|clauses)-invalid$/;

/** What both commands say of files: the findings of `lint` and of `generate` that are about extensions. */
async function judge(files: Readonly<Record<string, object>>) {
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(cwd, "contracts", name), JSON.stringify(value));
  const linted = await runCommand(cwd, "lint", "--format", "json", "contracts");
  const { findings } = JSON.parse(linted.out) as Reported;
  const told = findings.filter(({ code }) => codes.test(code));
  const generated = await runCommand(cwd, "generate", "--contracts", "contracts", "--out", "generated");
  return {
    lint: told.map(({ level, code, pointer }) => `${level} ${code} ${pointer}`),
    messages: told.map(({ pointer, message }) => `${pointer} ${message}`),
    hints: told.map(({ hint }) => hint),
    linted: linted.exitCode,
    refusal: generated.out,
  };
}

const schema = (more: object) => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: { a: { type: "string" }, b: { type: "string" } },
  ...more,
});
const api = (operation: object, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/pets": { get: { operationId: "list", responses: { 200: { description: "d" } }, ...operation } },
  },
  ...more,
});
const rule = { rule: "same", equal: ["/a", "/b"], clause: "1", level: "must", message: "must be equal" };
const cursor = { parameters: [{ in: "query", name: "cursor", schema: { type: "string" } }] };

describe("oipkit lint of an extension that oipkit generate refuses", () => {
  it.each<[string, Readonly<Record<string, object>>, string]>([
    [
      "x-rules",
      { "a.schema.json": schema({ "x-rules": [{ ...rule, level: "always" }] }) },
      "extension-invalid /x-rules/0/level",
    ],
    [
      "x-rules in a schema of a document",
      {
        "a.openapi.json": api(
          {},
          { components: { schemas: { A: { "x-rules": [{ ...rule, equal: [] }] } } } },
        ),
      },
      "extension-invalid /components/schemas/A/x-rules/0/equal",
    ],
    [
      "x-extensible-enum",
      { "a.schema.json": schema({ properties: { a: { "x-extensible-enum": "red" } } }) },
      "extension-invalid /properties/a/x-extensible-enum",
    ],
    [
      "x-pagination",
      { "a.openapi.json": api({ ...cursor, "x-pagination": { parameter: 1 } }) },
      "extension-invalid /paths/~1pets/get/x-pagination",
    ],
    [
      "x-pagination with another parameter",
      {
        "a.openapi.json": api({
          ...cursor,
          "x-pagination": { kind: "cursor", parameter: "page", cursor: "/next", items: "/items" },
        }),
      },
      "extension-invalid /paths/~1pets/get/x-pagination/parameter",
    ],
    [
      "x-environments",
      { "a.openapi.json": api({ "x-environments": "sandbox" }) },
      "extension-invalid /paths/~1pets/get/x-environments",
    ],
    [
      "x-access-snapshot",
      { "a.openapi.json": api({ "x-access-snapshot": { events: [] } }) },
      "extension-invalid /paths/~1pets/get/x-access-snapshot",
    ],
    [
      "x-artifact-manifest",
      { "a.schema.json": schema({ "x-artifact-manifest": {} }) },
      "extension-invalid /x-artifact-manifest",
    ],
  ])("has its place and a remedy: %s", async (_, files, finding) => {
    const { lint, messages, hints, linted, refusal } = await judge(files);
    expect(lint.filter((each) => each.startsWith(`error ${finding}`))).not.toEqual([]);
    expect(new Set(messages).size).toBe(messages.length);
    expect(hints).not.toContain(undefined);
    expect(linted).toBe(1);
    expect(refusal).toContain(finding.split(" ")[0]);
  });

  it("finds nothing if it can be read", async () => {
    const files = { "a.schema.json": schema({ "x-rules": [rule] }), "a.openapi.json": api(cursor) };
    expect(await judge(files)).toMatchObject({ lint: [] });
  });

  it("is found beside a reference that leads nowhere", async () => {
    const broken = {
      parameters: [{ $ref: "#/components/parameters/none" }],
      "x-pagination": { parameter: 1 },
    };
    const { lint } = await judge({ "a.openapi.json": api(broken) });
    expect(lint[0]).toMatch(/^error extension-invalid \/paths\/~1pets\/get\/x-pagination/);
  });
});
