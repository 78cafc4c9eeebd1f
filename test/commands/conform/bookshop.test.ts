import type { RequestListener } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Report, runSuite } from "../../../commands/conform/index.js";
import { exampleSecret, type Protocol } from "../../../runtime/webhook/index.js";
import { bookshopFaults } from "../../support/commands/conform/bookshop-faults.js";
import { startServer } from "../../support/commands/conform/subject.js";
import { root } from "../../support/generator/emit/contract-folder.js";
import {
  type Differences,
  exampleSecrets,
  generateSdk,
  type SmallSdk,
  startSmall,
} from "../../support/schemes/small-contract.js";

/** The parts of the protocol that matter for keys are those of Standard Webhooks. */
const signature = {
  algorithm: "hmac-sha256",
  key: { prefix: "whsec_", encoding: "base64" },
} as const satisfies Partial<Protocol["signature"]>;
const secret = exampleSecret({ signature }, "bookshop-signing-8c21");

let sdk: SmallSdk;
const running: { close: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  sdk = await generateSdk(join(root, "examples/bookshop/contracts"));
}, 120_000);

afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()));
});

/** `skip` leaves out cases that would only repeat what others show. */
async function reportOn(differences: Differences = {}, skip: readonly string[] = []): Promise<Report> {
  const secrets = [secret, ...exampleSecrets(sdk.suite.protocol, "previous")];
  const subject = await startSmall(sdk, { secrets, verificationToken: "" }, differences);
  running.push(subject);
  return await runSuite({ suite: sdk.suite, ...subject, strict: true, skip });
}

async function reportOnListener(listener: RequestListener): Promise<Report> {
  const server = await startServer(listener);
  running.push(server);
  const subject = { url: server.url, application: { id: "any", environment: "any" }, secrets: [secret] };
  return await runSuite({ suite: sdk.suite, ...subject });
}

const answering =
  (status: number): RequestListener =>
  (request, response) => {
    request.resume().on("end", () => response.writeHead(status).end());
  };

const failed = ({ results }: Report): readonly string[] =>
  results.filter(({ result, level }) => result === "failed" && level !== "info").map(({ id }) => id);

/** The part of a case: the middle of its id, or `schema` for a case of an event. */
const casePart = (id: string): string => (id.startsWith("protocol/") ? (id.split("/")[1] ?? "") : "schema");

describe("the suite of a contract without cases, and with one example", () => {
  it("has examples of every event, cases of every part of the protocol, and ids that the schemas allow", () => {
    const { suite } = sdk;
    expect(
      Object.fromEntries(Object.entries(suite.examples).map(([name, own]) => [name, Object.keys(own)])),
    ).toEqual({
      "book.restocked": ["small", "full"],
      "order.placed": ["small", "full"],
      "order.shipped": ["small", "full"],
      "review.posted": ["five-stars"],
    });
    expect([...new Set(suite.cases.map(({ id }) => casePart(id)))]).toEqual([
      "signature",
      "timestamp",
      "headers",
      "request",
      "duplicates",
      "ordering",
    ]);
    expect(Object.keys(suite.ids ?? {})).toHaveLength(4);
  });

  it("passes the generated receiver in every case that applies", async () => {
    const report = await reportOn();
    const others = report.results.filter(({ result }) => result !== "passed");
    // A variation that leaves a text as it is, such as digits in other case, says nothing.
    expect(others.filter(({ id, result }) => result === "failed" || !id.includes("/near/"))).toEqual([]);
    expect(report).toMatchObject({ conforms: true, unproven: [] });
  });

  it("fails a receiver that accepts everything", async () => {
    const report = await reportOnListener(answering(202));
    expect(report.conforms).toBe(false);
    expect(failed(report)).toContain("protocol/signature/other-secret");
  });

  it.each([400, 401, 422, 500])("fails a receiver that answers %i to everything", async (status) => {
    const report = await reportOnListener(answering(status));
    expect(report.conforms).toBe(false);
    expect(failed(report)).toContain("protocol/signature/signed");
  });
});

const names = bookshopFaults({ headers: { signature: "" }, event: {} } as never, "").map(({ name }) => name);

describe("a receiver of the bookshop that", () => {
  it.each(names)("%s fails in that part alone", async (name) => {
    const fault = bookshopFaults(sdk.suite.protocol, secret).find((each) => each.name === name);
    if (fault === undefined) throw new Error(`no fault ${name}`);
    const report = await reportOn(fault, ["*/near/*"]);
    expect(report.conforms).toBe(false);
    expect([...new Set(failed(report).map(casePart))]).toEqual(fault.fails);
  });

  it("takes any signature isn't shown to refuse forged deliveries", async () => {
    const report = await reportOn(bookshopFaults(sdk.suite.protocol, secret)[0], ["*/near/*"]);
    expect(report.unproven).toEqual(["refuses-forged"]);
  });
});
