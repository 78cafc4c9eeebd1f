import fc from "fast-check";
import { expect, it } from "vitest";
import { encrypt, sign } from "../../../runtime/webhook/index.js";
import { acme, acmeNow, acmeReceiver, acmeSeconds, thingEvent } from "../../support/runtime/webhook/acme.js";

const names = acme.headers;
const documented = new Set([200, 202, 203, 400, 403, 405, 413, 415, 500]);

const headerValue = fc
  .string({
    unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    maxLength: 80,
  })
  .filter((text) => !text.includes("\x7f"));
const nearly = (right: string): fc.Arbitrary<string> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: headerValue });

const event = fc.oneof(
  { weight: 3, arbitrary: fc.constant(thingEvent()) },
  {
    weight: 3,
    arbitrary: fc.constant(thingEvent({ meta: { id: "evt-1", topic: "acme.call", trace: "t" } })),
  },
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.jsonValue().map((value) => thingEvent({ meta: value })),
  fc.jsonValue().map((value) => thingEvent({ thing: value })),
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }),
  fc.json().map((text) => Buffer.from(text)),
  {
    weight: 6,
    arbitrary: event.map((value) => Buffer.from(JSON.stringify({ ...value, pass: "open sesame" }))),
  },
);

const likely = fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false));

/** The callback handlers, by what they do. */
const answerers = {
  absent: undefined,
  answers: (callback: unknown) => ({ seen: callback }),
  throws: () => {
    throw new Error("not now");
  },
  "returns nothing": () => undefined,
};

const request = fc.record({
  body,
  signRight: likely,
  /** Whether the receiver has encryption on, and whether the sender does the same. */
  encrypted: fc.boolean(),
  agreed: likely,
  answerer: fc.constantFrom<keyof typeof answerers>("absent", "answers", "throws", "returns nothing"),
  method: fc.oneof({ weight: 8, arbitrary: fc.constant("POST") }, fc.constantFrom("PUT", "PATCH", "DELETE")),
  extra: fc.dictionary(
    fc.constantFrom(names.test, "Acme-Hello", "content-encoding", "content-length"),
    fc.oneof(headerValue, fc.constantFrom("hello", "true", "identity")),
  ),
  contentType: nearly("application/json"),
  deliveryId: nearly("d-1"),
  eventId: nearly("evt-1"),
  eventType: fc.oneof(nearly("acme.thing"), fc.constant("acme.call")),
  timestamp: nearly(String(acmeSeconds)),
  nonce: nearly("n-1"),
  signature: nearly(`v1=${"0".repeat(64)}`),
});

it("returns a documented answer to any request, and stores nothing unless it accepts it", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      const { encrypted, agreed, answerer, timestamp, nonce } = sent;
      const sealed = encrypted === agreed;
      const { receiver, inbox } = acmeReceiver({
        maxBodyBytes: 2500,
        onCallback: answerers[answerer],
        ...(encrypted && { encryptKey: "k" }),
      });
      const random = (size: number) => new Uint8Array(size);
      const body = sealed
        ? encrypt({ protocol: acme, encryptKey: "k", body: sent.body, random })
        : new Uint8Array(sent.body);
      const parts = { timestamp: timestamp.trim(), nonce: nonce.trim(), body };
      const signature = sent.signRight
        ? sign({ protocol: acme, secret: "current secret", ...parts })
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
          body: new Uint8Array(body),
        }),
      );
      seen.add(`${response.status} ${encrypted ? "encrypted" : "plaintext"}`);
      expect(documented).toContain(response.status);
      expect(await inbox.list()).toHaveLength(response.status === 202 ? 1 : 0);
      // Plaintext is never accepted with encryption on, nor an encrypted body with it off.
      if (encrypted !== sealed) expect([200, 202]).not.toContain(response.status);
    }),
    { numRuns: 4000 },
  );
  // The property is only useful if requests reach the last steps.
  const far = [200, 202, 400, 403, 500].flatMap((status) => [`${status} plaintext`, `${status} encrypted`]);
  expect([...seen]).toEqual(expect.arrayContaining(far));
});

it("answers as unavailable if the body breaks off", async () => {
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
