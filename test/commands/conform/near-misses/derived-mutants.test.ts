// @needs own-process
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "../../../support/commands/conform/mutants/workshop.js";
import {
  derivedMutants,
  equivalents,
} from "../../../support/commands/conform/near-misses/derived-mutants.js";
import { judge } from "../../../support/commands/conform/near-misses/judge.js";
import { wholeSuite } from "../../../support/commands/conform/platform.js";

/** All take a minute; one of seven, each at another place or with another piece, takes a few seconds. */
const stride = process.env.DERIVED_MUTANTS === "all" ? 1 : 7;

const faulty = derivedMutants.filter(({ name }) => equivalents[name] === undefined);
const tried = faulty.filter((_, at) => at % stride === 0);

let workshop: Workshop;
beforeAll(() => {
  workshop = openWorkshop();
});
afterAll(() => workshop.remove());

describe("the near misses, with mutants made mechanically", () => {
  it("are tested with several hundred mutants, each with a unique name", () => {
    const names = derivedMutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(faulty.length).toBeGreaterThan(800);
    expect(Object.keys(equivalents).filter((name) => !names.includes(name))).toEqual([]);
  });

  it("pass the correct receiver without a process", async () => {
    for (const encrypted of [undefined, true] as const) {
      const correct = {
        name: `correct-${encrypted ?? false}`,
        edits: {},
        near: ["*/near/*"],
        open: true as const,
        ...(encrypted && { encrypted }),
      };
      expect(await judge(wholeSuite, workshop, correct)).toBeUndefined();
    }
  });

  it("detect them", async () => {
    const undetected: string[] = [];
    for (const mutant of tried) {
      if ((await judge(wholeSuite, workshop, mutant)) === undefined) undetected.push(mutant.name);
    }
    expect(undetected).toEqual([]);
  }, 300_000);
});
