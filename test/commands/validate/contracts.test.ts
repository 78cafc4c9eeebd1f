import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createWorkspace } from "../../support/commands/validate/workspace.js";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const counterexamples = join(root, "contracts", "counterexamples");
const validators = ["--validators", join(root, "generated")];

interface Expected {
  readonly pointer: string;
  readonly keyword: string;
  readonly line: number;
  readonly rule?: string;
}

/** The first field that a rule compares: each rule has it at the root of its documents, whatever schema it is in. */
const fields = new Map(
  readdirSync(join(root, "contracts", "schemas")).flatMap((name) => {
    const schema = parse(readFileSync(join(root, "contracts", "schemas", name), "utf8")) as {
      "x-rules"?: { rule: string; equal?: string[]; later?: string[] }[];
    };
    return (schema["x-rules"] ?? []).map(({ rule, equal, later }) => [rule, (equal ?? later)?.[0]] as const);
  }),
);

/** The line of the field that a rule is about. */
function lineOfField(text: string, rule: string): number {
  const name = fields.get(rule)?.split("/").at(-1);
  expect(name, rule).toBeDefined();
  return text.split("\n").findIndex((line) => line.includes(`"${name}":`)) + 1;
}

test("the contracts' examples have no findings", async () => {
  const workspace = createWorkspace({}, { generated: false });
  expect(await workspace.run([join(root, "contracts", "examples"), ...validators])).toMatchObject({
    code: 0,
    out: "",
  });
  workspace.remove();
});

describe("findings in the contracts' counterexamples", async () => {
  const workspace = createWorkspace({}, { generated: false });
  const found = await workspace.findings([counterexamples, ...validators]);
  workspace.remove();

  test.each(readdirSync(counterexamples))("are on the expected lines: %s", (subject) => {
    const cases = parse(readFileSync(join(counterexamples, subject, "expected.yaml"), "utf8")) as Record<
      string,
      Expected[]
    >;
    for (const [name, expected] of Object.entries(cases)) {
      const file = `${join(counterexamples, subject)}/${name}.json`;
      const text = readFileSync(file, "utf8");
      const wanted = expected.map(({ pointer, line, rule }) =>
        rule === undefined ? `${line} ${pointer}` : `${lineOfField(text, rule)} ${pointer}`,
      );
      const actual = found
        .filter((finding) => finding.file === file)
        .map(({ pointer, line }) => `${line} ${pointer}`);
      expect([name, [...new Set(actual)].sort()]).toEqual([name, [...new Set(wanted)].sort()]);
    }
  });

  test("exist for every counterexample", () => {
    const files = readdirSync(counterexamples, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".json"),
    );
    expect(new Set(found.map(({ file }) => file))).toEqual(
      new Set(files.map((name) => join(counterexamples, name))),
    );
  });
});
