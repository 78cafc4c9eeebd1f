import { describe, expect, it } from "vitest";
import { observedRules } from "../../../../commands/conform/api/run/observed-results.js";
import { globMatcher } from "../../../../commands/conform/suite/select.js";
import { askedAlone, askedElsewhere } from "../../../support/commands/conform/api/planted.js";
import { failures, runShop } from "../../../support/commands/conform/api/run-shop.js";
import { type ShopFault, shopFaults } from "../../../support/commands/conform/api/shop-rules.js";

/** Cases that compare the answers to all others need these, too. */
const filters = (glob: string) =>
  Object.hasOwn(observedRules, glob.split("/")[0] ?? "") ? {} : { only: [glob] };

describe("a correct server", () => {
  it("has no finding, and every operation, keyword and check is tried", async () => {
    const report = await runShop();
    expect(failures(report)).toEqual([]);
    expect(report.conforms).toBe(true);
    expect(report.subject).toMatchObject({
      operations: Array.from({ length: 9 }, () => expect.objectContaining({ reached: true })),
      keywords: { maxLength: { valid: 24, invalid: 14 }, uniqueItems: { valid: 0, invalid: 2 } },
    });
    const untried = report.coverage.clauses.filter(({ state }) => state === "untried");
    const elsewhere = new Set([...askedElsewhere, ...askedAlone]);
    expect(untried.filter(({ id }) => !elsewhere.has(id)).map(({ id, note }) => `${id}: ${note}`)).toEqual([
      "response-time: needs --max-response-time MS",
    ]);
  });
});

/** The contract doesn't forbid them. */
const minor: ReadonlySet<ShopFault> = new Set(["method-accepted"]);

describe("a server with one fault", () => {
  it.each(Object.entries(shopFaults) as [ShopFault, string][])("%s fails %s", async (fault, glob) => {
    const report = await runShop(fault, filters(glob));
    const failed = report.results.filter(({ result }) => result === "failed").map(({ id }) => id);
    expect(failed.filter(globMatcher(glob))).not.toEqual([]);
    expect(report.conforms).toBe(minor.has(fault));
  });
});
