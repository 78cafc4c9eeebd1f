import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  formatReport,
  type Report,
  type RunOptions,
  runSuite,
  type Send,
} from "../../../commands/conform/index.js";
import type { NonceStore, Receiver } from "../../../runtime/webhook/index.js";
import { createMemoryInbox, exampleSecret } from "../../../runtime/webhook/index.js";
import { sendTo } from "../../support/schemes/in-process.js";
import { type SmallSdk, smallSdk } from "../../support/schemes/small-contract.js";

const protocol = {
  headers: { timestamp: "X-Time", nonce: "X-Nonce", signature: "X-Sign" },
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: ".",
    prefix: "",
    encoding: "hex",
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  event: { id: "/id", type: "/type" },
  rules: { replay: { source: { url: "https://platform.example/nonces", says: "A nonce is used once." } } },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

const place = "protocol/near/nonce-store";
const minuteLater = `${place}/minute-later`;

/** A clock that only a wait moves. */
function fakeTime() {
  let ms = Date.UTC(2026, 0, 31, 12);
  const began = ms;
  return {
    now: () => ms,
    clock: () => ms - began,
    async sleep(wait: number) {
      ms += wait;
    },
  };
}

type Keeping = (facts: { readonly now: () => number }) => NonceStore;

/** Remembers each nonce for some time. */
const forSeconds =
  (seconds: number): Keeping =>
  ({ now }) => {
    const ends = new Map<string, number>();
    return {
      reserve(_application, nonce) {
        if ((ends.get(nonce) ?? 0) > now()) return false;
        ends.set(nonce, now() + seconds * 1000);
        return true;
      },
    };
  };

/** Remembers that many nonces. */
const latest =
  (most: number): Keeping =>
  () => {
    const known = new Set<string>();
    return {
      reserve(_application, nonce) {
        if (known.has(nonce)) return false;
        known.add(nonce);
        for (const each of known) if (known.size > most) known.delete(each);
        return true;
      },
    };
  };

let sdk: SmallSdk;
const running: Receiver[] = [];
beforeAll(async () => {
  sdk = await smallSdk(protocol);
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.close()));
});

interface Run {
  readonly report: Report;
  /** How long the run took on its own clock, in seconds. */
  readonly seconds: number;
}

async function run(
  keeping: Keeping,
  { between = (send) => send, ...options }: Partial<RunOptions> & { between?: (send: Send) => Send } = {},
): Promise<Run> {
  const time = fakeTime();
  const secret = exampleSecret(sdk.suite.protocol, "current");
  const receiver = sdk.createReceiver({
    secrets: [secret],
    nonces: keeping(time),
    inbox: createMemoryInbox(),
    now: time.now,
    application: { id: "any", environment: "any" },
    fallback: () => {},
    logger: false,
    onFault: () => {},
  });
  running.push(receiver);
  const report = await runSuite({
    suite: sdk.suite,
    url: "http://receiver.test/hook",
    application: { id: "any", environment: "any" },
    secrets: [secret],
    verificationToken: "",
    only: [`${place}/*`, "protocol/signature/*", "protocol/nonce/*"],
    // So that the fake clock moves for one case at a time.
    concurrency: 1,
    send: between(sendTo(receiver)),
    ...time,
    ...options,
  });
  return { report, seconds: time.clock() / 1000 };
}

const failed = ({ results }: Report): readonly string[] =>
  results.filter(({ result }) => result === "failed").map(({ id }) => id);

describe("cases that wait", () => {
  it("pass a receiver that keeps nonces, and all wait at the same time", async () => {
    const { report, seconds } = await run(forSeconds(600), { slow: true });
    expect(failed(report)).toEqual([]);
    expect(report.results.find(({ id }) => id === minuteLater)?.result).toBe("passed");
    expect(seconds).toBeGreaterThanOrEqual(61);
    expect(seconds).toBeLessThan(63);
  });

  it("detect with `slow` that a nonce is forgotten after half a minute", async () => {
    const { report } = await run(forSeconds(30), { slow: true });
    expect(failed(report)).toEqual([minuteLater]);
    expect(report.conforms).toBe(false);
    const text = formatReport(report);
    expect(text).toContain("Likely cause: It is probably forgotten within a minute.");
    expect(text).toContain(`--only ${minuteLater} --application any --environment any --slow`);
  });

  it("say without `slow` that this wasn't tried, and how to try it", async () => {
    const { report, seconds } = await run(forSeconds(30));
    expect(failed(report)).toEqual([]);
    expect(report.results.find(({ id }) => id === minuteLater)).toMatchObject({
      result: "inconclusive",
      reason: "needs a slow run",
    });
    expect(formatReport(report)).toContain("needs a slow run (--slow; it waits for a minute): 1 case");
    expect(seconds).toBeLessThan(5);
  });

  it("detect without `slow` that a nonce is forgotten within a second or two", async () => {
    const { report } = await run(forSeconds(1));
    // A thousand others take longer than that, too.
    expect(failed(report)).toEqual([`${place}/seconds-later`, `${place}/after-thousand`]);
  });

  it("detect that only the latest thousand are remembered", async () => {
    const { report } = await run(latest(1000));
    expect(failed(report)).toEqual([`${place}/after-thousand`]);
  });

  it("are inconclusive if the receiver doesn't accept what should come between", async () => {
    let accepted = 0;
    const { report } = await run(forSeconds(600), {
      between: (send) => async (request) => {
        const answer = await send(request);
        if (answer.status !== 204) return answer;
        accepted++;
        return accepted > 300 ? { ...answer, status: 429 } : answer;
      },
    });
    expect(report.results.find(({ id }) => id === `${place}/after-thousand`)).toMatchObject({
      result: "inconclusive",
      reason: "needs 1200 other deliveries that the receiver accepts",
    });
  });
});
