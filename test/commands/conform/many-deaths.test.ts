import { expect, it } from "vitest";
import { NoAnswer, runSuite, type Send, type Suite } from "../../../commands/conform/index.js";
import { mortalSecret } from "../../support/commands/conform/mortal/mortal.js";
import { generateFrom } from "../../support/generator/emit/contract-folder.js";

it("a receiver that dies in many cases, and comes back, isn't called gone", async () => {
  const files = await generateFrom(["examples/schemes/github"], { only: ["conformance"] });
  let refusals = 0;
  /** Dies of each body that isn't JSON, and is started again after it has refused one connection. */
  const send: Send = async ({ method, body }) => {
    if (refusals > 0) {
      refusals -= 1;
      throw new NoAnswer("refused", false);
    }
    try {
      if (method === "POST") JSON.parse(Buffer.from(body).toString("utf8"));
    } catch {
      refusals = 1;
      throw new NoAnswer("closed", false);
    }
    return { status: 200, headers: [], body: new Uint8Array(), firstByteMs: 0, elapsedMs: 0 };
  };
  const report = await runSuite({
    suite: JSON.parse(files.get("conformance/events.json") ?? "") as Suite,
    url: "http://receiver.test/",
    application: { id: "any", environment: "any" },
    verificationToken: "",
    secrets: [mortalSecret],
    only: ["protocol/signature/signed", "protocol/near/json/*"],
    concurrency: 1,
    returnMs: 5000,
    sleep: async () => {},
    send,
  });
  const [died, ended] = report.incidents ?? [];
  expect(died).toMatchObject({ kind: "restarted", lost: 0 });
  expect(died?.cases).toHaveLength(10);
  expect(ended?.seen).toContain("the receiver had died in 10 cases after case protocol/near/json/");
  expect(ended?.advice).toContain("It came back each time");
  expect(ended?.advice).not.toContain("--wait");
  expect(ended?.lost).toBe(report.counts.notRun);
  expect(report.conforms).toBe(false);
});
