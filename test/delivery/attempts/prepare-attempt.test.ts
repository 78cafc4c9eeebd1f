import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { prepareAttempt } from "../../../delivery/attempts/prepare-attempt.js";
import { signDelivery } from "../../../runtime/webhook/index.js";
import { acme, acmeNow, credentials, thingEvent } from "../../support/runtime/webhook/acme.js";

const zeros = (size: number): Uint8Array => new Uint8Array(size);

it("makes the same bytes as signDelivery", () => {
  const event = thingEvent();
  const [signingSecret = ""] = credentials.secrets;
  const now = () => acmeNow;
  for (const encryptKey of [undefined, "k"]) {
    const prepared = prepareAttempt({
      protocol: acme,
      content: JSON.stringify(event),
      identity: { deliveryId: "d", eventId: "evt-1", eventType: "acme.thing" },
      credentials: { ...credentials, signingSecret, signingSecretVersion: 1, encryptKey: "k" },
      encrypted: encryptKey !== undefined,
      url: "https://example.com/",
      now,
      random: zeros,
    });
    const signed = signDelivery({
      protocol: acme,
      event,
      ...credentials,
      encryptKey,
      deliveryId: "d",
      now,
      random: zeros,
    });
    expect(prepared).toEqual(signed);
  }
});

it("never repeats a nonce", () => {
  const prepare = () =>
    prepareAttempt({
      protocol: acme,
      content: "{}",
      identity: { deliveryId: "d", eventId: "e", eventType: "t" },
      credentials: { signingSecret: "s", signingSecretVersion: 1, verificationToken: "t" },
      encrypted: false,
      url: "https://example.com/",
      now: Date.now,
      random: randomBytes,
    });
  expect(prepare().headers["Acme-Once"]).not.toBe(prepare().headers["Acme-Once"]);
});
