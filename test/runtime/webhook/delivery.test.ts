import { expect, it } from "vitest";
import { decryptBody, signDelivery, verifySignature } from "../../../runtime/webhook/index.js";
import {
  acme,
  acmeNow,
  acmeReceiver,
  acmeSeconds,
  credentials,
  delivery,
  post,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

const zeros = (size: number): Uint8Array => new Uint8Array(size);

it("creates the same bytes with the same clock and randomness", () => {
  const made = delivery({ random: zeros });
  const body = JSON.stringify({ ...thingEvent(), pass: "open sesame" });
  expect(Buffer.from(made.body).toString()).toBe(body);
  const nonce = "0".repeat(32);
  expect(made.headers).toEqual({
    "content-type": "application/json",
    "Acme-Delivery": `delivery_${nonce}`,
    "Acme-Id": "evt-1",
    "Acme-Topic": "acme.thing",
    "Acme-Time": String(acmeSeconds),
    "Acme-Once": nonce,
    // printf '%s' "$NONCE.$BODY.1700000000" | openssl dgst -sha256 -hmac 'current secret'
    "Acme-Sign": "v1=0ada3457b1b77b34d551b50b2baaf3cb84d03a69efd2891e2c3b04648e7672d6",
  });
});

it("signs the encrypted bytes, with the first secret", () => {
  const event = thingEvent();
  const options = {
    protocol: acme,
    event,
    ...credentials,
    secrets: ["new", "old"],
    encryptKey: "k",
    now: () => acmeNow,
  };
  const { headers, body } = signDelivery(options);
  const parts = { timestamp: headers["Acme-Time"] ?? "", nonce: headers["Acme-Once"] ?? "", body };
  const signature = headers["Acme-Sign"] ?? "";
  expect(verifySignature({ protocol: acme, secrets: ["new"], ...parts, signature })).toBe(true);
  expect(verifySignature({ protocol: acme, secrets: ["old"], ...parts, signature })).toBe(false);
  expect(decryptBody({ protocol: acme, encryptKey: "k", body })).toEqual({ ...event, pass: "open sesame" });
});

it("never repeats a nonce or initialization vector, and keeps a given delivery id", () => {
  const [a, b] = [
    delivery({ encryptKey: "k", deliveryId: "d" }),
    delivery({ encryptKey: "k", deliveryId: "d" }),
  ];
  expect(a.headers["Acme-Once"]).not.toBe(b.headers["Acme-Once"]);
  expect(Buffer.from(a.body).toString()).not.toBe(Buffer.from(b.body).toString());
  expect([a.headers["Acme-Delivery"], b.headers["Acme-Delivery"]]).toEqual(["d", "d"]);
});

it("has the test header only for a test event", async () => {
  const drill = thingEvent({ meta: { id: "drill-1", topic: "acme.thing" } });
  expect(delivery({ event: drill }).headers["Acme-Drill"]).toBe("true");
  expect(delivery().headers).not.toHaveProperty("Acme-Drill");
  expect((await acmeReceiver().receiver.handle(post(delivery({ event: drill })))).status).toBe(202);
});
