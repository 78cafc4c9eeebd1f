import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { prepareAttempt } from "../../delivery/attempts/prepare-attempt.js";
import { assertBodySize, deliveredBytes } from "../../delivery/checks.js";
import { generateSecret } from "../../delivery/credentials/versions.js";
import { deliveryDefaults } from "../../delivery/index.js";
import type { Protocol } from "../../runtime/webhook/index.js";
import { acme } from "../support/runtime/webhook/acme.js";

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const protocols = fc
  .record({
    token: fc.option(fc.record({ property: text }), { nil: undefined }),
    sealed: fc.option(text, { nil: undefined }),
    batch: fc.constantFrom(undefined, "", "/events", "/a/ä"),
  })
  .map(({ token, sealed, batch }): Protocol => {
    const { token: _, encryption, event, ...rest } = acme;
    return {
      ...rest,
      event: { ...event, ...(batch === undefined ? {} : { batch }) },
      ...(token === undefined ? {} : { token }),
      ...(sealed === undefined ? {} : { encryption: { ...encryption, property: sealed } }),
    };
  });

async function deliveredBody(protocol: Protocol, content: string): Promise<number> {
  const secret = (kind: "signing-secret" | "verification-token") =>
    generateSecret(protocol, kind, randomBytes);
  const { body } = prepareAttempt({
    protocol,
    content,
    url: "https://example.com/",
    now: Date.now,
    random: randomBytes,
    identity: { deliveryId: "d", eventId: "e", eventType: "t" },
    credentials: {
      signingSecret: await secret("signing-secret"),
      signingSecretVersion: 1,
      encryptKey: "k",
      verificationToken: await secret("verification-token"),
    },
    encrypted: protocol.encryption !== undefined,
  });
  return body.length;
}

it("knows the size of the body before there is one", async () => {
  await fc.assert(
    fc.asyncProperty(protocols, text, async (protocol, value) => {
      const content = JSON.stringify({ "the event": value });
      expect(deliveredBytes(protocol, content)).toBe(await deliveredBody(protocol, content));
    }),
  );
});

it("refuses one byte more than the limit, with size, limit and remedy", () => {
  const content = JSON.stringify({ text: "ä".repeat(1000) });
  const bytes = deliveredBytes(acme, content);
  const check = (maxBodyBytes: number) =>
    assertBodySize({ protocol: acme, settings: { ...deliveryDefaults, maxBodyBytes } }, content);
  check(bytes);
  expect(() => check(bytes - 1)).toThrow(
    expect.objectContaining({
      code: "event-too-large",
      details: { bytes, limit: bytes - 1 },
      message: expect.stringMatching(/raise `maxBodyBytes`/),
    }),
  );
});
