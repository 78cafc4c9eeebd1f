import { afterEach, describe, expect, it } from "vitest";
import { type Report, runSuite } from "../../../commands/conform/index.js";
import type { ProtocolFacts } from "../../../generator/emit/conformance/protocol/part.js";
import { protocolCases } from "../../../generator/emit/conformance/protocol/protocol-cases.js";
import { createProbe } from "../../../runtime/probe/index.js";
import {
  createMemoryInbox,
  createMemoryNonces,
  type Inbox,
  type JsonObject,
  type ParsedEvent,
  type Protocol,
  parseDelivery,
  Refusal,
  toNodeListener,
} from "../../../runtime/webhook/index.js";
import { acmeSuite, closeAll, thing, untilClosed } from "../../support/commands/conform/acme-suite.js";
import { statedRules } from "../../support/commands/conform/stated-rules.js";
import { startReceiver, startServer } from "../../support/commands/conform/subject.js";
import {
  acme,
  application,
  credentials,
  thingEvent,
  validateAcme,
} from "../../support/runtime/webhook/acme.js";

afterEach(closeAll);

const { callbacks: _callbacks, headers, ...rest } = acme;
const { eventId: _id, eventType: _type, ...requestHeaders } = headers;
const inObject: Protocol = { ...rest, headers: requestHeaders, event: { ...acme.event, batch: "/list" } };
const { token: _token, ...tokenless } = inObject;
const inArray: Protocol = { ...tokenless, event: { ...inObject.event, batch: "" } };

const isValid = (event: object): boolean => validateAcme(event).kind === "valid";
const toFacts = (protocol: Protocol): ProtocolFacts => ({
  protocol,
  example: thing,
  event: thingEvent(),
  equal: [],
  isValid,
});
const suiteFor = (protocol: Protocol, part = "") => ({
  ...acmeSuite(
    ...protocolCases(toFacts(protocol), [], statedRules).cases.filter(({ id }) =>
      id.startsWith(`protocol/${part}`),
    ),
  ),
  protocol,
});
const failedIn = ({ results }: Report): readonly string[] =>
  results.filter(({ result }) => result === "failed").map(({ id }) => id.split("/")[2] ?? "");

describe.each([
  ["in an object, with a token", inObject],
  ["in an array", inArray],
])("the cases derived from a protocol with batches %s", (_name, protocol) => {
  const { verificationToken: token, ...secrets } = credentials;
  const keys = protocol.token === undefined ? secrets : { ...secrets, verificationToken: token };

  it.each([{}, { encryptKey: "sealing-key-8812" }])(
    "pass the receiver of that protocol, with %j",
    async (key) => {
      const subject = untilClosed(
        await startReceiver({
          protocol,
          validate: validateAcme,
          application,
          credentials: { ...keys, ...key, secrets: ["current secret", "previous secret"] },
        }),
      );
      const report = await runSuite({ suite: suiteFor(protocol), ...subject, strict: true });
      expect(report.results.filter(({ result }) => result === "failed")).toEqual([]);
      expect(report.conforms).toBe(true);
      expect(report.results.map(({ id }) => id)).toContain("protocol/batch/one-invalid-stored");
    },
  );

  /** A receiver that somebody wrote by hand: `store` does what its author made of the events. */
  async function handWritten(store: (events: readonly ParsedEvent[], inbox: Inbox) => Promise<number>) {
    const inbox = createMemoryInbox();
    const stores = { inbox, nonces: createMemoryNonces() };
    const probe = createProbe({ enabled: true, application: application.id, ...stores });
    const answer = async (request: Parameters<Parameters<typeof toNodeListener>[0]["answer"]>[0]) => {
      const body = await request.readBody(100_000);
      try {
        const { events } = parseDelivery({
          protocol,
          ...keys,
          header: request.header,
          body: body ?? Buffer.of(),
        });
        return { status: await store(events, inbox), headers: {}, body: "" };
      } catch (thrown) {
        return { status: thrown instanceof Refusal ? thrown.status : 500, headers: {}, body: "" };
      }
    };
    const [server, probing] = await Promise.all([
      startServer(toNodeListener({ answer })),
      startServer(probe.listener),
    ]).then((servers) => servers.map(untilClosed));
    const suite = suiteFor(protocol, "batch/");
    const subject = { ...keys, application, url: server?.url ?? "", probeUrl: probing?.url ?? "" };
    return failedIn(await runSuite({ suite, ...subject, strict: true }));
  }

  const toEntry = ({ content, json }: ParsedEvent) => ({
    application: application.id,
    eventType: "any",
    deliveryId: "any",
    correlationId: undefined,
    json,
    eventId: (content as { meta: { id: string } }).meta.id,
    test: false,
    receivedAt: 1,
    ordering: undefined,
  });
  const { accepted, unprocessable } = protocol.responses;
  const isFine = ({ content }: { readonly content: JsonObject }): boolean => isValid(content);

  it("pass a hand-written receiver that does it right", async () => {
    const failed = await handWritten(async (events, inbox) => {
      if (!events.every(isFine)) return unprocessable;
      await inbox.recordAll(events.map(toEntry));
      return accepted;
    });
    expect(failed).toEqual([]);
  });

  it.each<[string, readonly string[], (events: readonly ParsedEvent[], inbox: Inbox) => Promise<number>]>([
    [
      "reads only the first event",
      ["several-stored", "partly-known-stored", "empty", "one-invalid", "one-invalid-stored"],
      async ([first], inbox) => {
        if (first === undefined || !isFine(first)) return unprocessable;
        await inbox.record(toEntry(first));
        return accepted;
      },
    ],
    [
      "skips invalid events",
      ["one-invalid", "first-invalid", "one-invalid-stored"],
      async (events, inbox) => {
        await inbox.recordAll(events.filter(isFine).map(toEntry));
        return accepted;
      },
    ],
    [
      "stores one event after the other",
      ["one-invalid-stored"],
      async (events, inbox) => {
        for (const event of events) {
          if (!isFine(event)) return unprocessable;
          await inbox.record(toEntry(event));
        }
        return accepted;
      },
    ],
    [
      "refuses what it knows",
      ["repeated", "partly-known", "partly-known-stored"],
      async (events, inbox) => {
        if (!events.every(isFine)) return unprocessable;
        for (const event of events)
          if ((await inbox.record(toEntry(event))) !== "stored") return unprocessable;
        return accepted;
      },
    ],
    [
      "drops a request with an event that it knows",
      ["partly-known-stored"],
      async (events, inbox) => {
        if (!events.every(isFine)) return unprocessable;
        const known = await Promise.all(
          events.map(({ content, json }) => inbox.find("app-7", toEntry({ content, json }).eventId)),
        );
        if (known.every((record) => record === undefined)) await inbox.recordAll(events.map(toEntry));
        return accepted;
      },
    ],
    [
      "refuses everything",
      ["several", "several-stored", "repeated", "partly-known", "partly-known-stored", "empty"],
      async () => unprocessable,
    ],
  ])("fail one that %s", async (_mistake, failing, store) => {
    expect((await handWritten(store)).toSorted()).toEqual([...failing].sort());
  });
});

it("a delivery of several events can't be made for a protocol without batches", async () => {
  const [testCase] = protocolCases(toFacts(inObject), [], statedRules).cases.filter(({ id }) =>
    id.endsWith("/several"),
  );
  const subject = untilClosed(
    await startReceiver({ protocol: acme, validate: validateAcme, application, credentials }),
  );
  const suite = acmeSuite(...(testCase === undefined ? [] : [testCase]));
  await expect(runSuite({ suite, ...subject })).rejects.toThrow("no batches");
});
