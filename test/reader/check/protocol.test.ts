import { describe, expect, it } from "vitest";
import { checkContracts } from "../../../reader/check/check.js";
import { readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { contractFolder, root } from "../../support/generator/emit/contract-folder.js";

const complete = {
  headers: {
    signature: "X-Sign",
    timestamp: "X-Time",
    nonce: "X-Once",
    eventType: "X-Type",
    eventId: "X-Id",
  },
  signature: {
    algorithm: "hmac-sha256",
    separator: ".",
    prefix: "",
    encoding: "hex",
    content: ["eventId", "eventType", "timestamp", "nonce", "body"],
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  event: {},
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

type Part =
  | "headers"
  | "signature"
  | "timestamp"
  | "nonce"
  | "event"
  | "token"
  | "callbacks"
  | "verification"
  | "otherHeaders";

/** The complete protocol with other members in some of its parts; a part or member that is `undefined` is left out. */
function changed(changes: Partial<Record<Part, object | undefined>>): object {
  const parts = Object.entries(changes).map(([name, members]) => {
    const before = (complete as Readonly<Record<string, object>>)[name];
    return [name, members && { ...before, ...members }];
  });
  return JSON.parse(JSON.stringify({ ...complete, ...Object.fromEntries(parts) })) as object;
}

/** A protocol with several events in each request, whose type is that of the request. */
const batches = {
  headers: { eventId: undefined },
  signature: { content: ["eventType", "timestamp", "nonce", "body"] },
  event: { batch: "/list/things" },
  token: { property: "pass" },
};

/** Code and message of each finding, without those about examples. */
async function findings(protocol: object): Promise<string[]> {
  const document = {
    asyncapi: "3.0.0",
    info: { title: "t", version: "1" },
    channels: { c: { messages: { M: { name: "m", payload: { type: "object" } } } } },
    "x-webhook-protocol": protocol,
  };
  const folder = await contractFolder({ "e.asyncapi.json": document, "examples/m/one.json": {} });
  const contracts = await loadContracts(await readInputs([folder], root, { overlays: [] }), root);
  const found = await checkContracts(contracts, { examples: "error" });
  return found.map(({ code, severity, message, pointer }) => `${severity} ${code} ${pointer}: ${message}`);
}

/** A protocol that signs HTTP messages, with other members in its signature and its headers. */
function message(signature: object = {}, headers: object = {}, parts: object = {}): object {
  const form = {
    form: "http-message-signatures",
    algorithm: "ed25519",
    content: ["method", "eventType", "eventId", "body", "timestamp", "nonce"],
  };
  return JSON.parse(
    JSON.stringify({
      ...complete,
      headers: { signature: "Signature", eventType: "X-Type", eventId: "X-Id", ...headers },
      signature: { ...form, ...signature },
      ...parts,
    }),
  ) as object;
}

describe("a protocol that signs HTTP messages", () => {
  it("has no finding if its parts fit together", async () => {
    expect(await findings(message())).toEqual([]);
    const more = { label: "a", parameters: { tag: "t", keyid: "k", alg: true, expiresSeconds: 60 } };
    expect(await findings(message(more))).toEqual([]);
  });

  it.each<[string, object, string, string]>([
    ["another header", message({}, { signature: "X-Sign" }), "/headers/signature", "names the header"],
    ["a nonce in a header", message({}, { nonce: "X-N" }), "/headers/nonce", "is a parameter"],
    ["a time in a header", message({}, { timestamp: "X-T" }), "/timestamp", "has two places"],
    [
      "no time in its content",
      message({ content: ["eventId", "eventType", "body", "nonce"] }),
      "/timestamp",
      "has no place",
    ],
    [
      "no nonce in its content",
      message({ content: ["eventId", "eventType", "body", "timestamp"] }),
      "/nonce",
      "belong together",
    ],
    [
      "an algorithm of its own",
      message({ algorithm: "hmac-sha512" }),
      "/signature/algorithm",
      "has no algorithm",
    ],
    [
      "a text",
      message({ content: [{ literal: "v1" }, "body", "timestamp", "nonce"] }),
      "/signature/content/0",
      "covers no text",
    ],
    [
      "its own header",
      message({ content: [{ header: "Signature" }, "body", "timestamp", "nonce"] }),
      "/signature/content/0",
      "can't cover itself",
    ],
    [
      "the digest's header",
      message({ content: [{ header: "Content-Digest" }, "body", "timestamp", "nonce"] }),
      "/signature/content/0",
      "`body` covers this header",
    ],
    [
      "milliseconds",
      message({}, {}, { timestamp: { unit: "milliseconds", toleranceSeconds: 5 } }),
      "/timestamp/unit",
      "is in seconds",
    ],
    [
      "a digest in place of the body",
      message({ content: [{ digest: "sha256", encoding: "hex" }, "timestamp", "nonce"] }),
      "/signature/content",
      "doesn't cover the body",
    ],
  ])("can't have %s", async (_name, protocol, pointer, text) => {
    const found = await findings(protocol);
    expect(
      found.find((each) => each.includes(`error protocol-incomplete /x-webhook-protocol${pointer}: `)),
    ).toContain(text);
  });

  it.each([
    ["a separator", message({ separator: "." })],
    ["an encoding", message({ encoding: "hex" })],
    ["a list", message({ listSeparator: "," })],
    ["an unknown parameter", message({ parameters: { created: true } })],
  ])("can't have %s by its schema", async (_name, protocol) => {
    const [found] = await findings(protocol);
    expect(found).toMatch(/^error extension-invalid \/x-webhook-protocol\/signature/);
  });

  it("is the only one that covers the method, or has a label", async () => {
    const [found] = await findings(
      changed({ signature: { content: ["method", "body", "timestamp", "nonce"] } }),
    );
    expect(found).toContain("only the signature of an HTTP message covers `method`");
    const [label] = await findings(changed({ signature: { label: "a" } }));
    expect(label).toMatch(/^error extension-invalid \/x-webhook-protocol\/signature/);
  });
});

describe("a protocol", () => {
  it("whose parts fit together has no finding", async () => {
    expect(await findings(complete)).toEqual([]);
    const inHeader = changed({
      headers: { timestamp: undefined },
      signature: { fields: { separator: ",", assignment: "=", signature: "v1", timestamp: "t" } },
    });
    expect(await findings(inHeader)).toEqual([]);
    expect(await findings(changed(batches))).toEqual([]);
    const timed = { event: { time: { unit: "iso8601" } }, headers: { eventTime: "X-At" } };
    expect(await findings(changed(timed))).toEqual([]);
  });

  it.each([
    ["signs a header that it lacks", { headers: { eventId: undefined } }, "/signature/content/0"],
    ["has no place for the timestamp", { headers: { timestamp: undefined } }, "/timestamp"],
    ["doesn't say how a timestamp is read", { timestamp: undefined }, "/headers/timestamp"],
    ["doesn't say how long a nonce counts", { nonce: undefined }, "/headers/nonce"],
    ["has no place for the type", { headers: { eventType: undefined } }, "/event"],
    ["has a prefix with its separator", { signature: { prefix: "v1,", listSeparator: "," } }, "/signature"],
    ["sends a header with a role a second time", { otherHeaders: { "X-ID": "1" } }, "/otherHeaders/X-ID"],
    [
      "sends a second content type",
      { otherHeaders: { "Content-Type": "a/b" } },
      "/otherHeaders/Content-Type",
    ],
    ["has a separator that Base64 contains", { signature: { listSeparator: "=" } }, "/signature"],
    [
      "has a verification that nothing marks",
      { verification: { challengeProperty: "c", status: 200, timeoutSeconds: 1, maxResponseBytes: 9 } },
      "/verification",
    ],
    [
      "has a verification without a challenge",
      {
        verification: {
          typeProperty: "t",
          typeValue: "v",
          status: 200,
          timeoutSeconds: 1,
          maxResponseBytes: 9,
        },
      },
      "/verification",
    ],
    [
      "has a verification with an answer of several forms, but no challenge",
      {
        verification: {
          typeProperty: "t",
          typeValue: "v",
          answer: [{ kind: "empty" }, { kind: "text" }],
          status: 200,
          timeoutSeconds: 1,
          maxResponseBytes: 9,
        },
      },
      "/verification",
    ],
    ["has an event's time, but not where", { event: { time: { unit: "seconds" } } }, "/event/time"],
    [
      "has an event's time in two places",
      { headers: { eventTime: "X-At" }, event: { time: { unit: "seconds", pointer: "/at" } } },
      "/event/time",
    ],
    ["doesn't say how an event's time is read", { headers: { eventTime: "X-At" } }, "/headers/eventTime"],
    ["has batches and one id in a header", { ...batches, headers: {} }, "/headers/eventId"],
    [
      "has batches and one version in a header",
      { ...batches, headers: { ...batches.headers, resource: "X-R", version: "X-V" } },
      "/headers/version",
    ],
    [
      "has batches and callbacks",
      { ...batches, callbacks: { eventTypes: ["m"], timeoutSeconds: 1 } },
      "/callbacks",
    ],
    ["has a body that is an array, and a token", { ...batches, event: { batch: "" } }, "/token"],
    ["has its token where the events are", { ...batches, event: { batch: "/pass/list" } }, "/token"],
  ])("that %s is an error", async (_, changes, pointer) => {
    const found = (await findings(changed(changes))).filter((text) => text.startsWith("error"));
    expect(found.map((text) => text.split(": ")[0])).toContain(
      `error protocol-incomplete /x-webhook-protocol${pointer}`,
    );
  });

  it("without a covered body fails its schema", async () => {
    const [found] = await findings(changed({ signature: { content: ["timestamp"] } }));
    expect(found).toMatch(/^error extension-invalid \/x-webhook-protocol\/signature\/content/);
  });

  it.each([
    [
      {
        headers: { timestamp: undefined, nonce: undefined },
        signature: { content: ["eventId", "eventType", "body"] },
        timestamp: undefined,
        nonce: undefined,
      },
      "without a timestamp and a nonce, an old delivery can be sent again, and only the inbox recognizes it",
    ],
    [{ signature: { content: ["eventId", "eventType", "nonce", "body"] } }, "the timestamp isn't signed"],
    [{ signature: { content: ["eventId", "eventType", "timestamp", "body"] } }, "the nonce isn't signed"],
    [{ signature: { content: ["eventType", "timestamp", "nonce", "body"] } }, "the event's id isn't signed"],
    [{ signature: { content: ["eventId", "timestamp", "nonce", "body"] } }, "the event's type isn't signed"],
    [{ signature: { algorithm: "hmac-sha1" } }, "SHA-1 is broken"],
  ])("gets one warning for its weak points (%#)", async (changes, weakness) => {
    const found = await findings(changed(changes));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("warning protocol-weak /x-webhook-protocol/signature");
    expect(found[0]).toContain(weakness);
  });
});
