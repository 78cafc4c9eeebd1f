import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { effectiveProtocol } from "../../../evolution/events/protocol/effective-protocol.js";
import { memberRules } from "../../../evolution/events/protocol/protocol-rules.js";
import { compareTexts, outlined } from "../compare-texts.js";
import { changedLeaves, withLeaf } from "./protocol-leaves.js";
import { type Data, document, event } from "./small-events.js";

const schema = parse(readFileSync("vocabulary/webhook-protocol.schema.yaml", "utf8")) as Data;

/** Every member of the vocabulary, even those that exclude each other. */
const full = {
  headers: {
    deliveryId: "X-Delivery",
    eventId: "X-Event",
    eventType: "X-Type",
    timestamp: "X-Time",
    nonce: "X-Nonce",
    signature: "X-Signature",
    test: "X-Test",
    correlationId: "X-Correlation",
    eventTime: "X-Happened",
    resource: "X-Resource",
    version: "X-Version",
  },
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "body"],
    separator: ".",
    prefix: "v1=",
    encoding: "hex",
    case: "upper",
    listSeparator: " ",
    fields: { separator: ";", assignment: "=", signature: "s", timestamp: "t" },
    key: { prefix: "k_", encoding: "base64" },
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  token: { property: "token" },
  encryption: {
    property: "encrypt",
    algorithm: "aes-256-cbc",
    padding: "pkcs7",
    keyDerivation: "sha256",
    ivBytes: 16,
    encoding: "base64",
  },
  event: {
    batch: "/events",
    id: "/id",
    type: "/type",
    time: { unit: "seconds", pointer: "/at" },
    correlationId: "/correlation",
    testIdPrefix: "test_",
    binding: { organization: ["/org"], application: ["/app"], environment: ["/env"], product: ["/product"] },
    ordering: { resource: "/resource", version: "/version" },
    changedContent: "retry",
  },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
  verification: {
    method: "GET",
    header: "X-Verify",
    headerValue: "yes",
    typeProperty: "type",
    typeValue: "verify",
    signed: true,
    challengeProperty: "challenge",
    challengeQuery: "challenge",
    challengeHeader: "X-Challenge",
    tokenProperty: "token",
    answer: { kind: "json", property: "answer" },
    status: 200,
    timeoutSeconds: 1,
    maxResponseBytes: 1000,
  },
  callbacks: { eventTypes: ["a"], timeoutSeconds: 5 },
  retries: {
    maxAttempts: 8,
    testAttempts: 2,
    retriedStatuses: [408, 429],
    retriesServerErrors: true,
    finalStatuses: [400],
  },
};

function of(protocol: Data, members: Data = {}) {
  return document({
    channels: { hooks: { address: null, messages: { A: event("a") } } },
    "x-webhook-protocol": protocol,
    ...members,
  });
}

/** A protocol with what the vocabulary requires, and more. */
function small(more: Data = {}): Data {
  return {
    headers: { signature: "X-Signature", eventId: "X-Event" },
    signature: {
      algorithm: "hmac-sha256",
      content: ["eventId", "body"],
      separator: ".",
      prefix: "",
      encoding: "hex",
    },
    event: { type: "/type" },
    responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
    ...more,
  };
}

const signature = small().signature as Data;

describe("no change of a protocol is silent", () => {
  const leaves = changedLeaves(schema, full);

  it("knows a value for every member of the vocabulary", () => {
    expect(leaves.length).toBeGreaterThan(65);
    expect(leaves.filter(({ path }) => !has(full, path))).toEqual([]);
  });

  it.each(leaves)("finds another value, a new one and none of $path", async ({ path, other }) => {
    const without = of(withLeaf(full, path, undefined));
    for (const [old, current] of [
      [of(full), of(withLeaf(full, path, other))],
      [of(full), without],
      [without, of(full)],
    ] as const) {
      const findings = await compareTexts(old, current, "consumer", "provider");
      expect(findings.length).toBeGreaterThan(0);
      expect(findings.map(({ code }) => code)).not.toContain("protocol-changed");
    }
  });

  it("warns both sides about a member that it doesn't know", async () => {
    for (const [old, current] of [
      [small({ quotas: { perMinute: 10 } }), small({ quotas: { perMinute: 20 } })],
      [small({ quotas: { perMinute: 10 } }), small()],
      [small(), small({ quotas: { perMinute: 10 } })],
      [small({ signature }), small({ signature: { ...signature, salt: 1 } })],
    ] as const)
      for (const party of ["consumer", "provider"] as const)
        expect(await compareTexts(of(old), of(current), party)).toMatchObject([
          { code: "protocol-changed", level: "warning" },
        ]);
  });

  it("has a rule for each member of its effective form, and no others", () => {
    expect(Object.keys(memberRules).sort()).toEqual(leavesOf(effectiveProtocol(full)).sort());
  });
});

describe("protocols that mean the same", () => {
  const same: readonly (readonly [string, Data, Data])[] = [
    [
      "defaults",
      small(),
      small({
        signature: { ...signature, case: "lower", key: { encoding: "utf8" } },
        event: { type: "/type", changedContent: "conflict" },
      }),
    ],
    [
      "the case of a header's name",
      small(),
      small({ headers: { signature: "x-signature", eventId: "X-EVENT" } }),
    ],
    [
      "a separator as a literal",
      small(),
      small({ signature: { ...signature, content: ["eventId", { literal: "." }, "body"], separator: "" } }),
    ],
    [
      "a header by its role",
      small(),
      small({ signature: { ...signature, content: [{ header: "X-Event" }, "body"] } }),
    ],
    [
      "the order of statuses",
      small({ retries: { ...full.retries } }),
      small({ retries: { ...full.retries, retriedStatuses: [429, 408] } }),
    ],
    [
      "bindings that are empty",
      small(),
      small({
        event: {
          type: "/type",
          binding: { organization: [], application: [], environment: [], product: [] },
        },
      }),
    ],
    [
      "the defaults of a verification",
      small({
        verification: {
          typeProperty: "type",
          typeValue: "v",
          challengeProperty: "c",
          status: 200,
          timeoutSeconds: 1,
          maxResponseBytes: 9,
        },
      }),
      small({
        verification: {
          typeProperty: "type",
          typeValue: "v",
          challengeProperty: "c",
          status: 200,
          timeoutSeconds: 1,
          maxResponseBytes: 9,
          method: "POST",
          signed: false,
          answer: { kind: "json", property: "c" },
        },
      }),
    ],
  ];

  it.each(same)("takes %s for no change", async (_, old, current) => {
    expect(await compareTexts(of(old), of(current), "consumer", "provider")).toEqual([]);
    expect(await compareTexts(of(current), of(old), "consumer", "provider")).toEqual([]);
  });
});

describe("what a change means", () => {
  const judged: readonly (readonly [string, Data, Data, string, string])[] = [
    [
      "a renamed signature header",
      small(),
      small({ headers: { signature: "X-Sig", eventId: "X-Event" } }),
      "error delivery-header-renamed",
      "error delivery-header-renamed",
    ],
    [
      "a new header",
      small(),
      small({ headers: { signature: "X-Signature", eventId: "X-Event", deliveryId: "X-D" } }),
      "info delivery-header-added",
      "error delivery-header-added",
    ],
    [
      "another separator",
      small(),
      small({ signature: { ...signature, separator: ":" } }),
      "error signature-changed",
      "error signature-changed",
    ],
    [
      "several signatures in the header",
      small(),
      small({ signature: { ...signature, listSeparator: " " } }),
      "error signature-changed",
      "info signature-changed",
    ],
    [
      "a wider window",
      small({ timestamp: { unit: "seconds", toleranceSeconds: 300 } }),
      small({ timestamp: { unit: "seconds", toleranceSeconds: 600 } }),
      "warning timestamp-changed",
      "info timestamp-changed",
    ],
    [
      "a narrower window",
      small({ timestamp: { unit: "seconds", toleranceSeconds: 600 } }),
      small({ timestamp: { unit: "seconds", toleranceSeconds: 300 } }),
      "warning timestamp-changed",
      "warning timestamp-changed",
    ],
    [
      "nonces that are kept for longer",
      small({ nonce: { retentionSeconds: 1 } }),
      small({ nonce: { retentionSeconds: 2 } }),
      "warning nonce-changed",
      "warning nonce-changed",
    ],
    [
      "encryption",
      small(),
      small({ encryption: full.encryption }),
      "info encryption-changed",
      "error encryption-changed",
    ],
    [
      "another status for what is stored",
      small(),
      small({ responses: { accepted: 200, unauthenticated: 401, unprocessable: 422, unavailable: 503 } }),
      "error answer-changed",
      "error answer-changed",
    ],
    [
      "less time for callbacks",
      small({ callbacks: { eventTypes: ["a"], timeoutSeconds: 5 } }),
      small({ callbacks: { eventTypes: ["a"], timeoutSeconds: 2 } }),
      "warning callback-changed",
      "info callback-changed",
    ],
    [
      "more attempts",
      small({ retries: full.retries }),
      small({ retries: { ...full.retries, maxAttempts: 9 } }),
      "info retry-changed",
      "warning retry-changed",
    ],
    [
      "server errors that are final",
      small({ retries: full.retries }),
      small({ retries: { ...full.retries, retriesServerErrors: false } }),
      "error retry-changed",
      "info retry-changed",
    ],
    [
      "retries with changed content",
      small(),
      small({ event: { type: "/type", changedContent: "retry" } }),
      "error event-field-changed",
      "info event-field-changed",
    ],
    [
      "a verification",
      small(),
      small({ verification: full.verification }),
      "error verification-changed",
      "info verification-changed",
    ],
  ];

  it.each(judged)(
    "judges %s for consumers and for providers",
    async (_, old, current, consumer, provider) => {
      const outline = async (party: "consumer" | "provider") =>
        (await compareTexts(of(old), of(current), party)).map(({ level, code }) => `${level} ${code}`);
      expect(await outline("consumer")).toEqual([consumer]);
      expect(await outline("provider")).toEqual([provider]);
    },
  );

  it("says it to the other side if the document is a receiver's", async () => {
    const operations = { take: { action: "receive", channel: { $ref: "#/channels/hooks" } } };
    const [old, current] = [
      of(small(), { operations }),
      of(small({ retries: full.retries }), { operations }),
    ];
    expect(await compareTexts(current, old)).toMatchObject([{ code: "retry-changed", level: "info" }]);
    expect(await compareTexts(current, old, "provider")).toMatchObject([{ level: "warning" }]);
  });

  it("shows the place and the spelling of a header's name", async () => {
    const [finding] = await compareTexts(
      of(small()),
      of(small({ headers: { signature: "X-Sig", eventId: "X-Event" } })),
    );
    expect(finding?.message).toBe("the header of the role `signature` changed from `X-Signature` to `X-Sig`");
    expect(finding?.new?.pointer).toBe("/x-webhook-protocol/headers/signature");
    expect(finding?.subjects).toEqual(["webhook protocol, `headers`, `signature`"]);
  });

  it("finds a protocol that is new or gone as one change", async () => {
    const none = document({ channels: { hooks: { address: null, messages: { A: event("a") } } } });
    expect(outlined(await compareTexts(none, of(small())))).toEqual([
      "info protocol-added #/x-webhook-protocol",
    ]);
    expect(outlined(await compareTexts(of(small()), none))).toEqual([
      "warning protocol-removed #/x-webhook-protocol",
    ]);
  });
});

function has(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  return value !== null && typeof value === "object" && has((value as Data)[name], rest);
}

const whole: readonly string[] = ["/signature/key", "/verification/answer"];

function leavesOf(value: unknown, pointer = ""): string[] {
  if (value === null || typeof value !== "object" || Array.isArray(value) || whole.includes(pointer))
    return [pointer];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${pointer}/${name}`));
}
