// @needs own-process
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Case, expandCases, type Suite, selectCases } from "../../../../commands/conform/index.js";
import { mutants } from "../../../support/commands/conform/mutants/all.js";
import { type Catch, matrix } from "../../../support/commands/conform/mutants/matrix.js";
import type { Mutant } from "../../../support/commands/conform/mutants/mutant.js";
import { findFailures } from "../../../support/commands/conform/mutants/run-mutant.js";
import {
  byClause,
  type FailuresByClause,
  readWholeRuns,
  writeWholeRuns,
} from "../../../support/commands/conform/mutants/whole-runs.js";
import { openWorkshop, type Workshop } from "../../../support/commands/conform/mutants/workshop.js";
import { wholeSuite } from "../../../support/commands/conform/platform.js";

/** Only the hand-written cases, which detect every mutant; the derived ones each test a single field. */
const { batches: _, ...suite } = wholeSuite as Suite;

/** Without cases whose result depends on timing, unless the mutant names them. */
const isSteady = ({ only }: Mutant, { id }: Case): boolean => only !== undefined || !id.endsWith("-at-once");

/** Only cases of the clause that a mutant violates, or those of them that it names. */
function clauseSuite(mutant: Mutant): Suite {
  const own = suite.cases.filter((each) => each.clause === mutant.clause && isSteady(mutant, each));
  return { ...suite, cases: selectCases(own, { only: mutant.only }) };
}

const atOnce = 3;
const page = new URL("../../../../docs/contributing/mutants.md", import.meta.url);

const catches = new Map<string, Catch>();
/** Whether to write the page: `all` after runs against the whole suite, too, or `clauses`. */
const update = process.env.UPDATE_MUTANTS;
let workshop: Workshop;

/** Runs each mutant against the whole suite, and keeps what it fails. Takes a quarter of an hour. */
async function runWhole(): Promise<void> {
  const found: Record<string, FailuresByClause> = {};
  for (const mutant of mutants) {
    const cases = expandCases(wholeSuite).filter((each) => isSteady(mutant, each));
    const copy = { ...mutant, name: `${mutant.name}-whole` };
    found[mutant.name] = byClause(await findFailures(copy, { ...suite, cases }, workshop));
    console.error(`${Object.keys(found).length}/${mutants.length} ${mutant.name}`);
  }
  writeWholeRuns({ cases: expandCases(wholeSuite).length, mutants: found });
}

beforeAll(async () => {
  workshop = openWorkshop();
  const queue = mutants.values();
  const worker = async (): Promise<void> => {
    for (const mutant of queue)
      catches.set(mutant.name, await findFailures(mutant, clauseSuite(mutant), workshop));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (update === "all") await runWhole();
}, 7_200_000);

afterAll(() => workshop.remove());

describe("the suite, with mutants of a receiver", () => {
  it("is tested with at least sixty mutants, each with a unique name", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(60);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(mutants)("detects $name by $clause", ({ name }) => {
    expect(catches.get(name)).not.toEqual([]);
  });

  it("detects none of them only by cases of other clauses, among all cases of the suite", () => {
    const { mutants: found } = readWholeRuns();
    expect(Object.keys(found)).toEqual(mutants.map(({ name }) => name));
    const elsewhere = mutants.filter(({ name, clause }) => !((found[name]?.[clause] ?? 0) > 0));
    expect(elsewhere.map(({ name }) => name)).toEqual([]);
  });

  it("has an up-to-date page about them", () => {
    const text = matrix(catches, expandCases(suite), readWholeRuns());
    if (update !== undefined) writeFileSync(page, text);
    expect(readFileSync(page, "utf8")).toBe(text);
  });
});
