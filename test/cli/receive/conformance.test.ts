import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runSuite, type Suite } from "../../../conformance/index.js";
import { root } from "../../generator/emit/contract-folder.js";
import { application, credentials, encryptKey, startReceive } from "./running-receive.js";

const suite = JSON.parse(readFileSync(join(root, "generated/conformance/events.json"), "utf8")) as Suite;

it.each([
  ["plaintext", {}],
  ["encrypted", { encryptKey }],
])("oipkit receive conforms: %s", async (mode, encryption) => {
  const started = await startReceive(
    ["--probe-port", "0", "--organization", application.organization, "--product", application.product],
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
  expect(report.results.filter(({ result }) => result === "inconclusive").map(({ id }) => id)).toEqual(
    inconclusive,
  );
  expect(report.conforms).toBe(true);
  expect(await started.end("SIGTERM")).toEqual([0, null]);
  const written = started.stdout() + JSON.stringify(started.log());
  const secrets = [...credentials.secrets, credentials.verificationToken, encryptKey];
  expect(secrets.filter((text) => written.includes(text))).toEqual([]);
});
