import { describe, expect, it } from "vitest";
import { runApi } from "../../../../commands/conform/api/run/run-api.js";
import { Accounts } from "../../../support/commands/conform/api/accounts.js";
import { accountsContract } from "../../../support/commands/conform/api/accounts-contract.js";
import { amply, failures } from "../../../support/commands/conform/api/run-shop.js";
import { loadText } from "../../../support/commands/mock/pets.js";

describe("a correct server with rules of its own", () => {
  it.each([1, 2, 424_242])(
    "breaks no rule, though it refuses what is taken, unknown or too much (seed %i)",
    async (seed) => {
      let time = 0;
      const report = await runApi({
        contracts: await loadText(accountsContract),
        contract: "accounts.yaml",
        url: "http://127.0.0.1:8080",
        identities: ["one", "two"].map((name) => ({ name, headers: [["x-api-key", `key-${name}`]] })),
        limits: amply,
        seed,
        send: new Accounts().send,
        now: () => time++,
        sleep: async () => {},
      });
      // A balance is a limit that no contract says, and the edge of the contract's own isn't reached.
      expect(failures(report)).toEqual([]);
      const largest = report.results.find(({ id }) => id === "accepted/transfer/body/amount/maximum");
      expect(largest).toMatchObject({
        result: "inconclusive",
        reason: "needs values of transfer that depend on no other item",
      });
      expect(report.conforms).toBe(true);
      const reasons = report.results
        .filter(({ clause }) => clause === "deleted-gone")
        .map(({ id, reason }) => [id, reason]);
      expect(reasons).toContainEqual([
        "deleted-gone/closeAccount",
        "needs a deletion, and closeAccount leaves an item that it has changed",
      ]);
    },
  );
});
