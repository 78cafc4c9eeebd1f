import { afterEach, describe, expect, it } from "vitest";
import { type Report, runSuite } from "../../conformance/index.js";
import type { Credentials } from "../../runtime/webhook/index.js";
import { protocol, suite, validate } from "./platform.js";
import { type RunningSubject, startReceiver, startServer } from "./subject.js";

const plain: Credentials = {
  secrets: ["signing-4f1d", "signing-77c0"],
  verificationToken: "verification-9b3a",
};
const encrypted: Credentials = { ...plain, encryptKey: "encryption-e2d5" };
const application = {
  id: "app_mine",
  organization: "org_mine",
  environment: "sandbox",
  product: "product_mine",
};

const running: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ close }) => close()));
});

async function receiver(credentials: Credentials): Promise<RunningSubject> {
  const subject = await startReceiver({ protocol, validate, application, credentials });
  running.push(subject);
  return subject;
}

const ids = (report: Report, result: string): string[] =>
  report.results.filter((each) => each.result === result).map(({ id, reason }) => `${id}: ${reason ?? ""}`);

const needsEncryption = suite.cases.filter(({ needs }) => needs?.includes("encryption")).length;
const needsPlaintext = suite.cases.filter(({ needs }) => needs?.includes("plaintext")).length;

describe("the platform's suite", () => {
  it.each([
    ["plaintext", plain, needsEncryption],
    ["encrypted", encrypted, needsPlaintext],
  ])("passes this library's receiver, %s", async (_name, credentials, otherMode) => {
    const report = await runSuite({ suite, ...(await receiver(credentials)), strict: true });
    expect(ids(report, "failed")).toEqual([]);
    // Inconclusive: the cases of the other mode, and the one for a receiver in production.
    expect(report.counts).toEqual({
      passed: suite.cases.length - otherMode - 1,
      failed: 0,
      inconclusive: otherMode + 1,
    });
    expect(report.conforms).toBe(true);
  });

  it("fails one that accepts everything on every case that wants a refusal", async () => {
    const accepting = await startServer((request, response) => {
      request.resume().on("end", () => response.writeHead(204).end());
    });
    running.push(accepting);
    const report = await runSuite({ suite, ...plain, application, url: accepting.url });
    expect(report.conforms).toBe(false);
    const refusing = suite.cases.filter(({ steps, needs, id }) => {
      const refused = steps.some((step) => "expect" in step && !step.expect.status.includes("accepted"));
      const observable = steps.every((step) => !("fault" in step)) && !needs?.includes("encryption");
      return refused && observable && id !== "6.3.5/sandbox-in-production";
    });
    expect(report.results.filter(({ result }) => result === "failed").map(({ id }) => id)).toEqual(
      refusing.map(({ id }) => id),
    );
  });

  it.each([401, 422, 500])("fails one that answers everything with %i", async (status) => {
    const refusing = await startServer((request, response) => {
      request.resume().on("end", () => response.writeHead(status).end());
    });
    running.push(refusing);
    const report = await runSuite({ suite, ...plain, application, url: refusing.url });
    expect(report.conforms).toBe(false);
    expect(ids(report, "failed")).toEqual(
      expect.arrayContaining([expect.stringContaining("6.3.1/complete")]),
    );
  });

  it("holds cases that need a probe inconclusive without one", async () => {
    const { probeUrl: _, ...subject } = await receiver(plain);
    const report = await runSuite({ suite, ...subject, only: ["6.3.6/*"] });
    expect(report.counts.failed + report.counts.passed).toBe(0);
    expect(new Set(report.results.map(({ reason }) => reason))).toEqual(new Set(["needs a probe"]));
    expect(report.conforms).toBe(false);
  });

  it("never shows a credential in its report", async () => {
    const report = JSON.stringify(await runSuite({ suite, ...(await receiver(plain)) }));
    expect(report).toContain("6.3.1/complete");
    expect([...plain.secrets, plain.verificationToken].filter((secret) => report.includes(secret))).toEqual(
      [],
    );
  });
});
