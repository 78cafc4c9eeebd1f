import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type Report, runSuite } from "../../../commands/conform/index.js";
import {
  acmeSubject,
  acmeSuite,
  closeAll,
  deliver,
  makeCase,
  untilClosed,
} from "../../support/commands/conform/acme-suite.js";
import { startServer } from "../../support/commands/conform/subject.js";

afterEach(closeAll);

const expectAccepted = { status: ["accepted" as const] };
const recorded = [{ inbox: { of: "a", records: 1 } }];
const restarting = makeCase("1/restart", [
  { deliver: deliver(), expect: expectAccepted },
  { restart: true, probe: recorded },
  { deliver: deliver(), expect: expectAccepted, probe: recorded },
]);
const plain = makeCase("1/plain", [{ deliver: deliver(), expect: expectAccepted }]);
const faulty = makeCase("1/faulty", [
  { fault: { inbox: true } },
  { deliver: deliver(), expect: { status: ["unavailable"] } },
]);

/** Runs the restarting case with a probe that passes everything but restarts to a real one. */
async function runWithProbe(onRestart: RequestListener): Promise<Report> {
  const subject = await acmeSubject();
  const probe = await startServer((request, response) => {
    if (request.url === "/restart") return onRestart(request, response);
    fetch(`${subject.probeUrl}${request.url}`).then(async (answer) => {
      response.writeHead(answer.status).end(await answer.text());
    });
  });
  untilClosed(probe);
  return runSuite({ suite: acmeSuite(restarting), ...subject, probeUrl: probe.url });
}

describe("a case that restarts the receiver", () => {
  it("passes if everything is still there, and the report says so", async () => {
    const report = await runSuite({ suite: acmeSuite(restarting), ...(await acmeSubject()) });
    expect(report.results).toMatchObject([{ id: "1/restart", result: "passed" }]);
    expect(report.durability).toEqual({ state: "survived" });
  });

  it("runs after all others, and its result keeps its place", async () => {
    const suite = acmeSuite(restarting, plain, faulty);
    const order: string[] = [];
    const onResult = ({ id }: { readonly id: string }) => order.push(id);
    const report = await runSuite({ suite, ...(await acmeSubject()), onResult });
    expect(order).toEqual(["1/plain", "1/faulty", "1/restart"]);
    expect(report.results.map(({ id, result }) => [id, result])).toEqual([
      ["1/restart", "passed"],
      ["1/plain", "passed"],
      ["1/faulty", "passed"],
    ]);
  });

  it("is inconclusive without a probe", async () => {
    const { probeUrl: _, ...subject } = await acmeSubject();
    const report = await runSuite({ suite: acmeSuite(restarting), ...subject });
    expect(report.results).toMatchObject([
      { result: "inconclusive", reason: "needs a probe", exchanges: [] },
    ]);
    expect(report.durability).toEqual({ state: "unchecked", reason: "no probe" });
  });

  it.each([404, 405, 501])("is inconclusive if the probe answers %i", async (status) => {
    const report = await runWithProbe((_request, response) => response.writeHead(status).end());
    expect(report.results).toMatchObject([
      { result: "inconclusive", reason: "needs a probe that can restart the receiver" },
    ]);
    expect(report.durability).toEqual({
      state: "unchecked",
      reason: "the probe can't restart the receiver",
    });
  });

  it("is inconclusive if the restart fails, with what the probe says", async () => {
    const report = await runWithProbe((_request, response) =>
      response.writeHead(500).end('{"error":"the restart failed"}'),
    );
    const reason = "the probe returns 500 for /restart, expected 204: the restart failed";
    expect(report.results).toMatchObject([{ result: "inconclusive", reason }]);
    expect(report.durability).toEqual({ state: "unchecked", reason });
  });
});
