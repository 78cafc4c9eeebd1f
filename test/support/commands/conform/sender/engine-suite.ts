import { describe, expect, it } from "vitest";
import { runSenderSuite } from "../../../../../commands/conform/index.js";
import type { Store } from "../../../../../delivery/index.js";
import { startEngineSender } from "./engine-sender.js";
import { senderSuite } from "./sender-suite.js";

/** The conformance of the delivery engine on a store. */
export function engineSuite(name: string, open: () => Promise<Store>): void {
  describe(`the delivery engine on ${name}`, () => {
    it("passes every case, none of them inconclusive", async () => {
      const sender = await startEngineSender(await open());
      try {
        const report = await runSenderSuite({ suite: senderSuite, controlUrl: sender.controlUrl });
        const others = report.results.filter(({ result }) => result !== "passed");
        expect(others.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
        expect(report.conforms).toBe(true);
      } finally {
        await sender.close();
      }
    }, 240_000);
  });
}
