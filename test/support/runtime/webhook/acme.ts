import {
  createMemoryInbox,
  createMemoryNonces,
  createReceiver,
  type EventValidator,
  type JsonObject,
  type Outcome,
  type Protocol,
  type ReceiverOptions,
  type SignDeliveryOptions,
  type SignedDelivery,
  sign,
  signDelivery,
} from "../../../../runtime/webhook/index.js";

/** A fictional platform, with other headers, statuses, signing input and pointers than the real one. */
export const acme = {
  headers: {
    deliveryId: "Acme-Delivery",
    eventId: "Acme-Id",
    eventType: "Acme-Topic",
    timestamp: "Acme-Time",
    nonce: "Acme-Once",
    signature: "Acme-Sign",
    test: "Acme-Drill",
  },
  signature: {
    algorithm: "hmac-sha256",
    content: ["nonce", "body", "timestamp"],
    separator: ".",
    prefix: "v1=",
    encoding: "hex",
  },
  timestamp: { unit: "seconds", toleranceSeconds: 60 },
  nonce: { retentionSeconds: 90 },
  token: { property: "pass" },
  encryption: {
    property: "sealed",
    algorithm: "aes-256-cbc",
    padding: "pkcs7",
    keyDerivation: "sha256",
    ivBytes: 16,
    encoding: "base64",
  },
  event: {
    id: "/meta/id",
    type: "/meta/topic",
    correlationId: "/meta/trace",
    testIdPrefix: "drill-",
    binding: {
      organization: ["/owner/org", "/org"],
      application: ["/owner/app"],
      environment: ["/owner/stage"],
      product: [],
    },
    ordering: { resource: "/thing/id", version: "/thing/rev" },
  },
  responses: { accepted: 202, unauthenticated: 403, unprocessable: 400, unavailable: 500 },
  verification: {
    header: "Acme-Hello",
    headerValue: "hello",
    typeProperty: "kind",
    challengeProperty: "echo",
    tokenProperty: "ticket",
    status: 203,
    timeoutSeconds: 2,
    maxResponseBytes: 100,
  },
  callbacks: { eventTypes: ["acme.call"], timeoutSeconds: 5 },
  retries: {
    maxAttempts: 3,
    testAttempts: 1,
    retriedStatuses: [429],
    retriesServerErrors: true,
    finalStatuses: [400, 403],
  },
} as const satisfies Protocol;

/** Monday morning on Acme's clock, in milliseconds. */
export const acmeNow = 1_700_000_000_400;
export const acmeSeconds = 1_700_000_000;

export const credentials = { secrets: ["current secret"], verificationToken: "open sesame" };
export const application = { id: "app-7", organization: "org-1", environment: "live" };

/** An example event of the only topic with a schema. */
export function thingEvent(changes: JsonObject = {}): JsonObject {
  return {
    meta: { id: "evt-1", topic: "acme.thing", trace: "trace-1" },
    owner: { org: "org-1", app: "app-7", stage: "live" },
    org: "org-1",
    thing: { id: "thing-1", rev: 1 },
    ...changes,
  };
}

/** `acme.thing` has a schema, `acme.news` and the callback have none, any other topic is unknown. */
export const validateAcme: EventValidator<JsonObject> = (event) => {
  const { meta, thing } = event as { meta?: JsonObject; thing?: JsonObject };
  switch (meta?.topic) {
    case "acme.news":
    case "acme.call":
      return { kind: "valid", event: event as JsonObject, specified: false };
    case "acme.thing":
    case "acme.scrap.iron":
      if (typeof thing?.rev === "number" && typeof meta.id === "string")
        return { kind: "valid", event: event as JsonObject, specified: true };
      return {
        kind: "invalid",
        errors: [{ pointer: "/thing/rev", keyword: "type", message: "must be a number" }],
      };
    default:
      return { kind: "unknown" };
  }
};

/** Acme's events by family; `acme.scrap` events are known by a pattern. */
export const acmeEvents = [
  { key: "acme.thing", family: "things" },
  { key: "acme.news", family: "news" },
  { key: "AcmeScrap", pattern: "^acme\\.scrap\\.", family: "things" },
] as const;

/** A receiver on Acme's clock with memory stores, and what it reported. */
export function acmeReceiver(overrides: Partial<ReceiverOptions<JsonObject>> = {}) {
  const now = overrides.now ?? (() => acmeNow);
  const inbox = createMemoryInbox({ now });
  const outcomes: Outcome[] = [];
  const receiver = createReceiver<JsonObject>({
    protocol: acme,
    events: acmeEvents,
    validate: validateAcme,
    fallback: () => {},
    dispatch: { mode: "manual" },
    application,
    ...credentials,
    inbox,
    nonces: createMemoryNonces({ now }),
    onOutcome: (outcome) => outcomes.push(outcome),
    logger: false,
    ...overrides,
    now,
  });
  return { receiver, inbox, outcomes };
}

/** A correct delivery of an event at Acme's time. */
export function delivery(options: Partial<SignDeliveryOptions> = {}): SignedDelivery {
  return signDelivery({
    protocol: acme,
    event: thingEvent(),
    ...credentials,
    now: () => acmeNow,
    ...options,
  });
}

/** A delivery as a Fetch request; headers that are `undefined` are left out. */
export function post(
  { headers, body }: SignedDelivery,
  changes: { headers?: Record<string, string | undefined>; body?: Uint8Array | string; method?: string } = {},
): Request {
  const all = Object.entries({ ...headers, ...changes.headers });
  return new Request("http://receiver.test/hook", {
    method: changes.method ?? "POST",
    headers: all.filter((header): header is [string, string] => header[1] !== undefined),
    body: new Uint8Array(
      typeof changes.body === "string" ? Buffer.from(changes.body) : (changes.body ?? body),
    ),
  });
}

/** A delivery of exactly these bytes, correctly signed for the given time. */
export function signed(
  body: Uint8Array,
  options: { timestamp?: string; nonce?: string; secret?: string } = {},
) {
  const { timestamp = String(acmeSeconds), nonce = "n-1", secret = "current secret" } = options;
  const made = delivery();
  const signature = sign({ protocol: acme, secret, timestamp, nonce, body });
  const headers = {
    ...made.headers,
    [acme.headers.timestamp]: timestamp,
    [acme.headers.nonce]: nonce,
    [acme.headers.signature]: signature,
  };
  return { headers, body };
}

/** An event's plaintext body with the correct token. */
export const withToken = (event: object): Buffer =>
  Buffer.from(JSON.stringify({ ...event, pass: credentials.verificationToken }));
