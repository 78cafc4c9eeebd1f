import type { RequestListener } from "node:http";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  type CaseResult,
  globMatcher,
  type Incoming,
  runSuite,
  type Step,
  UnknownCase,
} from "../../../commands/conform/index.js";
import {
  acmeSubject,
  acmeSuite,
  closeAll,
  deliver,
  forged,
  makeCase,
  untilClosed,
} from "../../support/commands/conform/acme-suite.js";
import { startServer } from "../../support/commands/conform/subject.js";
import { application, credentials } from "../../support/runtime/webhook/acme.js";

afterEach(closeAll);

const accepted = { status: ["accepted" as const] };
const fine = makeCase("1/fine", [{ deliver: deliver(), expect: accepted }]);
const miss = makeCase("1/miss", [{ deliver: deliver(), expect: { status: [418] } }], { cause: "No teapot." });
const version = (n: number): object => ({ change: [{ set: "/thing/rev", to: n }] });

/** The result of a suite with one case. */
async function runSteps(
  steps: readonly Step[],
  listener?: RequestListener,
  settleMs?: number,
): Promise<CaseResult> {
  const subject = listener
    ? { ...credentials, application, url: untilClosed(await startServer(listener)).url }
    : await acmeSubject();
  const suite = acmeSuite(makeCase("1/one", steps));
  const [result] = (await runSuite({ suite, ...subject, settleMs })).results;
  return result as CaseResult;
}

describe("known failures", () => {
  const run = async (...knownFailures: string[]) =>
    runSuite({ suite: acmeSuite(fine, miss, forged), ...(await acmeSubject()), knownFailures });

  it("are run, and don't fail the run if they fail", async () => {
    const report = await run("1/miss");
    expect(report).toMatchObject({
      conforms: true,
      counts: { passed: 2, failed: 1 },
      knownFailures: { failed: ["1/miss"], passed: [] },
    });
    expect(report.results[1]).toMatchObject({ result: "failed", known: true });
  });

  it("fail the run if they pass", async () => {
    expect(await run("1/miss", "1/fine")).toMatchObject({
      conforms: false,
      knownFailures: { failed: ["1/miss"], passed: ["1/fine"] },
    });
  });

  it("are refused if the suite has no such case", async () => {
    await expect(run("1/gone")).rejects.toEqual(new UnknownCase(["1/gone"]));
  });
});

describe("a report", () => {
  it("contains what was expected and received, the likely cause, and the exchange", async () => {
    const report = await runSuite({ suite: acmeSuite(fine, miss), ...(await acmeSubject()) });
    expect(report.results[1]).toMatchObject({
      id: "1/miss",
      step: 1,
      expected: { aspect: "status", value: [418], text: "418" },
      actual: { aspect: "status", value: 202, text: "202" },
      reason: "the receiver returns 202, expected 418",
      likelyCause: "No teapot.",
    });
    const [exchange] = report.results[1]?.exchanges ?? [];
    expect(exchange).toMatchObject({ step: 1, wanted: [418], response: { status: 202, bodyBytes: 0 } });
    expect(exchange?.request.headers).toContainEqual(["Acme-Topic", "acme.thing"]);
    expect(exchange?.request.body).toContain('"pass":"***"');
    expect(report.levels.must).toEqual({ passed: 1, failed: 1, inconclusive: 0 });
    expect(report.subject).toEqual({
      application: { id: "app-7", organization: "org-1", environment: "live", product: undefined },
      encryption: false,
      previousSecret: false,
      probe: true,
      callbacks: true,
    });
    expect(report.timing.toleranceMs).toBeGreaterThanOrEqual(100);
  });

  it("states whether each clause is kept, broken, untried or unobservable", async () => {
    const clause = { section: "§1", level: "must" as const, text: "A rule." };
    const suite = {
      ...acmeSuite(fine, miss, makeCase("2/sealed", fine.steps, { needs: ["encryption"] })),
      clauses: [
        { ...clause, id: "1-kept", positive: ["1/fine"], negative: ["1/f*"] },
        { ...clause, id: "1-broken", positive: ["1/fine"], negative: ["1/miss"] },
        { ...clause, id: "2-untried", positive: ["2/*"] },
        { ...clause, id: "3-unseen", note: "It is elsewhere." },
      ],
    };
    const { coverage } = await runSuite({ suite, ...(await acmeSubject()) });
    expect(coverage.clauses.map(({ id, state, note }) => [id, state, note])).toEqual([
      ["1-kept", "kept", undefined],
      ["1-broken", "broken", undefined],
      ["2-untried", "untried", "needs encryption"],
      ["3-unseen", "unobservable", "It is elsewhere."],
    ]);
    expect(coverage.clauses[1]).toMatchObject({ positive: ["1/fine"], negative: ["1/miss"] });
  });

  it("prefers a likely cause derived from the answer to that of the case", async () => {
    const listener: RequestListener = (request, response) => {
      request.resume();
      response.writeHead(302, { location: "/elsewhere" }).end();
    };
    const result = await runSteps([{ deliver: deliver(), expect: accepted }], listener);
    expect(result.likelyCause).toContain("redirects");
  });
});

describe("simultaneous requests", () => {
  it("of one delivery have the same bytes or are separate attempts, as requested", async () => {
    const nonces: unknown[] = [];
    const listener: RequestListener = (request, response) => {
      if (request.method === "POST") nonces.push(request.headers["acme-once"]);
      request.resume().on("end", () => response.writeHead(202).end());
    };
    const together = { deliver: [deliver()], times: 4 };
    await runSteps([{ together: { ...together, alike: true }, expect: accepted }], listener);
    expect([nonces.length, new Set(nonces).size]).toEqual([4, 1]);
    await runSteps([{ together, expect: accepted }], listener);
    expect([nonces.length, new Set(nonces).size]).toEqual([8, 5]);
  });

  it("are counted by their answers", async () => {
    const step = {
      together: { deliver: [deliver()], times: 5, alike: true },
      expect: { status: ["accepted" as const, "unauthenticated" as const] },
    };
    const once = { status: ["accepted" as const], times: 1 };
    expect(await runSteps([{ ...step, exactly: once }])).toMatchObject({ result: "passed" });
    expect(await runSteps([{ ...step, exactly: { ...once, times: 2 } }])).toMatchObject({
      result: "failed",
      expected: { value: { status: [202], times: 2 } },
      actual: { value: { times: 1 } },
      exchanges: { length: 5 },
    });
  });
});

describe("answers that must be identical", () => {
  const steps: Step[] = [
    { deliver: deliver({ token: "other" }), expect: { status: [403] } },
    { deliver: deliver({ token: "missing" }), expect: { status: [403], sameAs: 1 } },
  ];

  it("pass if they are, and fail if their bodies differ", async () => {
    expect(await runSteps(steps)).toMatchObject({ result: "passed" });
    let count = 0;
    const listener: RequestListener = (request, response) => {
      request.resume().on("end", () => response.writeHead(403).end(`fault ${count++}`));
    };
    expect(await runSteps(steps, listener)).toMatchObject({
      result: "failed",
      step: 2,
      expected: { aspect: "same" },
      reason: expect.stringContaining("differently than in step 1"),
    });
  });
});

describe("the probe", () => {
  it("is polled for a resource until it has the version", async () => {
    const steps: Step[] = [
      { deliver: deliver(version(1)), expect: accepted, probe: [{ resource: { applied: 1, pending: [] } }] },
      {
        deliver: deliver({ as: "b", ...version(4) }),
        expect: accepted,
        probe: [{ resource: { applied: 1, pending: [4] } }],
      },
    ];
    expect(await runSteps(steps)).toMatchObject({ result: "passed" });
  });

  it("fails a case at the time limit, and reports the resource's version", async () => {
    const probe = [{ resource: { applied: 2, pending: [] } }];
    const result = await runSteps(
      [{ deliver: deliver(version(1)), expect: accepted, probe }],
      undefined,
      1_000,
    );
    expect(result).toMatchObject({
      result: "failed",
      expected: { aspect: "resource", value: { applied: 2, pending: [] } },
      actual: { value: { applied: 1, pending: [] } },
      reason:
        "the receiver holds the resource at version 1, nothing pending, expected version 2, nothing pending",
    });
  });

  it("isn't searched for a credential that is too short to be distinctive", async () => {
    const steps: Step[] = [{ deliver: deliver(), expect: accepted, probe: [{ free: ["token"] }] }];
    const suite = acmeSuite(makeCase("1/one", steps));
    const short = { ...(await acmeSubject()), verificationToken: "open" };
    const only = await runSuite({ suite, ...short });
    expect(only.results[0]).toMatchObject({ result: "failed", reason: expect.stringContaining("403") });
    const kept = await runSuite({ suite, ...(await acmeSubject()) });
    expect(kept.results[0]).toMatchObject({ result: "passed" });
  });
});

describe("the time limit", () => {
  /** Answers immediately, with the given elapsed time. */
  const answerAfter =
    (elapsedMs: number, status = 203) =>
    async (request: { method: string; body: Uint8Array }): Promise<Incoming> => {
      const echo = request.method === "GET" ? "" : JSON.parse(Buffer.from(request.body).toString()).echo;
      const body = Buffer.from(JSON.stringify({ echo }));
      const ms = request.method === "GET" ? 400 : elapsedMs;
      return {
        status,
        headers: [["content-type", "application/json"]],
        body,
        firstByteMs: ms,
        elapsedMs: ms,
      };
    };
  const suite = acmeSuite(
    makeCase("1/one", [{ verify: {}, expect: { status: ["verified"], timely: true } }]),
  );
  const subject = { suite, ...credentials, application, url: "http://subject.test/" };

  it("is extended by the round-trip time, which the report states", async () => {
    const slowNetwork = await runSuite({ ...subject, send: answerAfter(3_100) });
    expect(slowNetwork).toMatchObject({
      counts: { failed: 0 },
      timing: { roundTripMs: 400, toleranceMs: 1200 },
    });
  });

  it("fails a case whose answer takes longer", async () => {
    const late = await runSuite({ ...subject, send: answerAfter(3_300) });
    expect(late.results[0]).toMatchObject({
      result: "failed",
      expected: { aspect: "time", value: 2000 },
      actual: { value: 3300 },
      likelyCause: expect.stringContaining("Slow work"),
    });
  });
});

describe("a connection closed between two requests", () => {
  it("restarts the case, since the receiver may have received the request", async () => {
    const eventIds: unknown[] = [];
    const listener: RequestListener = (request, response) => {
      if (request.method === "POST") eventIds.push(request.headers["acme-id"]);
      // Closes a kept-alive connection just as the next request arrives on it.
      if (request.method === "POST" && eventIds.length === 1) request.socket.destroy();
      else request.resume().on("end", () => response.writeHead(202).end());
    };
    const result = await runSteps([{ deliver: deliver(), expect: accepted }], listener);
    expect(result).toMatchObject({ result: "passed", exchanges: { length: 1 } });
    expect(new Set(eventIds).size).toBe(2);
  });
});

describe("globs", () => {
  it("match any text with *, one character with ?, and all other characters literally", () => {
    expect(["6.3/a", "6.3/b", "6x3/a"].filter(globMatcher("6.3/*"))).toEqual(["6.3/a", "6.3/b"]);
    expect(["ab", "abc", "a"].filter(globMatcher("a?"))).toEqual(["ab"]);
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: "binary" }), (id, rest) => {
        const plain = id.replace(/[*?]/g, "x");
        expect(globMatcher(plain)(plain)).toBe(true);
        expect(globMatcher(`${plain}*`)(plain + rest)).toBe(true);
        expect(globMatcher(plain)(`${plain}.`)).toBe(false);
      }),
    );
  });
});
