import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Filters,
  type Report,
  type RunOptions,
  runSuite,
  type Suite,
} from "../../commands/conform/index.js";
import {
  createMemoryInbox,
  derivePublicKey,
  exampleSecret,
  hasKeyPair,
  type Receiver,
  toNodeListener,
} from "../../runtime/webhook/index.js";
import { intercepted } from "../support/commands/conform/faults.js";
import { startServer } from "../support/commands/conform/subject.js";
import type { CarelessReceiver } from "../support/schemes/careless-messages.js";
import { carelessReceivers } from "../support/schemes/careless-receivers.js";
import { sendTo } from "../support/schemes/in-process.js";
import { type LoadedScheme, loadScheme } from "../support/schemes/load-scheme.js";
import { officialLibraries } from "../support/schemes/official-libraries.js";

const running: { close: () => Promise<unknown> }[] = [];
afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()));
});

/** All take a minute; one of eleven, each with another piece, takes a moment. */
const stride = process.env.DERIVED_MUTANTS === "all" ? 1 : 11;

describe.each(officialLibraries)("the suite derived from the contract of $scheme", ({ scheme }) => {
  let loaded: LoadedScheme;
  let suite: Suite;
  let secret: string;
  beforeAll(async () => {
    loaded = await loadScheme(scheme, ["conformance"]);
    suite = JSON.parse(loaded.files.get("conformance/events.json") ?? "") as Suite;
    secret = exampleSecret(loaded.protocol, "a secret of this test");
  });

  /** A receiver that trusts a key. */
  const open = (trusted: string): Receiver => {
    const { protocol, createReceiver } = loaded;
    const receiver: Receiver = createReceiver({
      ...(hasKeyPair(protocol.signature.algorithm)
        ? { publicKeys: [derivePublicKey(protocol, trusted)] }
        : { secrets: [trusted] }),
      inbox: createMemoryInbox(),
      fallback: () => {},
      logger: false,
    });
    running.push(receiver);
    return receiver;
  };

  const run = (options: Partial<RunOptions>): Promise<Report> => {
    const subject = { url: "http://receiver.test/", application: { id: "any", environment: "any" } };
    return runSuite({
      suite,
      ...subject,
      verificationToken: "",
      secrets: [secret],
      strict: true,
      ...options,
    });
  };

  it("passes the generated receiver", async () => {
    const server = await startServer(toNodeListener(open(secret)));
    running.push(server);
    const report = await run({ url: server.url });
    const failed = report.results.filter(({ result }) => result === "failed");
    expect(failed.map(({ id, reason }) => [id, reason])).toEqual([]);
    expect(report.conforms).toBe(true);
  });

  it("fails a receiver that trusts another key", async () => {
    const other = open(exampleSecret(loaded.protocol, "another secret"));
    const report = await run({ send: sendTo(other) });
    expect(report.unproven).toContain("accepts-signed");
  });

  it("fails careless receivers made mechanically", async () => {
    const receiver = open(secret);
    const fails = async ({ act }: CarelessReceiver, filters: Filters): Promise<boolean> => {
      const bail = new AbortController();
      let failed = false;
      await run({
        ...filters,
        send: sendTo(intercepted(receiver, act)),
        signal: bail.signal,
        onResult({ result, level, open }) {
          // A mistake in what the platform leaves open is shown, not failed.
          if (result !== "failed" || (level === "info" && open === undefined)) return;
          failed = true;
          bail.abort();
        },
      });
      return failed;
    };
    const isDetected = async (careless: CarelessReceiver): Promise<boolean> =>
      (await fails(careless, { only: careless.near })) || (await fails(careless, { skip: careless.near }));
    const undetected: string[] = [];
    const all = carelessReceivers(loaded.protocol, secret);
    for (const careless of all.filter((_, at) => at % stride === 0)) {
      if (!(await isDetected(careless))) undetected.push(careless.name);
    }
    expect(undetected).toEqual([]);
  }, 600_000);
});
