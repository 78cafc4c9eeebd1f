import { describe, expect, it } from "vitest";
import { runSenderSuite } from "../../../../commands/conform/index.js";
import { startNodeSender } from "../../../support/commands/conform/sender/node-sender.js";
import { senderSuite } from "../../../support/commands/conform/sender/sender-suite.js";

describe("the sender of examples/senders/node", () => {
  it("passes every case, none of them inconclusive", async () => {
    const sender = await startNodeSender();
    try {
      const report = await runSenderSuite({ suite: senderSuite, controlUrl: sender.controlUrl });
      const others = report.results.filter(({ result }) => result !== "passed");
      expect(others.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
      expect(report.conforms).toBe(true);
      expect(report.results.length).toBe(senderSuite.senderCases.length);
    } finally {
      await sender.close();
    }
  }, 240_000);
});
