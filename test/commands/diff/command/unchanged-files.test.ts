import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";

const schema = "$schema: https://json-schema.org/draft/2020-12/schema\ntype: string\n";
const clause = (level: string) =>
  `clauses:\n  - { id: 1-rule, section: "§1", level: ${level}, text: Answer soon., enforced: [a] }\n`;
const cases = (level: string) => `cases:\n  - { id: 1-rule/a, level: ${level}, title: A, steps: [] }\n`;
const broken = "clauses: [\n";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "oipkit-diff-"));
});
afterEach(() => rmSync(cwd, { recursive: true }));

/** The exit code of a comparison, and the codes of its findings. */
async function compare(old: Readonly<Record<string, string>>, current: Readonly<Record<string, string>>) {
  for (const [folder, files] of Object.entries({ old, new: current }))
    for (const [name, text] of Object.entries({ "a.schema.yaml": schema, ...files })) {
      mkdirSync(dirname(join(cwd, folder, name)), { recursive: true });
      writeFileSync(join(cwd, folder, name), text);
    }
  const { exitCode, out, err } = await runCommand(cwd, "diff", "old", "new", "--format", "json");
  const { findings } = (out === "" ? { findings: [] } : JSON.parse(out)) as {
    findings: readonly { code: string }[];
  };
  return { exitCode, codes: findings.map(({ code }) => code), err };
}

describe("ledgers and conformance cases", () => {
  it("that are the same in both versions needn't even be valid", async () => {
    const files = { "clauses.yaml": broken, "conformance/a.yaml": broken };
    expect(await compare(files, files)).toMatchObject({ exitCode: 0, codes: [] });
  });

  it.each(["clauses.yaml", "conformance/a.yaml"])("that changed must be valid: %s", async (name) => {
    const valid = name === "clauses.yaml" ? clause("must") : cases("must");
    for (const [old, current] of [
      [broken, valid],
      [valid, broken],
    ] as const) {
      const result = await compare({ [name]: old }, { [name]: current });
      expect(result.exitCode).toBe(2);
      expect(result.err).toContain(name);
    }
  });

  it("are compared if one of them changed", async () => {
    const both = { "conformance/a.yaml": cases("should") };
    const clauses = await compare(
      { ...both, "clauses.yaml": clause("should") },
      { ...both, "clauses.yaml": clause("must") },
    );
    expect(clauses).toMatchObject({ exitCode: 1, codes: ["clause-raised"] });
    const raised = await compare(
      { "clauses.yaml": clause("must"), ...both },
      { "clauses.yaml": clause("must"), "conformance/a.yaml": cases("must") },
    );
    expect(raised).toMatchObject({ exitCode: 0, codes: ["cases-raised"] });
  });

  it("of the same text in a file of another name are the same", async () => {
    const [old, current] = [
      { "conformance/a.yaml": cases("must") },
      {
        "conformance/b.yaml": cases("must"),
        "conformance/a.yaml": cases("must").replaceAll("1-rule/a", "1-rule/b"),
      },
    ];
    expect(await compare(old, current)).toMatchObject({ codes: ["cases-added"] });
  });
});
