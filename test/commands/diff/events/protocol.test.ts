import { describe, expect, it } from "vitest";
import { compareTexts, outlined } from "../../../support/commands/diff/compare-texts.js";
import { type Data, document, event } from "../../../support/commands/diff/events/small-events.js";
import { full, withProtocol as of, small } from "../../../support/commands/diff/events/small-protocols.js";

const signature = small().signature as Data;
const statuses = small().responses as Data;
const source = { url: "https://platform.example/webhooks", says: "The platform says so." };

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
    ["a list of one status", small(), small({ responses: { ...statuses, accepted: [204] } })],
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
      "any 2xx instead of one",
      small(),
      small({ responses: { ...statuses, accepted: "2XX" } }),
      "info answer-changed",
      "error answer-changed",
    ],
    [
      "fewer statuses",
      small({ responses: { ...statuses, unauthenticated: "other" } }),
      small({ responses: { ...statuses, unauthenticated: [401, 403] } }),
      "warning answer-changed",
      "info answer-changed",
    ],
    [
      "unknown events that are to be accepted",
      small(),
      small({ rules: { unknownEvents: { answer: "accepted", source } } }),
      "warning rule-changed",
      "info rule-changed",
    ],
    [
      "a rule that is no longer stated",
      small({ rules: { duplicates: { source } } }),
      small(),
      "info rule-changed",
      "warning rule-changed",
    ],
    [
      "times that may be accepted",
      small({ timestamp: { unit: "seconds", toleranceSeconds: 300 } }),
      small({ timestamp: { unit: "seconds", toleranceSeconds: 300, mustRefuse: ["past"] } }),
      "info rule-changed",
      "warning rule-changed",
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

  it("finds another family of an event only if events are ordered", async () => {
    const tagged = (name: string, protocol: Data) => ({
      ...withTags([{ name }]),
      "x-webhook-protocol": protocol,
    });
    const withTags = (tags: readonly Data[]) => ({
      channels: { hooks: { address: null, messages: { A: event("a", { tags }) } } },
    });
    const ordered = small({ event: { type: "/type", ordering: { resource: "/id", version: "/version" } } });
    const codes = async (old: Data, current: Data) =>
      (await compareTexts(document(old), document(current))).map(({ level, code }) => `${level} ${code}`);
    expect(await codes(tagged("a", ordered), tagged("b", ordered))).toEqual(["warning event-order-changed"]);
    expect(await codes(tagged("a", small()), tagged("b", small()))).toEqual([]);
    const introduced = await codes(tagged("a", small()), tagged("a", ordered));
    expect(introduced.filter((each) => each.endsWith("event-order-changed"))).toEqual([]);
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
