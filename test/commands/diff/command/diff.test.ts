import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compile } from "../../../../reader/validation/index.js";
import { runCommand } from "../../../support/cli/run-command.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const person = `${dialect}type: object
properties:
  name: { type: string }
  kind: { enum: [human, robot] }
`;
let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-diff-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(cwd, dirname(name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
}

const diff = (...args: readonly string[]) => runCommand(cwd, "diff", ...args);

interface Report {
  readonly findings: readonly {
    readonly code: string;
    readonly old: { readonly pointer: string };
    readonly new?: object;
    readonly subjects: readonly string[];
    readonly witness?: { readonly document: unknown };
  }[];
  readonly summary: object;
}

async function report(...args: readonly string[]): Promise<Report> {
  return JSON.parse((await diff("--format", "json", ...args)).out) as Report;
}

describe("oipkit diff of two files", () => {
  it("is silent about a change that keeps the meaning", async () => {
    write({
      "old.schema.yaml": person,
      "new.schema.yaml": `${dialect}allOf:
  - type: object
    properties:
      kind: { oneOf: [{ const: robot }, { const: human }] }
  - properties: { name: { $ref: "#/$defs/name" } }
$defs: { name: { type: string } }
`,
    });
    expect(await diff("old.schema.yaml", "new.schema.yaml")).toEqual({
      exitCode: 0,
      out: "",
      err: "0 findings in 1 part (0.0 s)\n",
    });
  });

  it("shows both places of a change, what is broken and a witness", async () => {
    write({ "old.schema.yaml": person, "new.schema.yaml": person.replace(", robot", "") });
    const { exitCode, out, err } = await diff("old.schema.yaml", "new.schema.yaml");
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: "1 finding in 1 part; version: major (0.0 s)\n" });
    expect(out).toContain("new.schema.yaml:5:11 schema-narrowed /properties/kind/enum\n");
    expect(out).toContain("  old: old.schema.yaml:5:11 /properties/kind/enum\n");
    expect(out).toContain('  witness: {"kind":"robot"} (valid only in the old version)\n');
  });

  it("finds every changed property, in both directions", async () => {
    const changed = person.replace("string", "[string, 'null']").replace(", robot", "");
    write({ "old.schema.yaml": person, "new.schema.yaml": changed });
    const codes = async (...args: readonly string[]) =>
      (await report(...args, "old.schema.yaml", "new.schema.yaml")).findings.map(({ code }) => code);
    expect(await codes()).toEqual(["schema-widened", "schema-narrowed"]);
    expect(await codes("--mode", "backward")).toEqual(["schema-narrowed"]);
    expect(await codes("--mode", "forward")).toEqual(["schema-widened"]);
  });

  it("finds a removed rule between fields next to a removed required property", async () => {
    const rule = "  - { rule: same, equal: [/name, /nick], level: must, message: names differ }\n";
    const old = `${dialect}type: object\nrequired: [name, nick, id]\nx-rules:\n${rule}`;
    write({
      "old.schema.yaml": old,
      "new.schema.yaml": old.replace(", id", "").replace(`x-rules:\n${rule}`, ""),
    });
    const { findings } = await report("old.schema.yaml", "new.schema.yaml");
    expect(findings.map(({ code, old: { pointer } }) => [code, pointer])).toEqual([
      ["schema-widened", "/x-rules"],
      ["schema-widened", "/required"],
    ]);
  });

  it("reports witnesses in JSON that one version accepts and the other doesn't", async () => {
    const draft07 = (extra: object) =>
      JSON.stringify({
        $schema: "http://json-schema.org/draft-07/schema#",
        items: [{ type: "integer" }],
        ...extra,
      });
    const [old, current] = [draft07({}), draft07({ additionalItems: false })];
    write({ "old.schema.json": old, "new.schema.json": current });
    const { findings, summary } = await report("old.schema.json", "new.schema.json");
    expect(summary).toEqual({
      compared: 1,
      findings: 1,
      errors: 1,
      warnings: 0,
      compatible: 0,
      accepted: 0,
      version: "major",
    });
    const witness = findings[0]?.witness?.document;
    expect(compile(JSON.parse(old)).is(witness)).toBe(true);
    expect(compile(JSON.parse(current)).is(witness)).toBe(false);
  });

  it("warns about what it can't decide, and fails with --strict", async () => {
    const pattern = (text: string) => `${dialect}type: string\npattern: '${text}'\n`;
    write({ "old.schema.yaml": pattern("^(a+)\\1$"), "new.schema.yaml": pattern("^(a+)\\1c?$") });
    const args = ["--mode", "backward", "old.schema.yaml", "new.schema.yaml"];
    const { exitCode, out } = await diff(...args);
    expect(exitCode).toBe(0);
    expect(out).toContain("warning (undecided) schema-narrowing-undecided");
    expect((await diff("--strict", ...args)).exitCode).toBe(1);
  });
});

describe("oipkit diff of two folders", () => {
  it("pairs schemas by name and reports a change in a shared schema once", async () => {
    const user = (name: string) =>
      `${dialect}type: object\nproperties: { ${name}: { $ref: ./id.schema.yaml } }\n`;
    const files = (folder: string, id: string) => ({
      [`${folder}/id.schema.yaml`]: `${dialect}type: string\n${id}`,
      [`${folder}/a.schema.yaml`]: user("a"),
      [`${folder}/b.schema.yaml`]: user("b"),
    });
    write({
      ...files("old", ""),
      ...files("new", "maxLength: 3\n"),
      "old/gone.schema.yaml": `${dialect}type: string\n`,
      "new/more.schema.yaml": `${dialect}type: string\n`,
    });
    const { findings, summary } = await report("old", "new");
    expect(summary).toMatchObject({ compared: 3, compatible: 1, findings: 2 });
    expect(findings.map(({ code, subjects }) => [code, subjects])).toEqual([
      ["schema-narrowed", ["a.schema.yaml", "b.schema.yaml", "id.schema.yaml"]],
      ["schema-added", ["more.schema.yaml"]],
      ["schema-removed", ["gone.schema.yaml"]],
    ]);
    expect(findings[0]).toMatchObject({
      old: { file: "old/id.schema.yaml", line: 1, pointer: "" },
      new: { file: "new/id.schema.yaml", line: 3, pointer: "/maxLength" },
    });
  });
});

describe("oipkit diff that can't run", () => {
  it.each<[string, readonly string[], string]>([
    ["nothing to compare", [], "pass two files or two folders"],
    ["one file", ["old.schema.yaml"], "pass two files or two folders"],
    ["three files", ["a", "b", "c"], "unexpected argument `c`"],
    ["a missing file", ["old.schema.yaml", "none.yaml"], "there is no such file or folder"],
    ["a file and a folder", ["old.schema.yaml", "folder"], "no document in common"],
    ["no schema", ["old.schema.yaml", "api.openapi.yaml"], "no document in common"],
    ["an invalid schema", ["old.schema.yaml", "bad.schema.yaml"], "schema-invalid"],
    ["invalid YAML", ["old.schema.yaml", "broken.schema.yaml"], "yaml-syntax"],
    ["an unknown mode", ["--mode", "sideways", "old.schema.yaml", "old.schema.yaml"], "--mode"],
  ])("says why: %s", async (_, args, message) => {
    write({
      "old.schema.yaml": person,
      "folder/a.schema.yaml": person,
      "api.openapi.yaml": "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\n",
      "bad.schema.yaml": `${dialect}type: text\n`,
      "broken.schema.yaml": `${dialect}type: [\n`,
    });
    const { exitCode, out, err } = await diff(...args);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
    expect(err).toContain(message);
  });
});
