import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeDiagnostic } from "../../commands/generate/describe-diagnostic.js";
import { runCommand } from "../support/cli/run-command.js";
import { api, project, thing } from "../support/cli/small-contracts.js";

const broken = thing.replace("string", "text");
const file = "contracts/schemas/thing.schema.yaml";

interface Result {
  readonly ruleId: string;
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
}

async function sarif(cwd: string): Promise<{ rules: object[]; results: Result[] }> {
  const { out } = await runCommand(cwd, "generate", "--format", "sarif");
  const [run] = JSON.parse(out).runs;
  return { rules: run.tool.driver.rules, results: run.results };
}

describe("oipkit generate --format", () => {
  test("writes several reports of a broken contract", async () => {
    const cwd = await project({ [file]: broken });
    const args = [
      "--format",
      "github",
      "--format",
      "sarif",
      "-o",
      "a.sarif",
      "--format",
      "junit",
      "-o",
      "a.xml",
    ];
    const { exitCode, out, err } = await runCommand(cwd, "generate", ...args);
    expect(exitCode).toBe(1);
    expect(err).toContain("nothing was written");
    expect(out).toMatch(
      /^::error file=contracts\/schemas\/thing\.schema\.yaml,line=5,col=11,endColumn=15,title=oipkit schema-invalid::/,
    );
    const [run] = JSON.parse(await readFile(join(cwd, "a.sarif"), "utf8")).runs;
    expect(run.tool.driver.rules).toMatchObject([
      { id: "schema-invalid", shortDescription: { text: expect.stringContaining("valid JSON Schema") } },
    ]);
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: file },
      region: { startLine: 5, startColumn: 11, endColumn: 15, snippet: { text: "    type: text" } },
    });
    const junit = await readFile(join(cwd, "a.xml"), "utf8");
    expect(junit).toContain('<testsuites name="oipkit generate">');
    expect(junit).toContain('<testcase name="schema-invalid /properties/id/type"');
  });

  test("gives a finding the same fingerprint after lines have moved", async () => {
    const cwd = await project({ [file]: broken });
    const { results: before } = await sarif(cwd);
    await writeFile(join(cwd, file), `# a comment\n${broken}`);
    const { results: after } = await sarif(cwd);
    expect(after).not.toEqual(before);
    expect(after.map((one) => one.partialFingerprints)).toEqual(before.map((one) => one.partialFingerprints));
  });

  test("leaves stdout to the report, also without findings, with warnings and with the cache", async () => {
    const cwd = await project();
    const first = await runCommand(cwd, "generate", "--format", "sarif");
    expect(JSON.parse(first.out).runs[0].results).toEqual([]);
    expect(first.err).toContain("added generated/schemas.ts");
    await writeFile(join(cwd, file), `${thing}required: [nmae]\n`);
    for (const _run of ["generated", "from the cache"]) {
      expect((await sarif(cwd)).results).toMatchObject([{ ruleId: "required-undefined", level: "warning" }]);
    }
  });

  test("shows the hint in each report, and the usual findings without the option", async () => {
    const cwd = await project({ "contracts/things.openapi.yaml": api.replace("/things", "/things/{id}") });
    const hint = "Add a parameter with `name: id`";
    for (const format of ["json", "ndjson", "github", "gitlab", "junit", "sarif"])
      expect((await runCommand(cwd, "generate", "--format", format)).out, format).toContain(hint);
    expect((await runCommand(cwd, "generate")).out).toMatch(
      /warning path-parameter-missing .*\n {2}the path/,
    );
  });

  test("describes each code as docs/reference/diagnostics.md does", async () => {
    const docs = await readFile(new URL("../../docs/reference/diagnostics.md", import.meta.url), "utf8");
    const codes = [...docs.matchAll(/^\| `([a-z-]+)` \| .* \| .* \| .* \|$/gm)].map(([, code = ""]) => code);
    expect(codes.length).toBeGreaterThan(25);
    for (const code of codes) expect(describeDiagnostic(code).meaning, code).toMatch(/\.$/);
    expect(codes.filter((code) => describeDiagnostic(code).level === "warning")).toEqual([
      "openapi-invalid",
      "keyword-outdated",
      "pattern-invalid",
      "pattern-legacy",
      "event-without-example",
      "message-unused",
      "protocol-weak",
      "path-parameter-unknown",
      "path-parameter-missing",
      "security-scheme-unknown",
      "required-undefined",
      "oneof-overlap",
      "operation-id-duplicate",
    ]);
  });
});
