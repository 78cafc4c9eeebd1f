import { afterEach, describe, expect, it } from "vitest";
import {
  formatReport,
  type Report,
  type RunOptions,
  runSuite,
  type Step,
} from "../../../commands/conform/index.js";
import { caseProofs } from "../../../commands/conform/subject.js";
import type { Delivery } from "../../../commands/conform/suite/delivery.js";
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
const refused = { status: ["unauthenticated" as const] };
const fine = makeCase("1/fine", [{ deliver: deliver(), expect: accepted }]);
const unsigned = makeCase("1/unsigned", [
  { deliver: deliver({ headers: [{ remove: "signature" }] }), expect: refused },
]);

async function answering(status: number): Promise<Omit<RunOptions, "suite">> {
  const server = await startServer((request, response) => {
    request.resume().on("end", () => response.writeHead(status).end());
  });
  return { ...credentials, application, ...untilClosed(server) };
}

const verdict = (report: Report): string => formatReport(report).split("\n")[0]?.replace(/^\S+ /, "") ?? "";

describe("a receiver isn't shown to conform", () => {
  it("by a suite without a forged delivery", async () => {
    const report = await runSuite({ suite: acmeSuite(fine, unsigned), ...(await acmeSubject()) });
    expect(report).toMatchObject({ conforms: false, unproven: ["refuses-forged"], counts: { failed: 0 } });
    expect(verdict(report)).toBe("isn't shown to conform: no forged delivery was refused");
  });

  it("by a suite without a valid delivery", async () => {
    const report = await runSuite({ suite: acmeSuite(forged), ...(await acmeSubject()) });
    expect(verdict(report)).toBe("isn't shown to conform: no correctly signed delivery was accepted");
  });

  it("if the deciding case is inconclusive", async () => {
    const sealed = { ...forged, needs: ["encryption" as const] };
    const report = await runSuite({ suite: acmeSuite(fine, sealed), ...(await acmeSubject()) });
    expect([report.conforms, report.unproven]).toEqual([false, ["refuses-forged"]]);
  });

  it.each([
    [202, "0/forged", ["refuses-forged"]],
    [403, "1/fine", ["accepts-signed"]],
  ])(
    "by answering %i to everything, even if the failed case is a known failure",
    async (status, known, unproven) => {
      const report = await runSuite({
        suite: acmeSuite(fine, forged),
        ...credentials,
        ...(await answering(status)),
        knownFailures: [known],
      });
      expect([report.conforms, report.unproven]).toEqual([false, unproven]);
    },
  );
});

describe("a partial run", () => {
  const suite = acmeSuite(
    fine,
    forged,
    makeCase("2/miss", [{ deliver: deliver(), expect: { status: [418] } }]),
  );
  const run = async (...only: string[]): Promise<Report> =>
    runSuite({ suite, ...(await acmeSubject()), only });

  it("says so, and how many cases it has run", async () => {
    const report = await run("1/*", "0/*");
    expect(report).toMatchObject({ conforms: true, partial: { selected: 2, of: 3 } });
    expect(verdict(report)).toMatch(/^conforms in the selected cases \(partial run: 2 of 3 cases\); /);
  });

  it("says what it doesn't show", async () => {
    const report = await run("1/*");
    expect(report.conforms).toBe(false);
    expect(verdict(report)).toBe(
      "passes the selected cases, but isn't shown to conform: no forged delivery was refused (partial run: 1 of 3 cases)",
    );
  });

  it("fails if a selected case fails", async () => {
    expect(verdict(await run("2/*"))).toBe("doesn't conform: 1 clause is broken (partial run: 1 of 3 cases)");
  });

  it("isn't partial if the filters select everything", async () => {
    expect((await run("*")).partial).toBeUndefined();
  });
});

describe("a case shows", () => {
  const of = (delivery: Partial<Delivery>, expect: { readonly status: readonly never[] } | object): Step =>
    ({ deliver: deliver(delivery), expect }) as Step;

  it.each<[string, Step, readonly string[]]>([
    ["that signed deliveries are accepted", of({}, accepted), ["accepts-signed"]],
    [
      "the same with the previous secret",
      of({ signature: { secret: "previous" } }, accepted),
      ["accepts-signed"],
    ],
    ["that another secret is refused", of({ signature: { secret: "other" } }, refused), ["refuses-forged"]],
    ["that an altered body is refused", of({ wire: [{ append: " " }] }, refused), ["refuses-forged"]],
    ["nothing with a missing signature", of({ headers: [{ remove: "signature" }] }, refused), []],
    ["nothing with a malformed signature", of({ signature: { digits: 3 } }, refused), []],
    ["nothing if any answer is allowed", of({}, { status: ["accepted", 401] }), []],
    ["nothing if a forgery may be accepted", of({ wire: [{ append: " " }] }, { status: [200, 401] }), []],
  ])("%s", (_name, step, shown) => {
    expect(caseProofs({ steps: [step] })).toEqual(shown);
  });
});
