import { afterEach, describe, expect, it } from "vitest";
import { probeAt } from "../../../commands/conform/exchange/probe.js";
import { defaultMaxAnswerBytes } from "../../../commands/conform/exchange/send.js";
import { createHttpSend, runSuite } from "../../../commands/conform/index.js";
import {
  acmeSuite,
  closeAll,
  deliver,
  makeCase,
  untilClosed,
} from "../../support/commands/conform/acme-suite.js";
import { startServer } from "../../support/commands/conform/subject.js";
import { startEndlessServer } from "../../support/runtime/http/endless-server.js";
import { application, credentials } from "../../support/runtime/webhook/acme.js";

afterEach(closeAll);

const fine = makeCase("1/fine", [{ deliver: deliver(), expect: { status: ["accepted"] } }]);

describe("an answer that is too large", () => {
  const piece = Buffer.alloc(64 * 1024, " ");
  const inFlight = 16 * 1024 ** 2;

  it("fails its case with the limit, is cut off, and isn't kept", async () => {
    await using server = await startEndlessServer({ piece, onlyPost: true });
    const suite = acmeSuite(fine);
    const { results } = await runSuite({ suite, ...credentials, application, url: server.origin });
    expect(results[0]).toMatchObject({
      result: "failed",
      reason: "the receiver answers with more than 131072 bytes",
      actual: { aspect: "answer", value: "too-large", text: "more than 131072 bytes" },
      exchanges: [{ noAnswer: "too-large" }],
    });
    expect(await server.closed).toBe("early");
    expect(server.written()).toBeLessThan(defaultMaxAnswerBytes + inFlight);
    expect(JSON.stringify(results).length).toBeLessThan(20_000);
  });

  it("refuses by an error, if that is its status", async () => {
    const page = Buffer.alloc(defaultMaxAnswerBytes + 1, " ");
    const { url } = untilClosed(
      await startServer((request, response) => {
        request.resume();
        response
          .writeHead(request.method === "POST" ? 500 : 404)
          .end(page.subarray(request.method === "POST" ? 0 : -1));
      }),
    );
    const other = makeCase("1/forged", [
      { deliver: { ...deliver(), signature: { secret: "other" } }, expect: { status: ["unauthenticated"] } },
    ]);
    const suite = acmeSuite(fine, other);
    const responses = { ...suite.protocol.responses, allowed: { unauthenticated: "other" as const } };
    const { results } = await runSuite({
      suite: { ...suite, protocol: { ...suite.protocol, responses } },
      ...credentials,
      application,
      url,
    });
    const text = "an error of more than 131072 bytes";
    const actual = { aspect: "answer", value: "error-page", text };
    expect(results).toMatchObject([
      { id: "1/fine", result: "failed", level: "must", actual },
      { id: "1/forged", result: "failed", level: "should", refused: true, actual },
    ]);
    expect(results[1]?.likelyCause).toMatch(/page about it/);
  });

  it("ends the run with its own code if every answer is too large", async () => {
    await using server = await startEndlessServer({ piece });
    const subject = { ...credentials, application, url: server.origin };
    const failed = runSuite({ suite: acmeSuite(fine), ...subject, maxAnswerBytes: 1000 });
    await expect(failed).rejects.toMatchObject({ code: "answer-too-large", maxAnswerBytes: 1000 });
  });

  it("from the probe fails the probe, beyond 16 MiB", async () => {
    await using server = await startEndlessServer({ piece });
    const probe = probeAt(server.origin, { send: createHttpSend(() => 0).send, timeoutMs: 10_000 });
    await expect(probe.inbox("e")).rejects.toMatchObject({
      code: "probe-failed",
      message: `the probe at ${server.origin} answers with more than 16777216 bytes`,
    });
    expect(await server.closed).toBe("early");
  });
});
