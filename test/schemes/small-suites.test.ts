import { afterAll, describe, expect, it } from "vitest";
import { type Report, runSuite } from "../../commands/conform/index.js";
import { derivePublicKey } from "../../runtime/webhook/index.js";
import {
  exampleSecrets,
  type SmallSdk,
  type SmallSubject,
  smallSdk,
  startSmall,
} from "../support/schemes/small-contract.js";
import { smallProtocols } from "../support/schemes/small-protocols.js";
import { untriable } from "../support/schemes/untriable.js";

const running: SmallSubject[] = [];
afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()));
});

const verificationToken = "the token of this test";
const notPassed = ({ results }: Report): unknown =>
  results
    .filter(
      ({ result, reason }) => result !== "passed" && reason !== "needs plaintext" && !untriable.has(reason),
    )
    .map(({ id, reason }) => [id, reason]);

describe.each(Object.entries(smallProtocols))("the suite of %s", (_name, protocol) => {
  const generated = smallSdk(protocol);
  const start = async (
    options: Readonly<Record<string, unknown>> = {},
  ): Promise<[SmallSdk, SmallSubject]> => {
    const sdk = await generated;
    const secrets = exampleSecrets(sdk.suite.protocol, "current", "previous");
    const subject = await startSmall(sdk, { secrets, verificationToken }, { options });
    running.push(subject);
    return [sdk, subject];
  };

  it("passes the generated receiver in every case", async () => {
    const [{ suite }, subject] = await start();
    const report = await runSuite({ suite, ...subject, strict: true });
    expect(
      report.results.filter(({ result }) => result === "failed").map(({ id, reason }) => [id, reason]),
    ).toEqual([]);
    expect(report.conforms).toBe(true);
    const reasons = report.results.flatMap(({ result, reason }) =>
      result === "inconclusive" ? [reason] : [],
    );
    const tried = [...new Set(reasons)].filter((reason) => !untriable.has(reason));
    expect(tried).toEqual("encryption" in protocol ? ["needs encryption"] : []);
  });

  it("shows that a receiver with another key doesn't conform", async () => {
    const { suite } = await generated;
    const [other = ""] = exampleSecrets(suite.protocol, "another");
    const isShared = suite.protocol.signature.algorithm.startsWith("hmac-");
    const [, subject] = await start(
      isShared ? { secrets: [other] } : { publicKeys: [derivePublicKey(suite.protocol, other)] },
    );
    const report = await runSuite({ suite, ...subject });
    expect(report.conforms).toBe(false);
    expect(report.unproven).toContain("accepts-signed");
  });
});

describe.each(Object.entries(smallProtocols).filter(([, protocol]) => "encryption" in protocol))(
  "the suite of %s, encrypted",
  (_name, protocol) => {
    it("passes the generated receiver in every case", async () => {
      const sdk = await smallSdk(protocol);
      const secrets = exampleSecrets(sdk.suite.protocol, "current", "previous");
      const encryptKey = "the key of this test";
      const subject = await startSmall(sdk, { secrets, verificationToken, encryptKey });
      running.push(subject);
      const report = await runSuite({ suite: sdk.suite, ...subject, strict: true });
      expect(notPassed(report)).toEqual([]);
      expect(report.conforms).toBe(true);
    });
  },
);
