import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createWorkspace } from "./workspace.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const counterexamples = join(root, "contracts", "counterexamples");
const validators = ["--validators", join(root, "generated")];

interface Expected {
  readonly pointer: string;
  readonly keyword: string;
  readonly line: number;
  readonly rule?: string;
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
      const wanted = expected.map(({ pointer, line }) => `${line} ${pointer}`);
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
