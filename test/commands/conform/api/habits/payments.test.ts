import { describe, expect, it } from "vitest";
import type { Report } from "../../../../../commands/conform/result.js";
import {
  createPayments,
  type PaymentsFault,
} from "../../../../support/commands/conform/api/habits/payments.js";
import {
  failedCases,
  repeatedIds,
  runHabit,
  unreached,
} from "../../../../support/commands/conform/api/habits/run-habit.js";
import { failures } from "../../../../support/commands/conform/api/run-shop.js";

const run = (fault?: PaymentsFault): Promise<Report> => runHabit(createPayments(fault));

describe("payments by forms", () => {
  it("break no rule: marks of deleted customers, keys that keep errors, pages after an item, charges that are used up", async () => {
    const report = await run();
    expect(failures(report)).toEqual([]);
    expect(unreached(report)).toEqual([]);
    expect(repeatedIds(report)).toEqual([]);
    // A refund uses up its charge, so that each one needs another.
    expect(report.results.find(({ id }) => id === "idempotency-key/createRefund")?.result).toBe("passed");
  });

  it.each([
    ["keeps a deleted customer", "deleted-gone/deleteCustomer (must)"],
    ["loses metadata", "map-keys/createCustomer (should)"],
    ["forgets keys", "idempotency-key/createCharge (must)"],
    ["begins each page with the first customer", "pages/listCustomers (must)"],
    ["refuses the largest amount", "accepted/createCharge/body/amount/maximum (must)"],
    ["takes any amount", "refused/createCharge/body/amount/maximum (must)"],
    ["shows customers to others", "foreign/getCustomer (must)"],
  ] as const)("are found if the server %s", async (fault, found) => {
    expect(failedCases(await run(fault))).toContain(found);
  });
});
