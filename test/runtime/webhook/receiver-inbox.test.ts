import { describe, expect, it } from "vitest";
import type { Inbox } from "../../../runtime/webhook/index.js";
import {
  acme,
  acmeNow,
  acmeReceiver,
  delivery,
  post,
  signed,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

const names = acme.headers;

describe("steps 6 and 7, inbox and answer", () => {
  it("stores the event as received without the token, and answers with an empty body", async () => {
    const { receiver, inbox } = acmeReceiver();
    const event = thingEvent({ added: { deep: [1, null] } });
    const response = await receiver.handle(post(delivery({ event, deliveryId: "d-1" })));
    expect([response.status, await response.text()]).toEqual([202, ""]);
    expect(await inbox.list()).toMatchObject([
      {
        application: "app-7",
        eventId: "evt-1",
        eventType: "acme.thing",
        deliveryId: "d-1",
        correlationId: "trace-1",
        event,
        test: false,
        receivedAt: acmeNow,
      },
    ]);
  });

  it("acknowledges a duplicate with another key order, and keeps the first record", async () => {
    const { receiver, inbox, outcomes } = acmeReceiver();
    const reordered = Object.fromEntries(Object.entries(thingEvent()).reverse());
    await receiver.handle(post(delivery({ deliveryId: "d-1" })));
    expect((await receiver.handle(post(delivery({ event: reordered, deliveryId: "d-2" })))).status).toBe(202);
    expect(outcomes.map(({ code }) => code)).toEqual(["stored", "duplicate"]);
    expect((await inbox.list()).map(({ deliveryId }) => deliveryId)).toEqual(["d-1"]);
  });

  it("refuses different content under a known id, reports it, and keeps the first record", async () => {
    const { receiver, inbox, outcomes } = acmeReceiver();
    await receiver.handle(post(delivery()));
    expect((await receiver.handle(post(delivery({ event: thingEvent({ added: 1 }) })))).status).toBe(400);
    expect(outcomes[1]?.code).toBe("event-conflict");
    expect((await inbox.list()).map(({ event }) => event)).toEqual([thingEvent()]);
  });

  it("answers with the protocol's 500 while the inbox fails, and accepts a later retry with a new nonce", async () => {
    let broken = true;
    const memory = acmeReceiver().inbox;
    const inbox: Inbox<undefined> = {
      ...memory,
      record: (record) => (broken ? Promise.reject(new Error("full")) : memory.record(record)),
    };
    const { receiver } = acmeReceiver({ inbox });
    const first = delivery();
    expect((await receiver.handle(post(first))).status).toBe(500);
    broken = false;
    expect((await receiver.handle(post(first))).status).toBe(403);
    expect((await receiver.handle(post(delivery()))).status).toBe(202);
    expect(await memory.list()).toHaveLength(1);
  });

  it("isn't affected if onOutcome throws", async () => {
    const faults: unknown[] = [];
    const failure = new Error("logger broke");
    const { receiver } = acmeReceiver({
      onOutcome: () => {
        throw failure;
      },
      onFault: (fault) => faults.push(fault),
    });
    expect((await receiver.handle(post(delivery()))).status).toBe(202);
    expect(faults).toEqual([failure]);
  });
});

describe("test events", () => {
  const drill = thingEvent({ meta: { id: "drill-1", topic: "acme.thing" }, owner: { app: "synthetic" } });

  it("are recognized only by the signed id, recorded as tests, and exempt from the binding check", async () => {
    for (const hint of ["true", "false", undefined]) {
      const { receiver, inbox } = acmeReceiver();
      const request = post(delivery({ event: drill }), { headers: { [names.test]: hint } });
      expect((await receiver.handle(request)).status).toBe(202);
      expect((await inbox.list()).map(({ test }) => test)).toEqual([true]);
    }
    const { receiver, inbox } = acmeReceiver();
    await receiver.handle(post(delivery(), { headers: { [names.test]: "true" } }));
    expect((await inbox.list()).map(({ test }) => test)).toEqual([false]);
  });

  it("pass the same token and schema checks", async () => {
    const { receiver } = acmeReceiver();
    expect((await receiver.handle(post(delivery({ event: drill, verificationToken: "other" })))).status).toBe(
      403,
    );
    expect((await receiver.handle(post(delivery({ event: { ...drill, thing: {} } })))).status).toBe(400);
  });

  it("reach only onTest", async () => {
    const reached: string[] = [];
    const { receiver } = acmeReceiver({
      fallback: (_event, { record }) => void reached.push(`event ${record.eventId}`),
      onTest: (_event, { record }) => void reached.push(`test ${record.eventId}`),
    });
    await receiver.handle(post(delivery({ event: drill })));
    await receiver.handle(post(delivery()));
    await receiver.drain();
    expect(reached).toEqual(["test drill-1", "event evt-1"]);
  });
});

describe("the stored event", () => {
  it("is the text as received, including its digits, without the token", async () => {
    const { receiver, inbox } = acmeReceiver();
    const text =
      '{ "pass":"open sesame","meta":{"id":"evt-1","topic":"acme.news"}, "big":12345678901234567890.10 }';
    const made = signed(Buffer.from(text));
    const headers = { ...made.headers, [names.eventType]: "acme.news" };
    expect((await receiver.handle(post({ ...made, headers }))).status).toBe(202);
    expect((await inbox.list())[0]?.json).toBe(
      '{ "meta":{"id":"evt-1","topic":"acme.news"}, "big":12345678901234567890.10 }',
    );
  });

  it("is ordered only if the contract specifies the payload and it isn't a test", async () => {
    const { receiver, inbox } = acmeReceiver();
    const versioned = (id: string, topic: string): object => ({
      meta: { id, topic },
      thing: { id: "x", rev: 3 },
    });
    for (const [id, topic] of [
      ["a", "acme.thing"],
      ["b", "acme.news"],
      ["drill-c", "acme.thing"],
    ] as const)
      await receiver.handle(post(delivery({ event: thingEvent(versioned(id, topic) as never) })));
    expect((await inbox.list()).map(({ eventId, ordering }) => [eventId, ordering])).toEqual([
      ["a", { family: "things", resource: "x", version: 3 }],
      ["b", undefined],
      ["drill-c", undefined],
    ]);
  });
});
