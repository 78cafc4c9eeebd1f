import type { IncomingMessage } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { formatReport, type Report, reportFormats, runSuite } from "../../../commands/conform/index.js";
import {
  acmeSuite,
  closeAll,
  deliver,
  makeCase,
  untilClosed,
} from "../../support/commands/conform/acme-suite.js";
import { startServer } from "../../support/commands/conform/subject.js";
import { application } from "../../support/runtime/webhook/acme.js";

afterEach(closeAll);

const credentials = {
  secrets: ['signing "secret" / one', "previous-signing-secret"],
  verificationToken: "verification-tok\u00e9n",
  encryptKey: "encrypt<key>&seventeen",
};
const all = [...credentials.secrets, credentials.verificationToken, credentials.encryptKey];

/** Every form in which a careless receiver might answer with a credential. */
const forms = all.flatMap((secret) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret).toString("base64url"),
]);

const expectations = [
  { status: ["accepted" as const], body: "empty" as const },
  { status: ["accepted" as const], json: true },
  { status: [418] },
];

/** A report on a receiver that answers each delivery with all of its credentials, and quotes them in its headers. */
async function leakyReport(): Promise<Report> {
  const leaks = (request: IncomingMessage): string => `${request.headers["acme-topic"]} ${forms.join(" ")}`;
  const { url } = untilClosed(
    await startServer((request, response) => {
      request.resume();
      request.on("end", () => {
        response.writeHead(202, { "content-type": `text/${Buffer.from(all[1] ?? "").toString("hex")}` });
        response.end(leaks(request));
      });
    }),
  );
  const step = (number: number) => [
    { deliver: deliver(), expect: expectations[number] ?? { status: [418] } },
  ];
  const cases = expectations.map((_, at) => makeCase(`1/${at}`, step(at)));
  const twice = makeCase("1/same", [
    { deliver: deliver(), expect: { status: ["accepted"] } },
    { deliver: deliver({ change: [{ set: "/thing/rev", to: 2 }] }), expect: { status: [], sameAs: 1 } },
  ]);
  const address = `${url.replace("://", "://user:pass-of-the-url@")}?token=${encodeURIComponent(credentials.verificationToken)}`;
  return runSuite({ suite: acmeSuite(...cases, twice), url: address, application, ...credentials });
}

describe("a report on a receiver that answers with its credentials", () => {
  it("holds none of them in any format, in any form", async () => {
    const report = await leakyReport();
    expect(report.results.map(({ result }) => result)).toContain("failed");
    expect(JSON.stringify(report.results.map(({ actual }) => actual))).toContain("***");
    for (const format of reportFormats) {
      const text = formatReport(report, { format });
      for (const form of [...forms, "pass-of-the-url"]) expect(text, format).not.toContain(form);
    }
  });

  it("keeps the words of the suite, even if a credential is one of them", async () => {
    const { url } = untilClosed(await startServer((_, response) => response.writeHead(500).end("Because.")));
    const report = await runSuite({
      suite: acmeSuite(makeCase("1/secret", [{ deliver: deliver(), expect: { status: ["accepted"] } }])),
      url,
      application,
      secrets: ["secret"],
      verificationToken: "Because",
    });
    const [result] = report.results;
    expect(result).toMatchObject({ id: "1/secret", why: "Because." });
    expect(result?.exchanges[0]?.response?.body).toBe("***.");
  });
});
