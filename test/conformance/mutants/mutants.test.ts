import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { casesOf, type Report, runSuite, type Suite } from "../../../conformance/index.js";
import { wholeSuite } from "../platform.js";
import { startReceiverProcess } from "../receiver-process.js";
import { mutants } from "./all.js";
import { type Catch, matrix } from "./matrix.js";
import type { Mutant } from "./mutant.js";
import { openWorkshop, type Workshop } from "./workshop.js";

/** Only the hand-written cases, which detect every mutant; the derived ones each test a single field. */
const { batches: _, ...suite } = wholeSuite as Suite;

/** Runs only cases of the clause that a mutant violates, since no others count, and none whose result depends on timing. */
const suiteOf = ({ clause, only }: Mutant): Suite => ({
  ...suite,
  cases: suite.cases.filter((each) => each.clause === clause && (only || !each.id.endsWith("-at-once"))),
});

const atOnce = 3;
const page = new URL("../../../docs/mutants.md", import.meta.url);

const catches = new Map<string, Catch>();
let workshop: Workshop;

async function judge(mutant: Mutant): Promise<void> {
  const { encrypted, only } = mutant;
  const program = workshop.make(mutant);
  const subject = await startReceiverProcess({
    command: [process.execPath, program],
    encrypted,
    data: join(dirname(program), "data.ndjson"),
  });
  try {
    const report: Report = await runSuite({
      suite: suiteOf(mutant),
      ...subject,
      only,
      settleMs: 500,
    });
    const failed = report.results.filter(({ result }) => result === "failed");
    catches.set(mutant.name, failed);
  } finally {
    await subject.stop();
  }
}

beforeAll(async () => {
  workshop = openWorkshop();
  const queue = mutants.values();
  const worker = async (): Promise<void> => {
    for (const mutant of queue) await judge(mutant);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}, 900_000);

afterAll(() => workshop.remove());

describe("the suite, with mutants of a receiver", () => {
  it("is tested with at least sixty mutants, each with a unique name", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(60);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(mutants)("detects $name by $clause", ({ name }) => {
    expect(catches.get(name)).not.toEqual([]);
  });

  it("has an up-to-date page about them", () => {
    const text = matrix(catches, casesOf(suite));
    if (process.env.UPDATE_MUTANTS === "1") writeFileSync(page, text);
    expect(readFileSync(page, "utf8")).toBe(text);
  });
});
