import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpSend } from "../../../commands/conform/exchange/http-send.js";
import { NoAnswer } from "../../../commands/conform/exchange/send.js";
import { formatReport, type Report, type RunOptions, runSuite } from "../../../commands/conform/index.js";
import { createProbe } from "../../../runtime/probe/index.js";
import {
  createMemoryInbox,
  createMemoryNonces,
  exampleSecret,
  type JsonObject,
  type Receiver,
  toNodeListener,
} from "../../../runtime/webhook/index.js";
import { startServer } from "../../support/commands/conform/subject.js";
import { type SmallSdk, smallSdk } from "../../support/schemes/small-contract.js";

const protocol = {
  headers: { signature: "X-Sign" },
  signature: { algorithm: "hmac-sha256", content: ["body"], separator: "", prefix: "", encoding: "hex" },
  event: { id: "/id", type: "/type" },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

const application = { id: "any", environment: "any" };

type Handler = (event: JsonObject) => unknown;

const closing: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));
let sdk: SmallSdk;
beforeAll(async () => {
  sdk = await smallSdk(protocol);
});

/** A receiver that calls its handler before it answers, as many are written by hand. */
async function start(handler: Handler) {
  const probe = createProbe({
    enabled: true,
    application: application.id,
    inbox: createMemoryInbox(),
    nonces: createMemoryNonces(),
  });
  const secret = exampleSecret(sdk.suite.protocol, "current");
  const receiver = sdk.createReceiver({
    secrets: [secret],
    application,
    inbox: probe.inbox,
    fallback: () => {},
    logger: false,
    onFault: () => {},
  });
  const handle = probe.handlers(async (event: JsonObject, _context: unknown) => handler(event));
  const answer: Receiver["answer"] = async (request) => {
    const body = Buffer.from((await request.readBody(2 ** 24)) ?? []);
    const got = await receiver.answer({ ...request, header: request.header, readBody: () => body });
    if (got.status !== 204) return got;
    const event = JSON.parse(body.toString("utf8")) as JsonObject;
    try {
      await handle(event, { record: { eventId: event.id } });
      return got;
    } catch {
      return { status: 500, headers: {}, body: "" };
    }
  };
  const servers = await Promise.all([startServer(toNodeListener({ answer })), startServer(probe.listener)]);
  closing.push(...servers.map(({ close }) => close), () => receiver.close());
  const [{ url }, { url: probeUrl }] = servers;
  return { url: `${url}/hook`, probeUrl, secrets: [secret], verificationToken: "" };
}

const run = (
  subject: Awaited<ReturnType<typeof start>>,
  options: Partial<RunOptions> = {},
): Promise<Report> =>
  runSuite({
    suite: sdk.suite,
    ...subject,
    application,
    only: ["protocol/signature/*", "protocol/near/altered-body/*", "protocol/duplicates/*", "/note.made/*"],
    settleMs: 50,
    ...options,
  });

const place = /at test\/commands\/conform\/probe-troubles\.test\.ts:\d+/;

describe("an exception of a handler", () => {
  it("is told with its place before what is guessed", async () => {
    let calls = 0;
    const subject = await start(() => {
      if (++calls === 2) throw new TypeError("no such note");
    });
    const report = await run(subject, { concurrency: 1 });
    const failed = report.results.filter(({ result }) => result === "failed");
    expect(failed).toHaveLength(1);
    expect(failed[0]?.reason).toMatch(
      /^the receiver returns 500, expected 204; your handler threw "TypeError: no such note" at /,
    );
    expect(failed[0]?.reason).toMatch(place);
    for (const format of ["pretty", "markdown", "html"] as const) {
      const text = formatReport(report, { format }).replaceAll(/[\\`]/g, "");
      const known = text.indexOf("no such note");
      expect(known, format).toBeGreaterThan(0);
      expect(text.indexOf("Likely cause"), format).toBeGreaterThan(known);
    }
    for (const format of ["json", "junit", "tap", "github"] as const)
      expect(formatReport(report, { format }), format).toContain("no such note");
  });

  it("is told with the number of cases if every event makes the handler throw", async () => {
    const subject = await start(() => {
      throw new TypeError("no such note");
    });
    const report = await run(subject);
    const text = formatReport(report);
    const [, count] =
      /In (\d+) of these cases, your handler threw "TypeError: no such note" at /.exec(text) ?? [];
    expect(Number(count)).toBeGreaterThan(4);
    expect(text).toMatch(place);
    expect(text.split("no such note").length).toBeLessThan(Number(count));
  });
});

describe("a probe that stops answering", () => {
  it("leaves the cases that need it inconclusive, and the others are judged", async () => {
    const subject = await start(() => {});
    const http = createHttpSend(performance.now.bind(performance));
    closing.push(async () => http.close());
    let asked = 0;
    const report = await run(subject, {
      only: [],
      concurrency: 1,
      send: async (request) => {
        if (!request.url.startsWith(subject.probeUrl)) return http.send(request);
        asked++;
        if (asked > 10) throw new NoAnswer("refused", false);
        return http.send(request);
      },
    });
    const [incident, ...others] = report.incidents ?? [];
    expect(others).toEqual([]);
    expect(incident).toMatchObject({ kind: "probe-gone", lost: 0 });
    expect(incident?.seen).toMatch(/^the probe stopped answering in or after case \S+$/);
    const lost = report.results.filter(({ reason }) => reason?.includes("doesn't answer any more"));
    expect(lost.length).toBeGreaterThan(3);
    expect(new Set(lost.map(({ result }) => result))).toEqual(new Set(["inconclusive"]));
    expect(report.results.filter(({ result }) => result === "failed")).toEqual([]);
    expect(report.counts.notRun).toBeUndefined();
    expect(report.conforms).toBe(false);
    // A call and its second chance, and no further ones.
    expect(asked).toBe(12);
  });
});
