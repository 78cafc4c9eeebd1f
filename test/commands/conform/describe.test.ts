import { afterEach, describe, expect, it } from "vitest";
import {
  CaseFailed,
  type DescribeOptions,
  describeCases,
  KnownFailurePassed,
  NoCaseSelected,
  NotShownToConform,
  UnknownCase,
} from "../../../commands/conform/index.js";
import {
  acmeSubject,
  acmeSuite,
  closeAll,
  deliver,
  forged,
  makeCase,
} from "../../support/commands/conform/acme-suite.js";

afterEach(closeAll);

interface Declared {
  readonly group: string;
  readonly name: string;
  /** Resolves to `passed`, the reason why it was skipped, or the error. */
  readonly run: () => Promise<unknown>;
}

/** The tests that `describeCases` declares in a test framework. */
function declared(options: Partial<DescribeOptions>): Declared[] {
  const tests: Declared[] = [];
  let group = "";
  describeCases(
    {
      describe(name, body) {
        group = name;
        body();
      },
      it(name, body) {
        const run = async (): Promise<unknown> => {
          const skipped: (string | undefined)[] = [];
          try {
            await body({ skip: (reason) => void skipped.push(reason) });
          } catch (error) {
            return error;
          }
          if (skipped.length > 0) return skipped[0];
          return "passed";
        };
        tests.push({ group, name, run });
      },
    },
    { suite: acmeSuite(fine, miss, should, sealed), subject: acmeSubject, ...options },
  );
  return tests;
}

const fine = makeCase("1/fine", [{ deliver: deliver(), expect: { status: ["accepted"] } }]);
const miss = makeCase("1/miss", [{ deliver: deliver(), expect: { status: [418] } }], { cause: "No teapot." });
const should = makeCase("2/x/should", [{ deliver: deliver(), expect: { status: [418] } }], {
  level: "should",
});
const sealed = makeCase("2/x/sealed", [{ deliver: deliver(), expect: { status: [202] } }], {
  needs: ["encryption"],
});

describe("describeCases", () => {
  it("declares a test for each case, in groups by the id's prefix", () => {
    expect(declared({}).map(({ group, name }) => [group, name])).toEqual([
      ["1", "1/fine"],
      ["1", "1/miss"],
      ["2/x", "2/x/should"],
      ["2/x", "2/x/sealed"],
      ["signature", "is shown to be checked"],
    ]);
  });

  it("passes, fails with the reason, or skips with the reason", async () => {
    const outcomes = [];
    for (const { run } of declared({})) outcomes.push(await run());
    expect(outcomes).toEqual([
      "passed",
      expect.any(CaseFailed),
      "should, doesn't count: the receiver returns 202, expected 418",
      "needs encryption",
      new NotShownToConform(["refuses-forged"]),
    ]);
    expect((outcomes[1] as CaseFailed).message).toBe(
      "1/miss (§1): the receiver returns 202, expected 418\nBecause.\nNo teapot.",
    );
  });

  it("fails on a failed should case in strict mode", async () => {
    const [test] = declared({ only: ["2/x/should"], strict: true });
    expect(await test?.run()).toBeInstanceOf(CaseFailed);
  });

  it("skips known failures that fail, and fails those that pass", async () => {
    const tests = declared({ only: ["1/*"], knownFailures: ["1/fine", "1/miss"] });
    expect(await tests[0]?.run()).toEqual(new KnownFailurePassed("1/fine"));
    expect(await tests[1]?.run()).toContain("known failure: ");
  });

  it("ends with a test that a run which shows that the signature is checked passes", async () => {
    const last = async (options: Partial<DescribeOptions>) => {
      const outcomes = [];
      for (const { run } of declared({ suite: acmeSuite(fine, forged), ...options }))
        outcomes.push(await run());
      return outcomes.at(-1);
    };
    expect(await last({})).toBe("passed");
    const names = declared({ suite: acmeSuite(fine, forged), only: ["1/*"] }).map(({ name }) => name);
    expect(names, "which filters leave out").toEqual(["1/fine"]);
    const [, , only] = declared({ suite: acmeSuite(fine, forged) });
    expect(await only?.run()).toBe("not all cases were run");
  });

  it("throws for filters that match nothing and for unknown known failures", () => {
    expect(() => declared({ only: ["9/*"] })).toThrow(NoCaseSelected);
    expect(() => declared({ knownFailures: ["9/gone"] })).toThrow(UnknownCase);
  });
});
