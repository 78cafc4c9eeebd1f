import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasTest } from "../support/contracts/has-test.js";
import { root } from "../support/generator/emit/contract-folder.js";

interface Row {
  readonly attack: string;
  readonly defence: string;
  readonly test: string;
}

/** The rows of every table of attacks. */
function attackRows(text: string): Row[] {
  const tables = text.split("| attack | defence | test |\n|---|---|---|\n").slice(1);
  return tables.flatMap((table) =>
    (table.split("\n\n")[0] ?? "")
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [attack = "", defence = "", test = ""] = line
          .split(" | ")
          .map((cell) => cell.replace(/^\| | \|$/g, ""));
        return { attack, defence, test };
      }),
  );
}

/** The tests that a cell names: code spans of one or two backticks. */
function testsIn(cell: string): string[] {
  return [...cell.matchAll(/(`+)(test\/.*?)\1(?!`)/g)].map(([, , reference = ""]) => reference);
}

describe("the threat model", () => {
  const text = readFileSync(join(root, "docs/contributing/threat-model.md"), "utf8");
  const rows = attackRows(text);

  it("has a table of attacks for each boundary", () => {
    const [, , , ...boundaries] = text.split(/^## /m);
    expect(boundaries.length).toBeGreaterThan(8);
    expect(boundaries.filter((section) => attackRows(section).length === 0)).toEqual([]);
    expect(rows.length).toBeGreaterThan(60);
  });

  it("names a defence and a test for each attack", () => {
    const bare = rows.filter((row) => row.defence === "" || testsIn(row.test).length === 0);
    expect(bare.map(({ attack }) => attack)).toEqual([]);
  });

  it("names only tests that there are", () => {
    const named = rows.flatMap(({ test }) => testsIn(test));
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((reference) => !hasTest(reference))).toEqual([]);
    // Also outside of the tables: whatever looks like a test is one.
    expect(testsIn(text).length).toBe(named.length);
  });

  it("sees a reference with backticks in its name", () => {
    expect(testsIn("``test/a.test.ts#an `x` b``<br>`test/b.test.ts#c`")).toEqual([
      "test/a.test.ts#an `x` b",
      "test/b.test.ts#c",
    ]);
  });
});
