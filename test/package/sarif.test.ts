import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type CompiledSchema, compile } from "../../reader/validation/index.js";
import { folderIn, repository } from "../support/package/install.js";
import { programOutput, run } from "../support/package/run.js";
import { untar } from "../support/services/untar.js";

/**
 * A package that contains OASIS's schema as a file. It is unpacked, not installed, since its dependencies aren't needed.
 * Later versions only have the schema in a bundle.
 */
const shipped = {
  package: "@datadog/datadog-ci-plugin-sarif@4.4.0",
  integrity:
    "sha512-kgExnC/ReiGKr9R6SxaXr62lp2fYJQ4i8c9x4/GqDpNbLENQdsqBmxs6h1/N3xkdt3/p3RZlMcAhIytLYDkBAA==",
  file: "package/dist/json-schema/sarif-schema-2.1.0.json",
};

const installation = inject("installation");
const oipkit = join(installation.project, "node_modules/.bin/oipkit");
let sarif: CompiledSchema;
let folder: string;

beforeAll(async () => {
  folder = await folderIn(installation, "sarif");
  const pack = ["pack", shipped.package, "--prefer-offline", "--json", "--pack-destination", folder];
  const [packed] = JSON.parse(await programOutput("npm", pack, { cwd: folder })) as [
    { filename: string; integrity: string },
  ];
  expect(packed.integrity).toBe(shipped.integrity);
  const file = packed.filename.replace("@", "").replace("/", "-");
  const archive = gunzipSync(await readFile(join(folder, file)));
  const schemaFile = untar(archive).find(({ path }) => path === shipped.file);
  const schema = JSON.parse(String(schemaFile?.content)) as object;
  expect(schema).toMatchObject({ $id: expect.stringContaining("/oasis-tcs/sarif-spec/") });
  sarif = compile(schema, { uri: "sarif-schema-2.1.0.json" });
});

/** The output of `oipkit validate --format sarif`. */
function report(...args: readonly string[]): Promise<Log> {
  return runReport("validate", ...args);
}

async function runReport(command: string, ...args: readonly string[]): Promise<Log> {
  const { stdout, stderr, code } = await run(oipkit, [command, "--format", "sarif", ...args], {
    cwd: folder,
  });
  expect(code, stderr).toBeLessThan(2);
  return JSON.parse(stdout) as Log;
}

interface Log {
  readonly runs: readonly { readonly results: readonly object[] }[];
}

describe("a SARIF report conforms to OASIS's schema", () => {
  it("for every counterexample of the contracts", async () => {
    const log = await report(join(repository, "contracts/counterexamples"));
    expect(log.runs[0]?.results.length).toBeGreaterThan(100);
    expect(sarif.check(log)).toEqual([]);
  });

  it("without a finding", async () => {
    const log = await report(join(repository, "contracts/examples"));
    expect(log.runs[0]?.results).toEqual([]);
    expect(sarif.check(log)).toEqual([]);
  });

  it("with unusual names, broken lines, warnings and a finding at the root", async () => {
    await mkdir(join(folder, "odd ä%"), { recursive: true });
    await writeFile(join(folder, "odd ä%", "a:b#c?.ndjson"), '{"a":\n\n{"a":1}\n"\u{1F600}"\n');
    await writeFile(join(folder, "s.json"), '{"type":"object","x-level":"should"}');
    const log = await report("odd ä%", "--schema", "s.json");
    expect(log.runs[0]?.results).toMatchObject([
      { ruleId: "json-syntax" },
      { ruleId: "type", level: "warning" },
    ]);
    expect(sarif.check(log)).toEqual([]);
  });

  it("of `generate`, with errors and warnings", async () => {
    await mkdir(join(folder, "contracts"));
    const contract = join(folder, "contracts/a.schema.yaml");
    for (const [text, finding] of [
      ["type: objekt\n", { ruleId: "schema-invalid", level: "error" }],
      ["type: object\nrequired: [nme]\n", { ruleId: "required-undefined", level: "warning" }],
    ] as const) {
      await writeFile(contract, text);
      const log = await runReport("generate");
      expect(log.runs[0]?.results).toMatchObject([finding]);
      expect(sarif.check(log)).toEqual([]);
    }
  });

  it("of `diff`, with both places, and with compatible changes as notes", async () => {
    const person = (kinds: string) =>
      `$schema: https://json-schema.org/draft/2020-12/schema\nproperties:\n  kind: { enum: [${kinds}] }\n`;
    for (const [path, text] of Object.entries({
      "before/person.schema.yaml": person("human, robot"),
      "after/person.schema.yaml": person("human"),
      "after/pet.schema.yaml": person("cat"),
    })) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const log = await runReport("diff", "before", "after");
    expect(log.runs[0]?.results).toMatchObject([
      { ruleId: "schema-narrowed", level: "error", relatedLocations: [{ id: 1 }] },
      { ruleId: "schema-added", level: "note" },
    ]);
    expect(sarif.check(log)).toEqual([]);
  });

  it("and the schema detects an invalid report", async () => {
    const log = await report(join(repository, "contracts/examples"));
    const broken = { ...log, runs: [{ ...log.runs[0], results: [{ ruleId: "a", level: "fatal" }] }] };
    expect(sarif.check(broken).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(
      expect.arrayContaining(["enum /runs/0/results/0/level", "required /runs/0/results/0"]),
    );
  });
});
