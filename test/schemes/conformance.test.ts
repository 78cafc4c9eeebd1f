import { afterAll, describe, expect, it } from "vitest";
import { type Report, runSuite, type Suite } from "../../conformance/index.js";
import {
  createMemoryInbox,
  exampleSecret,
  hasKeyPair,
  publicKeyOf,
  type Receiver,
  toNodeListener,
} from "../../runtime/webhook/index.js";
import { startServer } from "../conformance/subject.js";
import { generateFrom, root } from "../generator/emit/contract-folder.js";
import { loadScheme } from "./load-scheme.js";
import { officialLibraries } from "./official-libraries.js";

const running: { close: () => Promise<unknown> }[] = [];
afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()));
});

describe.each(officialLibraries)("the suite derived from the contract of $scheme", ({ scheme }) => {
  const run = async (trusted: string): Promise<Report> => {
    const { protocol, createReceiver } = await loadScheme(scheme);
    const files = await generateFrom([`${root}examples/schemes/${scheme}`], { only: ["conformance"] });
    const suite = JSON.parse(files.get("conformance/events.json") ?? "") as Suite;
    const secret = exampleSecret(protocol, "a secret of this test") ?? "";
    const own = exampleSecret(protocol, trusted) ?? "";
    const isPair = hasKeyPair(protocol.signature.algorithm);
    const receiver: Receiver = createReceiver({
      ...(isPair ? { publicKeys: [publicKeyOf(protocol, own)] } : { secrets: [own] }),
      inbox: createMemoryInbox(),
      fallback: () => {},
      logger: false,
    });
    const server = await startServer(toNodeListener(receiver));
    running.push(server, receiver);
    const subject = {
      url: server.url,
      application: { id: "any", environment: "any" },
      verificationToken: "",
    };
    return await runSuite({ suite, ...subject, secrets: [secret], strict: true });
  };

  it("passes the generated receiver", async () => {
    const report = await run("a secret of this test");
    const failed = report.results.filter(({ result }) => result === "failed");
    expect(failed.map(({ id, reason }) => [id, reason])).toEqual([]);
    expect(report.conforms).toBe(true);
  });

  it("fails a receiver that trusts another key", async () => {
    const report = await run("another secret");
    expect(report.unproven).toContain("accepts-signed");
  });
});
