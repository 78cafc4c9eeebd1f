import fc from "fast-check";
import { expect, it } from "vitest";
import { sign } from "../../../runtime/webhook/index.js";
import { acme, acmeNow, acmeReceiver, acmeSeconds, thingEvent } from "./acme.js";

const names = acme.headers;
const documented = new Set([202, 203, 400, 403, 405, 413, 415]);

const headerValue = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 80,
  })
  .filter((text) => !text.includes("\x7f"));
const nearly = (right: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: headerValue });

const event = fc.oneof(
  fc.constant(thingEvent()),
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.jsonValue().map((value) => thingEvent({ meta: value })),
  fc.jsonValue().map((value) => thingEvent({ thing: value })),
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.json().map((text) => Buffer.from(text)),
  event.map((value) => Buffer.from(JSON.stringify({ ...value, pass: "open sesame" }))),
);

const request = fc.record({
  body,
  signRight: fc.boolean(),
  method: fc.oneof({ weight: 8, arbitrary: fc.constant("POST") }, fc.constantFrom("PUT", "PATCH", "DELETE")),
  extra: fc.dictionary(
    fc.constantFrom(names.test, "Acme-Hello", "content-encoding", "content-length"),
    fc.oneof(headerValue, fc.constantFrom("hello", "true", "identity")),
  ),
  contentType: nearly("application/json"),
  deliveryId: nearly("d-1"),
  eventId: nearly("evt-1"),
  eventType: nearly("acme.thing"),
  timestamp: nearly(String(acmeSeconds)),
  nonce: nearly("n-1"),
  signature: nearly(`v1=${"0".repeat(64)}`),
});

it("gives a documented answer to whatever arrives, and stores nothing unless it accepts", async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, fc.boolean(), async (sent, encrypted) => {
      const { receiver, inbox } = acmeReceiver({ maxBodyBytes: 2500, ...(encrypted && { encryptKey: "k" }) });
      const { timestamp, nonce } = sent;
      const signature = sent.signRight
        ? sign({
            protocol: acme,
            secret: "current secret",
            timestamp: timestamp.trim(),
            nonce: nonce.trim(),
            body: sent.body,
          })
        : sent.signature;
      const response = await receiver.handle(
        new Request("http://receiver.test/", {
          method: sent.method,
          headers: {
            "content-type": sent.contentType,
            [names.deliveryId]: sent.deliveryId,
            [names.eventId]: sent.eventId,
            [names.eventType]: sent.eventType,
            [names.timestamp]: timestamp,
            [names.nonce]: nonce,
            [names.signature]: signature,
            ...sent.extra,
          },
          body: new Uint8Array(sent.body),
        }),
      );
      seen.add(response.status);
      expect(documented).toContain(response.status);
      expect(await inbox.list()).toHaveLength(response.status === 202 ? 1 : 0);
    }),
    { numRuns: 3000 },
  );
  // The property is worth something only if it reaches the far end of the steps.
  expect([...seen]).toEqual(expect.arrayContaining([202, 400, 403]));
});

it("answers as unavailable when the body breaks off", async () => {
  const { receiver, inbox, outcomes } = acmeReceiver({ now: () => acmeNow });
  const broken = new ReadableStream({
    start(controller) {
      controller.error(new Error("connection reset"));
    },
  });
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: broken,
    duplex: "half",
  };
  const response = await receiver.handle(new Request("http://receiver.test/", init));
  expect([response.status, outcomes[0]?.code]).toEqual([500, "internal-fault"]);
  expect(await inbox.list()).toEqual([]);
});
