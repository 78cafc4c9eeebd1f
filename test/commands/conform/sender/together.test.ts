import { expect, it } from "vitest";
import { runSenderSuite } from "../../../../commands/conform/index.js";
import { onlyWaits } from "../../../../commands/conform/sender/run/case-state.js";
import type { SenderCase } from "../../../../commands/conform/sender/sender-suite.js";
import { startNodeSender } from "../../../support/commands/conform/sender/node-sender.js";
import { senderSuite } from "../../../support/commands/conform/sender/sender-suite.js";

const verified = (id: string, verification: object, accepted: boolean): SenderCase => ({
  id,
  clause: "§6.1",
  level: "must",
  why: "",
  start: "nothing",
  steps: [{ answer: { verification } }, { verify: {}, expect: { accepted } }],
});

it("waits for a slow endpoint in several cases at once, and reports them in their order", async () => {
  const sender = await startNodeSender();
  const ended: string[] = [];
  try {
    const senderCases = [
      verified("sender/6.1/slow", { fault: "hang" }, false),
      verified("sender/6.1/fast", { afterMs: 1 }, true),
      verified("sender/6.1/alone", {}, true),
    ];
    const { results } = await runSenderSuite({
      suite: { ...senderSuite, senderCases },
      controlUrl: sender.controlUrl,
      onResult: ({ id }) => ended.push(id),
    });
    expect(ended).toEqual(["sender/6.1/alone", "sender/6.1/fast", "sender/6.1/slow"]);
    expect(results.map(({ id, result }) => `${id} ${result}`)).toEqual(
      senderCases.map(({ id }) => `${id} passed`),
    );
  } finally {
    await sender.close();
  }
});

it("does so with no case that needs the sender's clock", () => {
  expect(senderSuite.senderCases.filter(onlyWaits).map(({ id }) => id)).toEqual([
    "sender/6.1/in-time",
    "sender/6.1/late",
    "sender/6.1/silent",
    "sender/6.8/five-seconds",
    "sender/6.8/within-five-seconds",
  ]);
});
