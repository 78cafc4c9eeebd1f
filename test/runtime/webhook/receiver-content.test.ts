import { describe, expect, it } from "vitest";
import {
  acme,
  acmeReceiver,
  delivery,
  post,
  signed,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

const names = acme.headers;
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe("step 4, body and token", () => {
  it.each(["", "hello", "[]", "null", "{}{}", "\uFEFF{}"])("answers the body %j with 400", async (body) => {
    const { receiver, outcomes } = acmeReceiver();
    expect((await receiver.handle(post(signed(Buffer.from(body))))).status).toBe(400);
    expect(outcomes[0]?.code).toBe("malformed-body");
  });

  it.each([
    {},
    { pass: "" },
    { pass: "open sesame " },
    { pass: 1 },
    { pass: ["open sesame"] },
    { pass: null },
  ])("answers the token of %j with 403", async (token) => {
    const { receiver, outcomes } = acmeReceiver();
    expect((await receiver.handle(post(signed(json({ ...thingEvent(), ...token }))))).status).toBe(403);
    expect(outcomes[0]?.code).toBe("token-mismatch");
  });

  it("decrypts the body if an Encrypt Key is set, and refuses plaintext", async () => {
    const { receiver, inbox } = acmeReceiver({ encryptKey: "k" });
    expect((await receiver.handle(post(delivery({ encryptKey: "k" })))).status).toBe(202);
    expect((await receiver.handle(post(delivery()))).status).toBe(400);
    expect((await inbox.list()).map(({ event }) => event)).toEqual([thingEvent()]);
  });

  it("follows a switch of encryption without a restart", async () => {
    let key: string | undefined;
    const { receiver } = acmeReceiver({ encryptKey: async () => key });
    const plain = async () => (await receiver.handle(post(delivery()))).status;
    const sealed = async (encryptKey: string) =>
      (await receiver.handle(post(delivery({ encryptKey })))).status;
    expect([await plain(), await sealed("k")]).toEqual([202, 403]);
    key = "k";
    expect([await plain(), await sealed("k"), await sealed("other")]).toEqual([400, 202, 400]);
    key = "other";
    expect([await sealed("k"), await sealed("other")]).toEqual([400, 202]);
    key = undefined;
    expect([await plain(), await sealed("other")]).toEqual([202, 403]);
  });

  it.each([
    ["can't be read", () => Promise.reject(new Error("vault sealed"))],
    ["is empty", () => ""],
    ["isn't text", () => null as unknown as string],
  ])(
    "answers with the protocol's 500, and takes no plaintext, while the Encrypt Key %s",
    async (_, encryptKey) => {
      const { receiver, outcomes } = acmeReceiver({ encryptKey });
      expect((await receiver.handle(post(delivery()))).status).toBe(500);
      expect(outcomes[0]?.code).toBe("secrets-unavailable");
    },
  );

  it("answers every decryption failure in the same way, and a wrong token inside with 403", async () => {
    const { receiver } = acmeReceiver({ encryptKey: "k" });
    const good = delivery({ encryptKey: "k" });
    const outer = JSON.parse(Buffer.from(good.body).toString());
    const faults = [
      json({ ...outer, extra: 1 }),
      json({ sealed: outer.sealed.slice(0, 24) }),
      json({ sealed: "????" }),
      delivery({ encryptKey: "other" }).body,
      Buffer.from("hello"),
    ];
    for (const [index, body] of faults.entries()) {
      const response = await receiver.handle(post(signed(body, { nonce: `n-${index}` })));
      expect([response.status, await response.text(), [...response.headers]]).toEqual([400, "", []]);
    }
    const wrongToken = delivery({ encryptKey: "k", verificationToken: "other" });
    expect((await receiver.handle(post(wrongToken))).status).toBe(403);
  });

  it("expects encryption according to the configuration, not the request", async () => {
    const { receiver } = acmeReceiver();
    expect((await receiver.handle(post(delivery({ encryptKey: "k" })))).status).toBe(403);
  });
});

describe("step 5, event", () => {
  const meta = { id: "evt-1", topic: "acme.thing" };
  it.each([
    ["an unknown type", "event-unknown", thingEvent({ meta: { ...meta, topic: "acme.thing2" } }), {}],
    ["a violation of the schema", "event-invalid", thingEvent({ thing: {} }), {}],
    ["another id in the header", "header-mismatch", thingEvent(), { [names.eventId]: "evt-2" }],
    ["another type in the header", "header-mismatch", thingEvent(), { [names.eventType]: "acme.news" }],
    ["another organization", "binding-mismatch", thingEvent({ org: "org-2" }), {}],
    ["a missing application", "binding-mismatch", thingEvent({ owner: { org: "org-1", stage: "live" } }), {}],
    ["a callback that nothing handles", "callback-unhandled", { meta: { ...meta, topic: "acme.call" } }, {}],
  ])("answers %s with 400 and stores nothing", async (_name, code, event, headers) => {
    const { receiver, inbox, outcomes } = acmeReceiver();
    expect((await receiver.handle(post(delivery({ event }), { headers }))).status).toBe(400);
    expect(outcomes[0]?.code).toBe(code);
    expect(await inbox.list()).toEqual([]);
  });

  it("reports the validator's errors", async () => {
    const { receiver, outcomes } = acmeReceiver();
    await receiver.handle(post(delivery({ event: thingEvent({ thing: {} }) })));
    expect(outcomes[0]?.refusal?.errors).toEqual([
      { pointer: "/thing/rev", keyword: "type", message: "must be a number" },
    ]);
  });

  it("accepts an event without a specified payload, without the binding check", async () => {
    const { receiver, inbox } = acmeReceiver();
    const event = { meta: { id: "evt-9", topic: "acme.news" } };
    expect((await receiver.handle(post(delivery({ event })))).status).toBe(202);
    expect((await inbox.list())[0]).toMatchObject({ eventId: "evt-9", event, correlationId: undefined });
  });

  it("answers with the protocol's 500 if the validator throws", async () => {
    const { receiver } = acmeReceiver({
      validate: () => {
        throw new Error("a bug");
      },
    });
    expect((await receiver.handle(post(delivery()))).status).toBe(500);
  });
});
