import { describe, expect, it } from "vitest";
import { failures, runShop } from "../../../support/commands/conform/api/run-shop.js";

describe("a correct server", () => {
  it("has no finding", async () => {
    const report = await runShop();
    console.log(
      report.counts,
      report.subject,
      report.results
        .filter((r) => r.result === "inconclusive")
        .map((r) => r.id + " " + r.reason)
        .join("\n"),
    );
    expect(failures(report)).toEqual([]);
    expect(report.conforms).toBe(true);
  });
});
