import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BatchUnsupported,
  createMemoryInbox,
  parseDelivery,
  ReceiverMisconfigured,
  sign,
  signDelivery,
} from "../../../runtime/webhook/index.js";
import {
  acme,
  acmeNow,
  acmeReceiver,
  credentials,
  post,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";
import {
  bare,
  batchReceiver,
  secretsOnly,
  thing,
  without,
  wrapped,
} from "../../support/runtime/webhook/acme-batches.js";

describe.each([
  ["in an object", wrapped],
  ["in an array", bare],
])("a batch %s", (_name, protocol) => {
  it("is stored event by event, each as it was received", async () => {
    const handled: unknown[] = [];
    const { receiver, send, inbox, outcomes } = batchReceiver(protocol, {
      fallback: (event, { record }) => {
        handled.push([event, record.eventId]);
      },
    });
    const events = [thing("b"), thing("a", { thing: { id: "thing-2", rev: 1 } })];
    expect((await send(events, "d-1")).status).toBe(202);
    expect(outcomes).toMatchObject([
      { code: "stored", delivery: { deliveryId: "d-1" }, events: { stored: 2, duplicate: 0 } },
    ]);
    const records = await inbox.list();
    expect(records.map(({ json }) => json)).toEqual(events.map((event) => JSON.stringify(event)));
    expect(records).toMatchObject([
      { eventId: "b", deliveryId: "d-1", correlationId: "trace of b", ordering: { resource: "thing-1" } },
      { eventId: "a", deliveryId: "d-1", correlationId: "trace of a", ordering: { resource: "thing-2" } },
    ]);
    await receiver.drain();
    expect(handled).toEqual([
      [events[0], "b"],
      [events[1], "a"],
    ]);
  });

  it("is stored or refused as a whole, whatever is in it", async () => {
    const item = fc.oneof(
      { weight: 6, arbitrary: fc.nat({ max: 8 }).map((id) => ({ event: thing(`e${id}`), isValid: true })) },
      fc.constantFrom(
        { event: thingEvent({ thing: { id: "x", rev: "1" } }), isValid: false },
        { event: thingEvent({ meta: { id: "x", topic: "acme.other" } }), isValid: false },
        { event: thing("e1", { added: 1 }), isValid: false },
        { event: thing("x", { owner: { org: "org-1", app: "app-8", stage: "live" } }), isValid: false },
        { event: { meta: { topic: "acme.thing" }, thing: { rev: 1 } }, isValid: false },
        { event: [] as never, isValid: false },
        { event: null as never, isValid: false },
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(item, { maxLength: 6 }), { maxLength: 4 }),
        fc.boolean(),
        async (batches, encrypted) => {
          const { send, inbox, stored } = batchReceiver(protocol, encrypted ? { encryptKey: "k" } : {});
          // So that another content under its id is a conflict.
          await send([thing("e1")]);
          const wanted = ["e1"];
          for (const batch of batches) {
            const { status } = await send(batch.map(({ event }) => event));
            const isFine = batch.every(({ isValid }) => isValid);
            expect(status).toBe(isFine ? 202 : 400);
            const ids = batch.map(({ event }) => (event as { meta: { id: string } } | null)?.meta?.id);
            if (isFine)
              wanted.push(
                ...(ids.filter(
                  (id, at) => !wanted.includes(id as string) && ids.indexOf(id) === at,
                ) as string[]),
              );
            expect(await stored()).toEqual(wanted);
          }
          expect((await inbox.list()).every(({ event, json }) => JSON.stringify(event) === json)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("may have no event, or only known ones", async () => {
    const { send, stored, outcomes } = batchReceiver(protocol);
    expect((await send([])).status).toBe(202);
    expect((await send([thing("a"), thing("a")])).status).toBe(202);
    expect((await send([thing("a")])).status).toBe(202);
    expect(outcomes).toMatchObject([
      { code: "empty", events: { stored: 0, duplicate: 0 } },
      { code: "stored", events: { stored: 1, duplicate: 1 } },
      { code: "duplicate", events: { stored: 0, duplicate: 1 } },
    ]);
    expect(await stored()).toEqual(["a"]);
  });

  it("that is refused names the event", async () => {
    const { send, outcomes } = batchReceiver(protocol);
    await send([thing("a")]);
    await send([thing("b"), thing("a", { added: 1 })]);
    await send([thing("b"), thing("c", { thing: {} })]);
    await send([thing("b"), 7 as never]);
    await send([thing("b"), thingEvent({ meta: { topic: "acme.thing" } })]);
    const place = `${protocol.event.batch}/1`;
    expect(outcomes.slice(1)).toMatchObject([
      { code: "event-conflict", delivery: { eventId: "a" }, refusal: { place } },
      {
        code: "event-invalid",
        delivery: { eventId: "c" },
        refusal: { place, errors: [{ pointer: "/thing/rev" }] },
      },
      { code: "event-invalid", refusal: { place, errors: [{ pointer: "" }] } },
      {
        code: "event-invalid",
        delivery: { eventId: "" },
        refusal: { place, errors: [{ pointer: "/meta/id" }] },
      },
    ]);
  });

  it("has a bounded number of events", async () => {
    const { send, stored, outcomes } = batchReceiver(protocol, { maxBatchEvents: 2 });
    expect((await send([thing("a"), thing("b"), thing("c")])).status).toBe(413);
    expect(outcomes[0]).toMatchObject({ code: "batch-too-large" });
    expect((await send([thing("a"), thing("b")])).status).toBe(202);
    expect(await stored()).toEqual(["a", "b"]);
  });

  it("is unavailable, and not stored, if the store can't take all of it", async () => {
    const inbox = createMemoryInbox({ maxRecords: 2 });
    const { send, outcomes } = batchReceiver(protocol, { inbox });
    expect((await send([thing("a"), thing("b"), thing("c")])).status).toBe(500);
    expect(outcomes[0]).toMatchObject({ code: "inbox-unavailable" });
    expect(await inbox.list()).toEqual([]);
    expect((await send([thing("a"), thing("b")])).status).toBe(202);
  });

  it("is refused if its signature isn't right, before anything in it is read", async () => {
    const { receiver, outcomes } = batchReceiver(protocol);
    const keys = protocol.token === undefined ? {} : { verificationToken: credentials.verificationToken };
    const forged = signDelivery({ protocol, event: [], secrets: ["other"], ...keys, now: () => acmeNow });
    expect((await receiver.handle(post(forged, { body: "[[[" }))).status).toBe(403);
    expect(outcomes[0]?.code).toBe("signature-mismatch");
  });
});

describe("events of a batch", () => {
  const anonymous = without(bare.event, "id");

  it("without an id have that of the delivery and their position", async () => {
    const { send, stored } = batchReceiver({ ...bare, event: anonymous });
    for (const _ of ["first", "again"]) await send([thing("a"), thing("a")], "d-1");
    expect(await stored()).toEqual(["d-1/0", "d-1/1"]);
  });

  it("without any id are known by their text", async () => {
    const headers = without(bare.headers, "deliveryId");
    const { send, stored } = batchReceiver({ ...bare, headers, event: anonymous });
    for (const _ of ["first", "again"]) await send([thing("a"), thing("b")]);
    const ids = await stored();
    expect(ids).toHaveLength(2);
    expect(ids.every((id) => /^sha256-[0-9a-f]{64}$/.test(id))).toBe(true);
  });

  it("may change between attempts if the platform says so", async () => {
    const { send, inbox, outcomes } = batchReceiver({
      ...bare,
      event: { ...bare.event, changedContent: "retry" },
    });
    await send([thing("a")]);
    expect((await send([thing("a", { added: 1 }), thing("b")])).status).toBe(202);
    expect(outcomes[1]).toMatchObject({ code: "stored", events: { stored: 1, duplicate: 1 } });
    expect((await inbox.find("app-7", "a"))?.event).toEqual(thing("a"));
  });

  it("can't be callbacks", async () => {
    const protocol = { ...bare, callbacks: { eventTypes: ["acme.call"], timeoutSeconds: 1 } };
    const { send, outcomes } = batchReceiver(protocol, { onCallback: () => ({}) });
    await send([thing("a", { meta: { id: "c", topic: "acme.call" } })]);
    expect(outcomes[0]?.code).toBe("callback-unhandled");
  });
});

describe("a body that should have a batch", () => {
  it.each([
    ["an object without the array", wrapped, '{"list":{}}', "event-invalid"],
    ["an object instead of an array", bare, "{}", "event-invalid"],
    ["an array instead of an object", wrapped, "[]", "malformed-body"],
    ["text", bare, '"[]"', "malformed-body"],
  ])("is refused if it is %s", async (_name, protocol, text, code) => {
    const open = without(protocol, "token");
    const { receiver, outcomes } = batchReceiver(open);
    const body = Buffer.from(text);
    const made = signDelivery({ protocol: open, event: [], ...secretsOnly, now: () => acmeNow });
    const resigned = sign({
      protocol: open,
      secret: credentials.secrets[0] ?? "",
      body,
      timestamp: made.headers[acme.headers.timestamp],
      nonce: made.headers[acme.headers.nonce],
    });
    const request = post({ headers: { ...made.headers, [acme.headers.signature]: resigned }, body });
    expect((await receiver.handle(request)).status).toBe(400);
    expect(outcomes[0]?.code).toBe(code);
  });
});

describe("parseDelivery", () => {
  it("returns each event of a batch, without applying a limit", () => {
    const events = [thing("a"), thing("b")];
    for (const protocol of [wrapped, bare]) {
      const keys = protocol.token === undefined ? secretsOnly : credentials;
      const made = signDelivery({ protocol, event: events, ...keys, now: () => acmeNow });
      const headers = new Headers(made.headers);
      const parsed = parseDelivery({
        protocol,
        ...keys,
        body: made.body,
        now: () => acmeNow,
        header: (name) => headers.get(name),
      });
      expect(parsed.events).toEqual(events.map((content) => ({ content, json: JSON.stringify(content) })));
      expect(parsed.content).toEqual(protocol === bare ? {} : { list: { things: events } });
    }
  });
});

describe("a protocol without batches", () => {
  it("signs no list of events", () => {
    const event = [thing("a"), thing("b")];
    expect(() => signDelivery({ protocol: acme, event, ...credentials })).toThrow(BatchUnsupported);
  });

  it("takes no limit for them", () => {
    expect(() => acmeReceiver({ maxBatchEvents: 5 })).toThrow(ReceiverMisconfigured);
    expect(() => batchReceiver(bare, { maxBatchEvents: 0 })).toThrow(ReceiverMisconfigured);
    const inbox = without(createMemoryInbox(), "recordAll") as never;
    expect(() => batchReceiver(bare, { inbox })).toThrow("recordAll");
  });
});
