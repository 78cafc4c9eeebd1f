import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

/** A module of the command, which is plain JavaScript. */
async function fromExplore<Exports>(module: string): Promise<Exports> {
  const { href } = new URL(`../../../tools/explore/${module}`, import.meta.url);
  return (await import(href)) as Exports;
}

const { propertyTests } = await fromExplore<{ propertyTests: (root: string) => readonly string[] }>(
  "property-tests.mjs",
);
const { failuresOf, reportRound } = await fromExplore<{
  failuresOf: (json: object) => readonly object[];
  reportRound: (round: object) => string;
}>("report.mjs");

const root = fileURLToPath(new URL("../../..", import.meta.url));

describe("the property tests", () => {
  const found = propertyTests(root);

  it.each([
    ["import fast-check", "test/reader/text/html.test.ts"],
    ["import a module that does", "test/runtime/stores/sqlite.test.ts"],
  ])("are those that %s", (_, path) => {
    expect(found).toContain(path);
  });

  it("are not all tests", () => {
    expect(found).not.toContain("test/contracts/events.test.ts");
    expect(found.every((path) => path.endsWith(".test.ts"))).toBe(true);
  });
});

describe("the report of a round", () => {
  const note = {
    file: "test/a.test.ts",
    test: "numbers > are small",
    seed: -7,
    path: "3:1",
    counterexample: "[1000]",
    error: "expected 1000 to be less than 1000",
  };
  const json = {
    testResults: [
      {
        name: "test/a.test.ts",
        status: "failed",
        assertionResults: [
          { status: "passed", ancestorTitles: [], title: "is fine", failureMessages: [] },
          {
            status: "failed",
            ancestorTitles: ["numbers"],
            title: "are small",
            failureMessages: ["Error: x"],
          },
          { status: "failed", ancestorTitles: [], title: "counts", failureMessages: ["Error: few\n  at y"] },
        ],
      },
      { name: "test/b.test.ts", status: "failed", message: "no such module", assertionResults: [] },
    ],
  };

  it("says what to add as a case and how to repeat each failure", () => {
    const failures = failuresOf(json);
    expect(
      reportRound({ seed: 5, runs: 3, notes: [note], failures }),
    ).toBe(`test/a.test.ts > numbers > are small
  expected 1000 to be less than 1000
  the smallest case:  [1000]
  add it to the test: { examples: [[1000]] }, as the parameters of fc.assert, once it is repaired
  repeat this case:   { seed: -7, path: "3:1" }, as the parameters of fc.assert
  repeat this test:   npm run explore -- --seed 5 --runs 3 --rounds 1 test/a.test.ts

test/a.test.ts > counts
  not a property: Error: few
  repeat this test:   npm run explore -- --seed 5 --runs 3 --rounds 1 test/a.test.ts

test/b.test.ts > (the file)
  not a property: no such module
  repeat this test:   npm run explore -- --seed 5 --runs 3 --rounds 1 test/b.test.ts`);
  });
});

it.each([
  ["an unknown option", ["--sed", "1"], "Unknown option '--sed'"],
  ["a number that is none", ["--rounds", "many"], "--rounds must be a whole number from 1"],
  ["a path without property tests", ["test/none"], "no file with property tests matches test/none"],
])("refuses %s with exit code 2", (_, args, message) => {
  const { status, stderr } = spawnSync(process.execPath, ["tools/explore.mjs", ...args], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});
