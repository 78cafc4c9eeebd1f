import { afterEach, describe, expect, it } from "vitest";
import {
  type CaseResult,
  expandCases,
  type Report,
  type RunOptions,
  runSuite,
} from "../../../commands/conform/index.js";
import { events } from "../../../generated/events/receiver.js";
import { validateEvent } from "../../../generated/validators/events.js";
import type { Credentials, EventValidator, JsonObject } from "../../../runtime/webhook/index.js";
import {
  protocol,
  wholeSuite as suite,
  validate as validateCallback,
} from "../../support/commands/conform/platform.js";
import { representativeSuite } from "../../support/commands/conform/representative-suite.js";
import { type RunningSubject, startReceiver } from "../../support/commands/conform/subject.js";

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

/** Validates events by the generated validators, and only the id and type of callbacks, whose payload isn't published. */
const validate: EventValidator<JsonObject> = (event) => {
  const found = validateEvent(event) as ReturnType<EventValidator<JsonObject>>;
  if (found.kind === "unknown") return validateCallback(event);
  return found;
};

const running: RunningSubject[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ close }) => close()));
});

async function receiver(credentials: Credentials): Promise<RunningSubject> {
  const subject = await startReceiver({ protocol, validate, application, credentials, events });
  running.push(subject);
  return subject;
}

/** A receiver that answers everything alike; it needs no network. */
function answering(status: number, tried = suite): RunOptions {
  const answer = { status, headers: [], body: new Uint8Array(), firstByteMs: 0, elapsedMs: 0 };
  const url = "http://receiver.test/hook";
  return { suite: tried, ...plain, application, url, callbacks: true, send: async () => answer };
}

const lines = (report: Report, result: CaseResult["result"]): string[] =>
  report.results
    .filter((each) => each.result === result)
    .map(({ id, reason, likelyCause = "" }) => `${id}: ${reason}. ${likelyCause}`);

const reasons = (report: Report): Set<string | undefined> =>
  new Set(report.results.filter(({ result }) => result === "inconclusive").map(({ reason }) => reason));

/** What a receiver of this kind can't be tried with; cases that wait a minute need a slow run, and no event has a slash. */
const modes = [
  ["plaintext", plain, ["needs encryption", "needs a slow run", "needs a body that this edit changes"]],
  ["encrypted", encrypted, ["needs plaintext", "needs a slow run"]],
] as const;

describe("the platform's suite", () => {
  it.each(modes)(
    "passes this library's receiver, and reports no credential, %s",
    async (_name, credentials, others) => {
      const report = await runSuite({ suite, ...(await receiver(credentials)), strict: true });
      expect(lines(report, "failed")).toEqual([]);
      expect(reasons(report)).toEqual(new Set([...others, "needs the environment production"]));
      expect(report.counts.passed + report.counts.inconclusive).toBe(expandCases(suite).length);
      expect(report.conforms).toBe(true);
      const text = JSON.stringify(report);
      const held = [...credentials.secrets, plain.verificationToken ?? "", "encryption-e2d5"];
      expect(held.filter((secret) => text.includes(secret))).toEqual([]);
    },
  );

  it.each(modes)("passes this library's receiver without a probe, %s", async (_name, credentials, others) => {
    const { probeUrl: _probe, ...subject } = await receiver(credentials);
    const part = representativeSuite(suite);
    const report = await runSuite({ suite: part, ...subject, callbacks: false, strict: true });
    expect(lines(report, "failed")).toEqual([]);
    expect(reasons(report)).toEqual(
      new Set([...others, "needs a probe", "needs callbacks", "needs the environment production"]),
    );
    expect(report.conforms).toBe(true);
  });

  it("fails a receiver that accepts everything on every case that expects a refusal", async () => {
    const report = await runSuite(answering(204));
    expect(report.conforms).toBe(false);
    const passed = report.results.filter(({ result }) => result === "passed").map(({ id }) => id);
    const refusing = expandCases(suite).filter(({ steps }) =>
      steps.some((step) => "expect" in step && !step.expect.status.includes("accepted")),
    );
    expect(refusing.length).toBeGreaterThan(1000);
    expect(refusing.filter(({ id }) => passed.includes(id)).map(({ id }) => id)).toEqual([]);
    expect(report.coverage.clauses.find(({ id }) => id === "6.3.3-signature")?.state).toBe("broken");
  });

  it.each([401, 422, 500])("fails a receiver that answers everything with %i", async (status) => {
    const report = await runSuite(answering(status, representativeSuite(suite)));
    expect(report.conforms).toBe(false);
    expect(lines(report, "failed")).toEqual(
      expect.arrayContaining([expect.stringContaining("6.3.1/complete")]),
    );
    const { positive } = report.coverage.clauses.find(({ id }) => id === "7.1-new-event") ?? {};
    expect(positive).toContain("6.3.1/complete");
  });

  it("reports cases that need a probe as inconclusive without one", async () => {
    const { probeUrl: _, ...subject } = await receiver(plain);
    const report = await runSuite({ suite, ...subject, only: ["6.3.6/recorded", "6.3.6/store-down*"] });
    expect(report.counts.failed + report.counts.passed).toBe(0);
    expect(reasons(report)).toEqual(new Set(["needs a probe"]));
    expect(report.conforms).toBe(false);
  });
});
