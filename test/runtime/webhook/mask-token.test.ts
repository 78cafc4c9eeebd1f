import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenMask } from "../../../runtime/webhook/wire/token.js";
import { acmeReceiver, credentials, delivery, post, thingEvent } from "../../support/runtime/webhook/acme.js";

const token = credentials.verificationToken;

/** A text in JSON, each of its characters written as `\uhhhh`. */
const escaped = (text: string): string =>
  [...text].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

describe("a verification token that the sender repeats in the event", () => {
  it("isn't stored, and the rest of the event is", async () => {
    const { receiver, inbox } = acmeReceiver();
    const event = thingEvent({ added: { deep: [token, `it is ${token}, twice ${token}`], big: 1 } });
    expect((await receiver.handle(post(delivery({ event })))).status).toBe(202);
    const [record] = await inbox.list();
    expect(JSON.stringify(record)).not.toContain(token);
    const deep = ["[redacted]", "it is [redacted], twice [redacted]"];
    expect(record?.event).toEqual(thingEvent({ added: { deep, big: 1 } }));
  });

  it("is a duplicate when it comes again", async () => {
    const { receiver, outcomes } = acmeReceiver();
    const event = thingEvent({ added: token });
    for (const deliveryId of ["d-1", "d-2"]) await receiver.handle(post(delivery({ event, deliveryId })));
    expect(outcomes.map(({ code }) => code)).toEqual(["stored", "duplicate"]);
  });
});

describe("tokenMask", () => {
  it("finds the token in any escape, and changes nothing else", () => {
    const mask = tokenMask(token);
    expect(mask(`{"a":"${escaped(token)}","\\u0062":1.50}`)).toBe('{"a":"[redacted]","\\u0062":1.50}');
    expect(mask(`{ "a" : "x\\/${token}" }`)).toBe('{ "a" : "x/[redacted]" }');
    expect(mask(`{"${token}":0}`)).toBe('{"[redacted]":0}');
    expect(tokenMask('to"ken\\1')('{"a":"x to\\"ken\\\\1"}')).toBe('{"a":"x [redacted]"}');
  });

  it("leaves no value that holds the token, and every value that doesn't", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(fc.constantFrom(token, "sesame", "open ", "\\", '"', "/")).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(fc.dictionary(text, fc.array(text)), fc.boolean(), (value, escapes) => {
        const plain = JSON.stringify(value);
        const json = escapes ? plain.replaceAll("s", "\\u0073").replaceAll("/", "\\/") : plain;
        const masked = tokenMask(token)(json);
        const hidden = (each: string): string => each.replaceAll(token, "[redacted]");
        const wanted = Object.entries(value).map(([name, list]) => [hidden(name), list.map(hidden)]);
        expect(Object.entries(JSON.parse(masked))).toEqual(Object.entries(Object.fromEntries(wanted)));
        expect(JSON.stringify(JSON.parse(masked))).not.toContain(token);
        if (!plain.includes(token)) expect(masked).toBe(json);
      }),
    );
  });

  it("masks a string with millions of escapes", () => {
    const text = "\\n".repeat(4_000_000);
    expect(tokenMask(token)(`["${text}","${escaped(token)}"]`)).toBe(`["${text}","[redacted]"]`);
  });

  it("leaves a token that is too short to be told from data", () => {
    expect(tokenMask("test")('{"a":"a test"}')).toBe('{"a":"a test"}');
  });
});
