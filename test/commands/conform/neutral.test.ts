import { afterEach, describe, expect, it } from "vitest";
import {
  type Case,
  formatReport,
  MalformedCase,
  NoCaseSelected,
  runSuite,
  type Step,
  SubjectUnreachable,
  type Suite,
} from "../../../commands/conform/index.js";
import {
  acmeSubject,
  acmeSuite,
  closeAll,
  deliver,
  forged,
  makeCase,
  thing,
  untilClosed,
} from "../../support/commands/conform/acme-suite.js";
import { startServer } from "../../support/commands/conform/subject.js";
import { application, credentials, thingEvent } from "../../support/runtime/webhook/acme.js";

afterEach(closeAll);

describe("a suite of another platform", () => {
  it("passes that platform's receiver, with its protocol's headers, statuses and fields", async () => {
    const holds = [{ at: "/owner", is: { org: "org-1", app: "app-7", stage: "live" } }];
    const suite = acmeSuite(
      makeCase("1/right", [
        {
          deliver: deliver(),
          expect: { status: ["accepted"], body: "empty" },
          probe: [
            { inbox: { of: "a", records: 1, test: false, tokenFree: true, holds } },
            { free: ["token", "secret"] },
          ],
        },
      ]),
      makeCase("1/bound", [
        { deliver: { example: { ...thing, case: "unbound" } }, expect: { status: ["unprocessable"] } },
        {
          deliver: { example: { ...thing, case: "unbound" }, bind: true, as: "b" },
          expect: { status: ["accepted"] },
        },
      ]),
      makeCase("1/required-stays-missing", [
        {
          deliver: {
            event: { ...thingEvent(), owner: { app: "app-x", stage: "stage-x" }, org: "org-x" },
            bind: true,
          },
          expect: { status: ["accepted"] },
          probe: [
            {
              inbox: { of: "a", records: 1, holds: [{ at: "/owner", is: { app: "app-7", stage: "live" } }] },
            },
          ],
        },
      ]),
      makeCase("1/late", [{ deliver: deliver({ timestamp: { offset: -70 } }), expect: { status: [403] } }]),
      makeCase("1/forged", [
        { deliver: deliver({ signature: { secret: "other" } }), expect: { status: ["unauthenticated"] } },
      ]),
      makeCase("1/nameless", [
        { deliver: deliver({ headers: [{ remove: "eventId" }] }), expect: { status: ["unprocessable"] } },
      ]),
      makeCase("1/replay", [
        { deliver: deliver(), expect: { status: [202] } },
        { repeat: 1, expect: { status: [403] } },
      ]),
      makeCase("1/hello", [
        { verify: {}, expect: { status: ["verified"], body: "challenge", json: true, timely: true } },
      ]),
      makeCase("1/down", [
        { fault: { inbox: true } },
        { deliver: deliver(), expect: { status: ["unavailable"] } },
        { fault: { inbox: false } },
        { deliver: deliver({ test: true }), expect: { status: ["accepted"] } },
      ]),
    );
    const report = await runSuite({ suite, ...(await acmeSubject()) });
    expect(report.results.map(({ id, result, reason }) => [id, result, reason])).toEqual(
      suite.cases.map(({ id }) => [id, "passed", undefined]),
    );
  });

  it("uses separate ids and resources for each case, and reuses them for a label within a case", async () => {
    const seen: string[][] = [];
    const server = await startServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      if (request.method === "POST") {
        const { meta, thing: resource } = JSON.parse(text);
        seen.push([
          meta.id,
          String(request.headers["acme-delivery"]),
          resource.id,
          String(request.headers["acme-once"]),
        ]);
      }
      response.writeHead(202).end();
    });
    untilClosed(server);
    const expectation = { status: ["accepted" as const] };
    const steps = [
      { deliver: deliver(), expect: expectation },
      { deliver: deliver(), expect: expectation },
      { deliver: deliver({ as: "b" }), expect: expectation },
    ];
    const suite = acmeSuite(makeCase("1/one", steps), makeCase("1/two", steps));
    await runSuite({ suite, ...credentials, application, url: server.url, concurrency: 1 });
    const [events, deliveries, resources, nonces] = [0, 1, 2, 3].map((column) =>
      seen.map((row) => row[column]),
    );
    expect(events?.[0]).toBe(events?.[1]);
    expect(deliveries?.[0]).toBe(deliveries?.[1]);
    expect(resources?.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => resources?.[0]));
    expect([events, deliveries, resources, nonces].map((column) => new Set(column).size)).toEqual([
      4, 4, 2, 6,
    ]);
  });
});

describe("the verdict", () => {
  const failing = (level: Case["level"]): Suite =>
    acmeSuite(
      makeCase("1/fine", [{ deliver: deliver(), expect: { status: ["accepted"] } }]),
      makeCase("1/miss", [{ deliver: deliver(), expect: { status: [418] } }], { level }),
      forged,
    );

  it.each([
    ["must", false, false],
    ["should", false, true],
    ["should", true, false],
    ["info", true, true],
  ] as const)("with a failed %s case, strict: %s, is %s", async (level, strict, conforms) => {
    const report = await runSuite({ suite: failing(level), ...(await acmeSubject()), strict });
    expect([report.conforms, report.counts.failed]).toEqual([conforms, 1]);
  });

  it("is printed with the failures, the expectations and the inconclusive cases", async () => {
    const needsEncryption = makeCase("2/sealed", [{ deliver: deliver(), expect: { status: [202] } }], {
      needs: ["encryption"],
    });
    const suite = acmeSuite(...failing("must").cases, needsEncryption);
    const subject = await acmeSubject();
    const text = formatReport(await runSuite({ suite, ...subject }));
    expect(text).toMatch(/^\S+ doesn't conform: 1 clause is broken\n2 passed, 1 failed, 1 inconclusive in/);
    expect(text).toContain(
      "1/miss (must)\n        The receiver returns 202, expected 418.\n        Rule: Because.",
    );
    expect(text).toMatch(/needs encryption .*: 1 case\n {4}2\/sealed/);
  });

  it("escapes control characters of the subject's answer", async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(500).end("\u001b[2J\nBroken (0)");
    });
    untilClosed(server);
    const suite = acmeSuite(makeCase("1/fine", [{ deliver: deliver(), expect: { status: ["accepted"] } }]));
    const text = formatReport(await runSuite({ suite, ...credentials, application, url: server.url }));
    expect(text).toContain("Response: \\x1b[2J\\x0aBroken (0)");
  });

  it("distinguishes a missing answer from a wrong one", async () => {
    const silent = await startServer((request, response) => {
      if (request.method === "GET") response.end();
      else if (request.headers["acme-topic"]) request.socket.destroy();
    });
    untilClosed(silent);
    const options = { ...credentials, application, url: silent.url };
    const cut = acmeSuite(makeCase("1/cut", [{ deliver: deliver(), expect: { status: [202] } }]));
    const mute = acmeSuite(makeCase("1/mute", [{ verify: {}, expect: { status: [203] } }]));
    expect((await runSuite({ ...options, suite: cut })).results).toMatchObject([
      {
        reason: "the receiver closes the connection without an answer",
        actual: { aspect: "answer", value: "closed" },
        exchanges: [{ noAnswer: "closed" }],
      },
    ]);
    expect((await runSuite({ ...options, suite: mute, timeoutMs: 200 })).results).toMatchObject([
      { reason: "the receiver gives no answer within 200 ms", actual: { value: "timeout" } },
    ]);
  });

  it("is inconclusive if the probe violates its contract", async () => {
    const broken = await startServer((_request, response) => {
      response.writeHead(404).end();
    });
    untilClosed(broken);
    const probe = [{ inbox: { of: "a", records: 1 } }];
    const suite = acmeSuite(makeCase("1/kept", [{ deliver: deliver(), expect: { status: [202] }, probe }]));
    const report = await runSuite({ suite, ...(await acmeSubject()), probeUrl: broken.url });
    expect(report.results[0]).toMatchObject({
      result: "inconclusive",
      reason: expect.stringContaining("returns 404"),
    });
  });
});

describe("runSuite rejects", () => {
  const suite = acmeSuite(makeCase("1/fine", [{ deliver: deliver(), expect: { status: ["accepted"] } }]));

  it("filters that match nothing, by name", async () => {
    const subject = await acmeSubject();
    await expect(runSuite({ suite, ...subject, only: ["2/*"] })).rejects.toMatchObject({ filters: ["2/*"] });
    await expect(runSuite({ suite, ...subject, skip: ["*"] })).rejects.toThrow(NoCaseSelected);
    await expect(runSuite({ suite, ...subject, only: ["1/f.ne"] })).rejects.toThrow(NoCaseSelected);
  });

  it("an unreachable subject", async () => {
    const gone = await startServer(() => {});
    await gone.close();
    const options = { suite, ...credentials, application, url: gone.url };
    await expect(runSuite(options)).rejects.toThrow(SubjectUnreachable);
  });

  it.each([
    ["an example that doesn't exist", { deliver: deliver({ example: { ...thing, case: "none" } }) }],
    ["a change of a missing member", { deliver: deliver({ change: [{ remove: "/none" }] }) }],
    [
      "a replacement of text that isn't in the body",
      { deliver: deliver({ wire: [{ replace: "none", with: "" }] }) },
    ],
    ["a header that HTTP forbids", { deliver: deliver({ headers: [{ set: "nonce", to: "a\nb" }] }) }],
    ["a repetition of a later step", { repeat: 2 }],
  ])("%s", async (_name, step) => {
    const broken = acmeSuite(makeCase("1/broken", [{ ...step, expect: { status: [202] } } as Step]));
    await expect(runSuite({ suite: broken, ...(await acmeSubject()) })).rejects.toThrow(MalformedCase);
  });
});
