import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CaseResult, runSenderSuite, selectCases } from "../../../../../commands/conform/index.js";
import type { Mutant } from "../../../../support/commands/conform/mutants/mutant.js";
import { openWorkshop, type Workshop } from "../../../../support/commands/conform/mutants/workshop.js";
import { senderMutants } from "../../../../support/commands/conform/sender/mutants/all.js";
import { senderMutantsPage } from "../../../../support/commands/conform/sender/mutants/page.js";
import { startNodeSender } from "../../../../support/commands/conform/sender/node-sender.js";
import { senderSuite } from "../../../../support/commands/conform/sender/sender-suite.js";

const original = { folder: "examples/senders/node", program: "sender.mjs" };
const atOnce = 4;
const page = new URL("../../../../../docs/contributing/sender-mutants.md", import.meta.url);

let workshop: Workshop;
const catches = new Map<string, readonly CaseResult[]>();

/** The first case of the clause that a mutant breaks which it fails; the others take time. */
async function findFailures(mutant: Mutant): Promise<readonly CaseResult[]> {
  const own = senderSuite.senderCases.filter(({ clause }) => clause === mutant.clause);
  const senderCases = selectCases(own, { only: mutant.only });
  const sender = await startNodeSender(workshop.make(mutant));
  try {
    const suite = { ...senderSuite, senderCases };
    const found = new AbortController();
    const { results } = await runSenderSuite({
      suite,
      controlUrl: sender.controlUrl,
      deliveryTimeoutMs: 200,
      signal: found.signal,
      onResult: ({ result }) => result === "failed" && found.abort(),
    });
    return results.filter(({ result }) => result === "failed");
  } finally {
    await sender.close();
  }
}

beforeAll(async () => {
  workshop = openWorkshop(original);
  const queue = senderMutants.values();
  const worker = async (): Promise<void> => {
    for (const mutant of queue) catches.set(mutant.name, await findFailures(mutant));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}, 900_000);

afterAll(() => workshop.remove());

describe("the suite for senders, with mutants of a sender", () => {
  it("is tested with at least sixty mutants, each with a unique name", () => {
    expect(senderMutants.length).toBeGreaterThanOrEqual(60);
    expect(new Set(senderMutants.map(({ name }) => name)).size).toBe(senderMutants.length);
  });

  it.each(senderMutants)("detects $name by a case of $clause", ({ name }) => {
    expect(catches.get(name)?.map(({ id }) => id)).not.toEqual([]);
  });

  it("has an up-to-date page about them", () => {
    const text = senderMutantsPage(catches);
    if (process.env.UPDATE_SENDER_MUTANTS !== undefined) writeFileSync(page, text);
    expect(readFileSync(page, "utf8")).toBe(text);
  });
});
