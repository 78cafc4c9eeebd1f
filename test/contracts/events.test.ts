import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Parser } from "@asyncapi/parser";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Protocol } from "../../runtime/webhook/index.js";
import { subscriptionEvents } from "../support/contracts/subscription-events.js";

const root = new URL("../../", import.meta.url);
const eventsUrl = new URL("contracts/events.asyncapi.yaml", root);
const text = readFileSync(eventsUrl, "utf8");

// §6.6 and §6.8: family, name, base schema.
const OTHER_EVENTS: Readonly<Record<string, readonly [family: string, name: string, base: string]>> = {
  AccessContextChanged: ["access", "oem.access_context.changed.v1", "access-change-event"],
  ProductActivated: ["access", "oem.product.activated.v1", "product-activation-event"],
  IdentityRegistrationCompleted: ["identity", "identity.registration.completed.v1", "unspecified-event"],
  PaymentOrderCreated: ["payment", "payment.order.created.v1", "unspecified-event"],
  PaymentIntentCreated: ["payment", "payment.intent.created.v1", "unspecified-event"],
  PaymentRequiresAction: ["payment", "payment.requires_action.v1", "unspecified-event"],
  PaymentPending: ["payment", "payment.pending.v1", "unspecified-event"],
  PaymentSucceeded: ["payment", "payment.succeeded.v1", "unspecified-event"],
  PaymentFailed: ["payment", "payment.failed.v1", "unspecified-event"],
  PaymentCancelled: ["payment", "payment.cancelled.v1", "unspecified-event"],
  PaymentUnknown: ["payment", "payment.unknown.v1", "unspecified-event"],
  PaymentRefundPending: ["refund", "payment.refund.pending.v1", "unspecified-event"],
  PaymentRefundUnknown: ["refund", "payment.refund.unknown.v1", "unspecified-event"],
  PaymentRefundSucceeded: ["refund", "payment.refund.succeeded.v1", "unspecified-event"],
  PaymentRefundFailed: ["refund", "payment.refund.failed.v1", "unspecified-event"],
  BillingStatementPublished: ["billing", "billing.statement.published.v1", "unspecified-event"],
  SupportRequestReceived: ["support", "oem.support.request_received.v1", "unspecified-event"],
  TokenAgentAction: ["callback", "token.agent.action.v1", "unspecified-event"],
};

// Events of which only the suffix is known.
const PATTERN_EVENTS: Readonly<Record<string, string>> = {
  SupportReplyCreated: "reply_created",
  SupportStatusChanged: "status_changed",
};

const PROTOCOL: Protocol = {
  headers: {
    deliveryId: "X-SVC-Delivery-ID",
    eventId: "X-SVC-Event-ID",
    eventType: "X-SVC-Event-Type",
    timestamp: "X-SVC-Request-Timestamp",
    nonce: "X-SVC-Request-Nonce",
    signature: "X-SVC-Signature",
    test: "X-SVC-Test-Delivery",
  },
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: "\n",
    prefix: "sha256=",
    encoding: "hex",
  },
  timestamp: { unit: "seconds", toleranceSeconds: 300 },
  nonce: { retentionSeconds: 600 },
  token: { property: "verification_token" },
  encryption: {
    property: "encrypt",
    algorithm: "aes-256-cbc",
    padding: "pkcs7",
    keyDerivation: "sha256",
    ivBytes: 16,
    encoding: "base64",
  },
  event: {
    id: "/event_id",
    type: "/event_type",
    correlationId: "/correlation_id",
    testIdPrefix: "evt_webhook_test_",
    binding: {
      organization: ["/tenant_id", "/data/organization_id"],
      application: ["/data/open_platform_application_id"],
      environment: ["/data/environment"],
      product: ["/data/product_code"],
    },
    ordering: { resource: "/resource_id", version: "/resource_version" },
  },
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
  verification: {
    header: "X-SVC-Webhook-Verification",
    headerValue: "url_verification",
    typeProperty: "type",
    challengeProperty: "challenge",
    tokenProperty: "token",
    status: 200,
    timeoutSeconds: 1,
    maxResponseBytes: 64 * 1024,
  },
  callbacks: { eventTypes: ["token.agent.action.v1"], timeoutSeconds: 5 },
  retries: {
    maxAttempts: 8,
    testAttempts: 1,
    retriedStatuses: [408, 425, 429],
    retriesServerErrors: true,
    finalStatuses: [400, 401, 403, 404, 410, 422],
  },
};

interface Message {
  readonly name?: string;
  readonly tags: readonly { readonly name: string }[];
  readonly payload: { readonly schemaFormat: string; readonly schema: unknown };
}
interface EventsDocument {
  readonly channels: Readonly<Record<string, { readonly messages?: Readonly<Record<string, unknown>> }>>;
  readonly components: { readonly messages: Readonly<Record<string, Message>> };
  readonly "x-webhook-protocol": unknown;
}
const document = parse(text) as EventsDocument;
const messages = document.components.messages;

const message = (key: string): Message => {
  const found = messages[key];
  if (found === undefined) throw new Error(`no message ${key}`);
  return found;
};
const ref = (schema: string) => ({ $ref: `./schemas/${schema}.schema.yaml` });

describe("the messages", () => {
  it("are those that the platform names, and others that are added later", () => {
    expect(Object.keys(subscriptionEvents)).toHaveLength(20);
    const tables = [subscriptionEvents, OTHER_EVENTS, PATTERN_EVENTS];
    expect(Object.keys(messages)).toEqual(
      expect.arrayContaining(tables.flatMap((table) => Object.keys(table))),
    );
  });

  it.each(Object.entries(subscriptionEvents))(
    "%s allows the documented statuses",
    (key, [name, statuses]) => {
      expect(message(key)).toMatchObject({ name, tags: [{ name: "subscription" }] });
      expect(message(key).payload.schema).toEqual({
        type: "object",
        allOf: [ref("subscription-event")],
        properties: {
          event_type: { const: name },
          data: { type: "object", properties: { status: { enum: statuses.split(" ") } } },
        },
      });
    },
  );

  it.each(Object.entries(OTHER_EVENTS))(
    "%s has its documented name and base schema",
    (key, [family, name, base]) => {
      expect(message(key)).toMatchObject({ name, tags: [{ name: family }] });
      expect(message(key).payload.schema).toEqual({
        type: "object",
        allOf: [ref(base)],
        properties: { event_type: { const: name } },
      });
    },
  );

  it.each(Object.entries(PATTERN_EVENTS))("%s is defined only by its suffix", (key, suffix) => {
    expect(message(key)).not.toHaveProperty("name");
    const schema = message(key).payload.schema as { properties: { event_type: { pattern: string } } };
    const pattern = new RegExp(schema.properties.event_type.pattern, "u");
    for (const prefix of ["", "anything_", "any.thing."])
      expect(`oem.support.${prefix}${suffix}.v1`).toMatch(pattern);
    for (const name of [
      `oem.support.${suffix}.v2`,
      `oem.support.${suffix}.v11`,
      `oem.support.${suffix}_again.v1`,
      `oem.support${suffix}.v1`,
      `oem_support.${suffix}.v1`,
      `x.oem.support.${suffix}.v1`,
      "oem.support.request_received.v1",
    ]) {
      expect(name).not.toMatch(pattern);
    }
  });

  it("use one channel for events and another for callbacks", () => {
    expect(Object.keys(document.channels.callbacks?.messages ?? {})).toEqual(["TokenAgentAction"]);
    expect(Object.keys(document.channels.events?.messages ?? {})).toEqual(
      Object.keys(messages).filter((key) => key !== "TokenAgentAction"),
    );
  });

  it("mention only names of events", () => {
    const schemas = new URL("contracts/schemas/", root);
    const texts = [text, ...readdirSync(schemas).map((file) => readFileSync(new URL(file, schemas), "utf8"))];
    const mentioned = texts.flatMap((source) => source.match(/\b[a-z_]+(?:\.[a-z_]+)+\.v\d+\b/g) ?? []);
    const named = Object.values(messages).flatMap(({ name }) => name ?? []);
    expect([...new Set(mentioned)].toSorted()).toEqual(named.toSorted());
  });
});

describe("as an AsyncAPI document", () => {
  it("parses without findings", async () => {
    const { document: parsed, diagnostics } = await new Parser().parse(text, {
      source: fileURLToPath(eventsUrl),
    });
    expect(diagnostics).toEqual([]);
    expect(parsed?.messages().all()).toHaveLength(Object.keys(messages).length);
  });
});

describe("x-webhook-protocol", () => {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  let protocolErrors: (protocol: unknown) => readonly string[];
  beforeAll(() => {
    const url = new URL("reader/vocabulary/webhook-protocol.schema.yaml", root);
    const validate = ajv.compile(parse(readFileSync(url, "utf8")));
    protocolErrors = (protocol) =>
      validate(protocol) ? [] : (validate.errors ?? []).map((error) => error.instancePath);
  });

  it("has the platform's values", () => {
    expect(document["x-webhook-protocol"]).toEqual(PROTOCOL);
  });

  it("is valid under its vocabulary, also without its optional parts", () => {
    const { encryption: _, verification: __, callbacks: ___, ...rest } = PROTOCOL;
    expect(protocolErrors(document["x-webhook-protocol"])).toEqual([]);
    expect(protocolErrors(rest)).toEqual([]);
  });

  it.each<[what: string, protocol: object, pointer: string]>([
    ["an unknown part", { ...PROTOCOL, compression: {} }, ""],
    ["a missing part", { ...PROTOCOL, responses: undefined }, ""],
    [
      "a header name with a line feed",
      { ...PROTOCOL, headers: { ...PROTOCOL.headers, nonce: "X\n" } },
      "/headers/nonce",
    ],
    [
      "a signature without the body",
      { ...PROTOCOL, signature: { ...PROTOCOL.signature, content: ["nonce"] } },
      "/signature/content",
    ],
    ["a pointer without a slash", { ...PROTOCOL, event: { ...PROTOCOL.event, id: "event_id" } }, "/event/id"],
    [
      "a success status for refusals",
      { ...PROTOCOL, responses: { ...PROTOCOL.responses, unavailable: 200 } },
      "/responses/unavailable",
    ],
    [
      "a time limit of zero",
      { ...PROTOCOL, callbacks: { eventTypes: ["a"], timeoutSeconds: 0 } },
      "/callbacks/timeoutSeconds",
    ],
  ])("refuses %s", (_, protocol, pointer) => {
    expect(protocolErrors(protocol)).toContain(pointer);
  });
});
