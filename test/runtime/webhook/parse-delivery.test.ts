import { describe, expect, it } from "vitest";
import { parseDelivery } from "../../../runtime/webhook/index.js";
import { acme, acmeNow, credentials, delivery, thingEvent } from "../../support/runtime/webhook/acme.js";

describe("parseDelivery", () => {
  const parse = (made = delivery(), changes: object = {}) => {
    const headers = new Headers(made.headers);
    return parseDelivery({
      protocol: acme,
      ...credentials,
      header: (name) => headers.get(name),
      body: made.body,
      now: () => acmeNow,
      ...changes,
    });
  };

  it("returns the headers, and the content as value and text without the token", () => {
    const parsed = parse();
    expect(parsed.headers).toMatchObject({ eventId: "evt-1", eventType: "acme.thing" });
    expect(parsed.content).toEqual(thingEvent());
    expect(JSON.parse(parsed.json)).toEqual(thingEvent());
    expect(parse(delivery({ encryptKey: "k" }), { encryptKey: "k" }).content).toEqual(thingEvent());
  });

  it.each([
    ["a missing header", { header: () => null }, "header-missing"],
    ["another time", { now: () => acmeNow + 61_000 }, "timestamp-outside-window"],
    ["another secret", { secrets: ["other"] }, "signature-mismatch"],
    ["another token", { verificationToken: "other" }, "token-mismatch"],
    ["plaintext if encryption is expected", { encryptKey: "k" }, "decryption-failed"],
  ])("refuses %s", (_name, changes, code) => {
    expect(() => parse(delivery(), changes)).toThrow(expect.objectContaining({ code }));
  });
});
