import type { RequestListener } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Report, runSuite, type Suite } from "../../conformance/index.js";
import { writeFiles } from "../../generator/write/write.js";
import {
  createMemoryInbox,
  type Receiver,
  sign,
  toNodeListener,
  verifySignature,
} from "../../runtime/webhook/index.js";
import { generateFrom, root, temporaryFolder } from "../generator/emit/contract-folder.js";
import { startServer } from "./subject.js";

const secret = `whsec_${Buffer.from("bookshop-signing-8c21").toString("base64")}`;
const application = { id: "any", environment: "any" };

interface Sdk {
  readonly createReceiver: (options: object) => Receiver;
}

let suite: Suite;
let sdk: Sdk;
const running: { close: () => Promise<unknown> }[] = [];

beforeAll(async () => {
  const folder = await temporaryFolder();
  const generated = await generateFrom([join(root, "examples/bookshop/contracts")]);
  await writeFiles(
    folder,
    [...generated].map(([path, text]) => ({ path, text })),
  );
  suite = JSON.parse(generated.get("conformance/events.json") ?? "") as Suite;
  sdk = (await import(pathToFileURL(join(folder, "events/receiver.ts")).href)) as Sdk;
}, 120_000);

afterAll(async () => {
  await Promise.all(running.map(({ close }) => close()));
});

function bookshopReceiver(): RequestListener {
  const inbox = createMemoryInbox();
  const receiver = sdk.createReceiver({ secrets: [secret], inbox, fallback: () => {}, logger: false });
  running.push(receiver);
  return toNodeListener(receiver);
}

/** `skip` leaves out cases that would only repeat what others show. */
async function reportOn(listener: RequestListener, skip: readonly string[] = []): Promise<Report> {
  const server = await startServer(listener);
  running.push(server);
  return await runSuite({
    suite,
    url: server.url,
    application,
    secrets: [secret],
    verificationToken: "",
    skip,
  });
}

const failed = (report: Report): readonly string[] =>
  report.results.filter(({ result, level }) => result === "failed" && level === "must").map(({ id }) => id);

const answering =
  (status: number): RequestListener =>
  (request, response) => {
    request.resume().on("end", () => response.writeHead(status).end());
  };

interface Received {
  readonly timestamp: string;
  readonly eventId: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** A receiver with a fault: it gets each request as if it were sent with other values. */
function faulty(inner: RequestListener, seen: (request: Received) => Partial<Received>): RequestListener {
  const { timestamp = "", eventId = "", signature } = suite.protocol.headers;
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const value = (name: string): string => String(request.headers[name.toLowerCase()] ?? "");
    const body = Buffer.concat(chunks);
    const sent = { timestamp: value(timestamp), eventId: value(eventId), signature: value(signature), body };
    const changed = Object.entries({ timestamp, signature }).flatMap(([role, name]) => {
      const to = seen(sent)[role as keyof Received];
      return to === undefined ? [] : [[name.toLowerCase(), String(to)]];
    });
    const server = await startServer(inner);
    const answer = await fetch(server.url, {
      method: request.method ?? "POST",
      headers: { ...(request.headers as Record<string, string>), ...Object.fromEntries(changed) },
      ...(request.method === "GET" ? {} : { body }),
    });
    await server.close();
    response.writeHead(answer.status).end();
  };
}

const signed = (parts: Omit<Received, "signature">): string =>
  sign({ protocol: suite.protocol, secret, ...parts });

/** It trusts any signature. */
const withoutSignatures = (inner: RequestListener): RequestListener =>
  faulty(inner, ({ signature: _, ...parts }) => ({ signature: signed(parts) }));

/** It accepts a recorded request at any time: the timestamp of a signed one isn't compared with the clock. */
const withoutReplayProtection = (inner: RequestListener): RequestListener =>
  faulty(inner, (request) => {
    if (!verifySignature({ protocol: suite.protocol, secrets: [secret], ...request })) return {};
    const timestamp = String(Math.floor(Date.now() / 1000));
    return { timestamp, signature: signed({ ...request, timestamp }) };
  });

describe("the suite of a contract without cases, and with one example", () => {
  it("has examples of every event, cases of every part of the protocol, and ids that the schemas allow", () => {
    expect(
      Object.fromEntries(Object.entries(suite.examples).map(([name, own]) => [name, Object.keys(own)])),
    ).toEqual({
      "book.restocked": ["small", "full"],
      "order.placed": ["small", "full"],
      "order.shipped": ["small", "full"],
      "review.posted": ["five-stars"],
    });
    const parts = new Set(suite.cases.map(({ id }) => id.split("/").slice(0, 2).join("/")));
    expect([...parts]).toEqual(
      ["signature", "timestamp", "headers", "request", "duplicates", "ordering"].map(
        (name) => `protocol/${name}`,
      ),
    );
    expect(Object.keys(suite.ids ?? {})).toHaveLength(4);
  });

  it("passes the generated receiver", async () => {
    const report = await reportOn(bookshopReceiver());
    expect(
      report.results.filter(({ result }) => result === "failed").map(({ id, reason }) => `${id}: ${reason}`),
    ).toEqual([]);
    expect(report).toMatchObject({ conforms: true, unproven: [] });
  });

  it("fails a receiver that accepts everything", async () => {
    const report = await reportOn(answering(202));
    expect(report.conforms).toBe(false);
    expect(failed(report)).toContain("protocol/signature/other-secret");
  });

  it.each([400, 401, 422, 500])("fails a receiver that answers %i to everything", async (status) => {
    const report = await reportOn(answering(status));
    expect(report.conforms).toBe(false);
    expect(failed(report)).toContain("protocol/signature/signed");
  });

  it("fails a receiver that doesn't check signatures", async () => {
    const report = await reportOn(withoutSignatures(bookshopReceiver()), ["*/near/*"]);
    expect(report.conforms).toBe(false);
    expect(report.unproven).toEqual(["refuses-forged"]);
    expect(failed(report).every((id) => id.startsWith("protocol/signature/"))).toBe(true);
  });

  it("fails a receiver that accepts recorded requests", async () => {
    const report = await reportOn(withoutReplayProtection(bookshopReceiver()), ["*/near/*"]);
    expect(report.conforms).toBe(false);
    expect(failed(report)).toEqual([
      "protocol/timestamp/stale",
      "protocol/timestamp/future",
      "protocol/timestamp/malformed",
    ]);
  });
});
