// @needs own-process
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Report, runSuite } from "../../../../commands/conform/index.js";
import { foldedFailures } from "../../../../commands/conform/report/groups.js";
import { openWorkshop, type Workshop } from "../../../support/commands/conform/mutants/workshop.js";
import type { DerivedMutant } from "../../../support/commands/conform/near-misses/derived-mutant.js";
import { derivedMutants } from "../../../support/commands/conform/near-misses/derived-mutants.js";
import {
  inProcessReceiver,
  probeUrl,
  subjectUrl,
} from "../../../support/commands/conform/near-misses/in-process-receiver.js";
import { wholeSuite } from "../../../support/commands/conform/platform.js";
import { configured } from "../../../support/commands/conform/receiver-process.js";

let workshop: Workshop;
beforeAll(() => {
  workshop = openWorkshop();
});
afterAll(() => workshop.remove());

async function reportOn(name: string): Promise<Report> {
  const mutant = derivedMutants.find((each) => each.name === name) as DerivedMutant;
  const program = workshop.make({ name, edits: mutant.edits, clause: "", mistake: "" });
  return await runSuite({
    suite: wholeSuite,
    ...configured,
    url: subjectUrl,
    probeUrl,
    callbacks: true,
    send: inProcessReceiver({ folder: dirname(program), encrypted: false }),
    only: ["*/near/token/*", "*/near/duplicate/*", "6.3.4/*"],
    settleMs: 20,
  });
}

const countFailures = ({ results }: Report): number =>
  results.filter(({ result }) => result === "failed").length;
const countShown = (report: Report): number => {
  const { patterns, broken, noted } = foldedFailures(report);
  return patterns.length + [...broken, ...noted].flatMap(({ failures }) => failures).length;
};

describe("many near misses that fail for one reason", () => {
  it("are shown as one finding if the whole comparison is missing", async () => {
    const report = await reportOn("token-always");
    expect(countFailures(report)).toBeGreaterThan(25);
    const { patterns } = foldedFailures(report);
    expect(patterns.map(({ seen }) => seen).join()).toMatch(/near misses of 6\.3\.4\/near\/token get 204/);
    expect(countShown(report)).toBeLessThan(10);
  });

  it("are shown with their mistake if the comparison trims", async () => {
    const report = await reportOn("token-trim-given");
    expect(countFailures(report)).toBeGreaterThan(5);
    const causes = new Set(report.results.flatMap(({ likelyCause }) => likelyCause ?? []));
    expect([...causes]).toEqual(["The token is probably trimmed before it is compared."]);
    expect(countShown(report)).toBe(1);
  });
});
