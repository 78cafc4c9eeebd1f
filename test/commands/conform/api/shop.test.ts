import { describe, expect, it } from "vitest";
import { globMatcher } from "../../../../commands/conform/suite/select.js";
import { failures, runShop } from "../../../support/commands/conform/api/run-shop.js";
import { type ShopFault, shopFaults } from "../../../support/commands/conform/api/shop-rules.js";

describe("a correct server", () => {
  it("has no finding", async () => {
    const report = await runShop();
    expect(failures(report)).toEqual([]);
    expect(report.conforms).toBe(true);
  });
});

describe("a server with one fault", () => {
  it.each(Object.entries(shopFaults) as [ShopFault, string][])("%s fails %s", async (fault, glob) => {
    const report = await runShop(fault);
    const failed = report.results.filter(({ result }) => result === "failed").map(({ id }) => id);
    expect(failed.filter(globMatcher(glob))).not.toEqual([]);
    expect(report.conforms).toBe(false);
  });
});
