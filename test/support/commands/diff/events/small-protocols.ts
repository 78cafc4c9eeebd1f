import { type Data, document, event } from "./small-events.js";

const source = { url: "https://platform.example/webhooks", says: "The platform says so." };

/** Every member of the vocabulary, even those that exclude each other. */
export const full = {
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
  otherHeaders: { "X-Shop": "a" },
  signature: {
    form: "http-message-signatures",
    label: "sig",
    parameters: { keyid: "key", alg: true, tag: "hooks", expiresSeconds: 300 },
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
  timestamp: {
    unit: "seconds",
    toleranceSeconds: 300,
    mustRefuse: ["past"],
    shouldRefuse: ["future"],
    source,
  },
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
  responses: { accepted: 204, unauthenticated: 401, unprocessable: 422, unavailable: 503, source },
  rules: {
    unknownEvents: { answer: "accepted", level: "must", source },
    duplicates: { level: "must", source },
    ordering: { level: "must", source },
    replay: { level: "must", source },
    signatureForm: { level: "must", source },
    timeouts: { level: "must", source },
    verification: { level: "must", source },
  },
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
    delaySeconds: [5, 300],
    maxAgeSeconds: 86_400,
  },
};

/** A document with one event and a protocol. */
export function withProtocol(protocol: Data, members: Data = {}) {
  return document({
    channels: { hooks: { address: null, messages: { A: event("a") } } },
    "x-webhook-protocol": protocol,
    ...members,
  });
}

/** A protocol with what the vocabulary requires, and more. */
export function small(more: Data = {}): Data {
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
