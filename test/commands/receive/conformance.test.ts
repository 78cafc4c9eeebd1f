import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { runSuite } from "../../../commands/conform/index.js";
import { wholeSuite } from "../../support/commands/conform/platform.js";
import { representativeSuite } from "../../support/commands/conform/representative-suite.js";
import {
  application,
  credentials,
  encryptKey,
  startReceive,
} from "../../support/commands/receive/running-receive.js";
import { untriable } from "../../support/schemes/untriable.js";

const binding = [
  "--probe-port",
  "0",
  "--organization",
  application.organization,
  "--product",
  application.product,
];

let folder = "";
afterEach(() => {
  if (folder !== "") rmSync(folder, { recursive: true });
  folder = "";
});

it.each([
  ["plaintext", {}, wholeSuite],
  // The command decrypts in one place for all events.
  ["encrypted", { encryptKey }, representativeSuite(wholeSuite)],
])("oipkit receive conforms: %s", async (mode, encryption, suite) => {
  folder = mkdtempSync(join(tmpdir(), "oipkit-receive-"));
  const started = await startReceive(
    [...binding, "--store", `sqlite:${join(folder, "inbox.db")}`],
    mode === "encrypted" ? { WEBHOOK_ENCRYPT_KEY: encryptKey } : {},
  );
  const { url, probeUrl } = started;
  const subject = { url, probeUrl, application, ...credentials, ...encryption, callbacks: true };
  const report = await runSuite({ suite, ...subject, strict: true });
  expect(report.results.filter(({ result }) => result === "failed")).toEqual([]);
  // Only the cases of the other mode, and those for a receiver in production, stay inconclusive.
  const other = mode === "encrypted" ? "plaintext" : "encryption";
  const inconclusive = suite.cases
    .filter(({ needs = [] }) =>
      needs.some(
        (need) =>
          need === other || (typeof need === "object" && need.environment !== application.environment),
      ),
    )
    .map(({ id }) => id);
  const [written, near] = [false, true].map((isNear) =>
    report.results.filter(({ id, result }) => result === "inconclusive" && id.includes("/near/") === isNear),
  );
  expect(written?.map(({ id }) => id)).toEqual(inconclusive);
  // A near miss may also vary a text that has no such variation, sign with a key that this receiver lacks, or take too long.
  const reasons = [`needs ${other}`, "needs a text that changes", "needs a receiver with such a key"];
  const isExplained = (reason = "") =>
    untriable.has(reason) || reasons.some((each) => reason.startsWith(each));
  expect(near?.filter(({ reason }) => !isExplained(reason))).toEqual([]);
  expect(report.conforms).toBe(true);
  expect(report.durability).toEqual({ state: "survived" });
  expect(await started.end("SIGTERM")).toEqual([0, null]);
  const output = started.stdout() + JSON.stringify(started.log());
  const secrets = [...credentials.secrets, credentials.verificationToken, encryptKey];
  expect(secrets.filter((text) => output.includes(text))).toEqual([]);
});

it("oipkit receive loses events in memory when it is restarted, which the report says", async () => {
  const { url, probeUrl } = await startReceive(binding);
  const only = ["*/restart-*"];
  const report = await runSuite({ suite: wholeSuite, url, probeUrl, application, ...credentials, only });
  expect(report.results.filter(({ result }) => result === "failed").map(({ id }) => id)).toEqual([
    "6.3/restart-test",
    "6.3.2/restart-replay",
    "6.3.6/restart-recorded",
    "6.3.6/restart-many",
    "6.4/restart-gap",
  ]);
  expect(report.durability).toEqual({ state: "lost" });
  expect(report.conforms).toBe(false);
});
