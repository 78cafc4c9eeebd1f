import { createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { prepareAttempt } from "../../../delivery/attempts/prepare-attempt.js";
import { protocol } from "../../../generated/events/protocol.js";
import { parseDelivery } from "../../../runtime/webhook/index.js";
import {
  acme,
  acmeNow,
  acmeReceiver,
  credentials,
  post,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

const identity = { deliveryId: "delivery-1", eventId: "evt-1", eventType: "acme.thing" };
const signing = {
  signingSecret: credentials.secrets[0] ?? "",
  signingSecretVersion: 1,
  verificationToken: credentials.verificationToken,
  encryptKey: "Schlüssel",
};
const content = JSON.stringify(thingEvent({ note: 'Grüße "😀"', pass: "the platform's own" }));
const common = {
  identity,
  credentials: signing,
  content,
  url: "https://example.com/hook",
  random: randomBytes,
};

it.each([false, true])("is accepted by the receiver (encrypted: %s)", async (encrypted) => {
  const options = encrypted ? { encryptKey: signing.encryptKey } : {};
  const { receiver } = acmeReceiver(options);
  const attempt = () => prepareAttempt({ ...common, protocol: acme, encrypted, now: () => acmeNow });
  const first = attempt();
  expect((await receiver.handle(post(first))).status).toBe(acme.responses.accepted);
  expect((await receiver.handle(post(first))).status).toBe(acme.responses.unauthenticated);
  expect((await receiver.handle(post(attempt()))).status).toBe(acme.responses.accepted);
});

it.each([false, true])("is what the description says, worked out by hand (encrypted: %s)", (encrypted) => {
  const now = 1_700_000_000_999;
  const { headers, body } = prepareAttempt({ ...common, protocol, encrypted, now: () => now });
  const { "X-SVC-Request-Timestamp": time, "X-SVC-Request-Nonce": nonce = "" } = headers;
  expect(time).toBe("1700000000");
  const mac = createHmac("sha256", signing.signingSecret)
    .update(`${time}\n${nonce}\n`)
    .update(body)
    .digest("hex");
  expect(headers).toEqual({
    "content-type": "application/json",
    "X-SVC-Delivery-ID": "delivery-1",
    "X-SVC-Event-ID": "evt-1",
    "X-SVC-Event-Type": "acme.thing",
    "X-SVC-Request-Timestamp": time,
    "X-SVC-Request-Nonce": nonce,
    "X-SVC-Signature": `sha256=${mac}`,
  });
  const plain = encrypted ? decrypted(body) : Buffer.from(body).toString();
  expect(plain).toBe(`${content.slice(0, -1)},"verification_token":"open sesame"}`);
});

function decrypted(body: Uint8Array): string {
  const outer = JSON.parse(Buffer.from(body).toString());
  expect(Object.keys(outer)).toEqual(["encrypt"]);
  const sealed = Buffer.from(outer.encrypt, "base64");
  const key = createHash("sha256").update(signing.encryptKey).digest();
  const decipher = createDecipheriv("aes-256-cbc", key, sealed.subarray(0, 16));
  return Buffer.concat([decipher.update(sealed.subarray(16)), decipher.final()]).toString();
}

it("marks a test, and only a test", () => {
  const header = (eventId: string) =>
    prepareAttempt({
      ...common,
      protocol,
      encrypted: false,
      now: Date.now,
      identity: { ...identity, eventId },
    }).headers["X-SVC-Test-Delivery"];
  expect([header("evt_webhook_test_1"), header("evt_1")]).toEqual(["true", undefined]);
});

it("puts one event into the array of a protocol with batches", () => {
  for (const [batch, body] of [
    ["", `[${content}]`],
    ["/a/b", `{"a":{"b":[${content}]},"pass":"open sesame"}`],
  ] as const) {
    const batches = { ...acme, event: { ...acme.event, batch } };
    const attempt = prepareAttempt({ ...common, protocol: batches, encrypted: false, now: () => acmeNow });
    expect(Buffer.from(attempt.body).toString()).toBe(body);
  }
});

it("leaves numbers as they were written", () => {
  const written = '{"big":12345678901234567890123,"price":1.50}';
  const attempt = prepareAttempt({ ...common, content: written, protocol, encrypted: false, now: Date.now });
  expect(Buffer.from(attempt.body).toString()).toContain('"big":12345678901234567890123,"price":1.50,');
});

it("says which credential is missing, and tells none", () => {
  const { encryptKey: _, ...plain } = signing;
  const attempt = () =>
    prepareAttempt({ ...common, protocol, encrypted: true, credentials: plain, now: Date.now });
  expect(attempt).toThrow(expect.objectContaining({ code: "credential-missing" }));
  expect(attempt).toThrow(/Encrypt Key/);
});

it("is read by parseDelivery", () => {
  const { headers, body } = prepareAttempt({
    ...common,
    protocol: acme,
    encrypted: false,
    now: () => acmeNow,
  });
  const byName = new Headers(headers);
  const parsed = parseDelivery({
    protocol: acme,
    ...credentials,
    body,
    header: (name) => byName.get(name),
    now: () => acmeNow,
  });
  expect(parsed.headers.deliveryId).toBe("delivery-1");
  expect(parsed.content).toEqual(thingEvent({ note: 'Grüße "😀"' }));
});
