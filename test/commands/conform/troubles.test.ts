import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { NoAnswer } from "../../../commands/conform/exchange/send.js";
import {
  formatReport,
  type Incoming,
  type Report,
  type RunOptions,
  runSuite,
  type Send,
} from "../../../commands/conform/index.js";
import { createMemoryInbox, exampleSecret, type Receiver } from "../../../runtime/webhook/index.js";
import { startVirtualTime, type VirtualTime } from "../../support/commands/conform/virtual-time.js";
import { sendTo } from "../../support/schemes/in-process.js";
import { type SmallSdk, smallSdk } from "../../support/schemes/small-contract.js";

/** As most platforms have it: any success, and any refusal. */
const protocol = {
  headers: { signature: "X-Sign" },
  signature: {
    algorithm: "hmac-sha256",
    content: ["body"],
    separator: "",
    prefix: "sha256=",
    encoding: "hex",
  },
  event: { id: "/id", type: "/type" },
  responses: {
    accepted: "2XX",
    unauthenticated: "other",
    unprocessable: "unspecified",
    unavailable: "other",
  },
};

let sdk: SmallSdk;
let secret: string;
let receiver: Receiver;
let time: VirtualTime;
beforeAll(async () => {
  sdk = await smallSdk(protocol);
  secret = exampleSecret(sdk.suite.protocol, "current");
  receiver = sdk.createReceiver({
    secrets: [secret],
    inbox: createMemoryInbox(),
    fallback: () => {},
    logger: false,
    onFault: () => {},
  });
});
afterAll(() => receiver.close());
afterEach(() => time.stop());

/** What stands between the suite and the receiver; it may wait. */
type Trouble = (send: Send, time: VirtualTime) => Send;

function run(trouble: Trouble, options: Partial<RunOptions> = {}): Promise<Report> {
  time = startVirtualTime();
  return runSuite({
    suite: sdk.suite,
    url: "http://receiver.test/hook",
    application: { id: "any", environment: "any" },
    secrets: [secret],
    verificationToken: "",
    send: trouble(sendTo(receiver), time),
    ...time,
    ...options,
  });
}

const results = (report: Report, result: string) => report.results.filter((each) => each.result === result);

/** The cases that say nothing because of what happened to the run. */
const unreached = (report: Report) =>
  report.results.filter(({ reason = "" }) => reason.startsWith("not run: "));

/** Answers deliveries that the receiver refuses in another way. */
const refusing =
  (refuse: (answer: Incoming) => Incoming): Trouble =>
  (send) =>
  async (request) => {
    const answer = await send(request);
    if (request.method !== "POST" || answer.status < 400) return answer;
    return refuse(answer);
  };

const crash: Trouble = refusing((answer) => ({ ...answer, status: 500 }));
const hangUp: Trouble = refusing(() => {
  throw new NoAnswer("closed", false);
});

/** Is healthy for that many requests. */
const healthyFor =
  (count: number, then: (method: string) => Incoming): Trouble =>
  (send) => {
    let seen = 0;
    return async (request) => {
      seen++;
      return seen > count ? then(request.method) : send(request);
    };
  };

const answer = (status: number): Incoming => ({
  status,
  headers: [],
  body: new Uint8Array(),
  firstByteMs: 0,
  elapsedMs: 0,
});

describe("a receiver that refuses by a crash, where any refusal is right", () => {
  it.each([
    ["answers 500", crash, "refuses by an error, 500"],
    ["closes the connection", hangUp, "closes the connection without an answer"],
  ])("should not, but conforms (%s)", async (_how, trouble, reason) => {
    const report = await run(trouble);
    const failed = results(report, "failed").filter(({ level }) => level !== "info");
    expect(failed.length).toBeGreaterThan(10);
    expect(new Set(failed.map(({ level, refused }) => `${level} ${refused}`))).toEqual(
      new Set(["should true"]),
    );
    expect(failed[0]?.reason).toContain(`the receiver ${reason}`);
    expect(report.incidents).toBeUndefined();
    expect(report.conforms).toBe(true);
    expect(formatReport(report)).not.toMatch(/instead of any status|expected any status/);
  });

  it("doesn't conform strictly", async () => {
    const report = await run(crash, { strict: true });
    expect(report.conforms).toBe(false);
  });
});

describe("a receiver that at some time", () => {
  it.each([
    [429, "A rate limit probably applies"],
    [401, "the receiver's configuration changed"],
    [503, "its log says why"],
  ])("answers %i to everything isn't blamed in each later case", async (status, advice) => {
    const report = await run(healthyFor(40, (method) => answer(method === "POST" ? status : 405)));
    const [incident, ...others] = report.incidents ?? [];
    expect(others).toEqual([]);
    expect(incident).toMatchObject({ kind: "refuses", lost: unreached(report).length });
    expect(incident?.seen).toContain(`answers ${status} to every delivery`);
    expect(incident?.advice).toContain(advice);
    expect(incident?.lost).toBeGreaterThan(50);
    expect(results(report, "failed").filter(({ level }) => level === "must")).toEqual([]);
    expect(report.conforms).toBe(false);
  });

  it("can't be reached since this machine has no more connections says nothing about it", async () => {
    const report = await run(
      healthyFor(40, () => {
        throw new NoAnswer("exhausted", false);
      }),
    );
    expect(report.incidents).toMatchObject([{ kind: "exhausted", lost: report.counts.notRun }]);
    expect(results(report, "failed").filter(({ level }) => level === "must")).toEqual([]);
    const text = formatReport(report);
    expect(text).toContain("isn't shown to conform");
    expect(text).toContain("This says nothing about the receiver. --concurrency 1 needs fewer connections");
  });

  it("doesn't answer some requests gets its verdict, since the later ones have less time", async () => {
    const waits: number[] = [];
    const report = await run((send, { sleep }) => {
      return async (request) => {
        const got = await send(request);
        if (request.method !== "POST" || got.status < 400) return got;
        waits.push(request.timeoutMs);
        await sleep(request.timeoutMs);
        throw new NoAnswer("timeout", false);
      };
    });
    expect(waits[0]).toBe(10_000);
    expect(waits.at(-1)).toBe(1000);
    const [incident] = report.incidents ?? [];
    expect(incident).toMatchObject({ kind: "hurried", lost: 0 });
    expect(incident?.seen).toMatch(/^\d+ requests got no answer in time$/);
    expect(incident?.advice).toContain("which had 10 s, the others had 1 s");
    expect(report.counts.notRun).toBeUndefined();
  });
});

describe("a receiver that takes six seconds for each answer", () => {
  it("gets its verdict within a minute, with one case of each kind", async () => {
    const report = await run((send, { sleep }) => async (request) => {
      const got = await send(request);
      await sleep(6000);
      return { ...got, firstByteMs: 6000, elapsedMs: 6000 };
    });
    expect(report.durationMs).toBeLessThan(60_000);
    const [incident] = report.incidents ?? [];
    expect(incident).toMatchObject({ kind: "slow", lost: report.counts.notRun });
    expect(incident?.seen).toContain("each answer takes 6 s; the protocol names no limit;");
    expect(incident?.advice).toContain("--budget TIME allows more");
    expect(report.unproven).toEqual([]);
    expect(results(report, "failed").filter(({ level }) => level === "must")).toEqual([]);
    expect(formatReport(report)).toMatch(/isn't shown to conform: each answer takes 6 s/);
  });
});
