import { describe, expect, it } from "vitest";
import type { CallbackContext, JsonObject } from "../../../runtime/webhook/index.js";
import {
  acme,
  acmeReceiver,
  credentials,
  delivery,
  post,
  thingEvent,
} from "../../support/runtime/webhook/acme.js";

const call = (id = "call-1") => thingEvent({ meta: { id, topic: "acme.call" }, question: 7 });

describe("callbacks", () => {
  it("are answered with the handler's JSON, and never stored", async () => {
    const asked: [JsonObject, CallbackContext][] = [];
    const { receiver, inbox, outcomes } = acmeReceiver({
      onCallback: (callback, context) => {
        asked.push([callback as JsonObject, context]);
        return { answer: 42 };
      },
    });
    const response = await receiver.handle(post(delivery({ event: call(), deliveryId: "d" })));
    expect([response.status, response.headers.get("content-type"), await response.json()]).toEqual([
      200,
      "application/json",
      { answer: 42 },
    ]);
    expect(asked[0]?.[0]).toEqual(call());
    expect(asked[0]?.[1]).toMatchObject({
      eventId: "call-1",
      eventType: "acme.call",
      deliveryId: "d",
      test: false,
    });
    expect(outcomes).toMatchObject([{ code: "called", status: 200, delivery: { eventId: "call-1" } }]);
    expect(await inbox.list()).toEqual([]);
  });

  it("are decrypted if encryption is on, and recognized as tests by their id", async () => {
    const { receiver } = acmeReceiver({ encryptKey: "k", onCallback: (_callback, { test }) => ({ test }) });
    const response = await receiver.handle(post(delivery({ event: call("drill-9"), encryptKey: "k" })));
    expect(await response.json()).toEqual({ test: true });
  });

  it.each<[string, () => unknown, string]>([
    ["fails", () => Promise.reject(new Error("no")), "callback-failed"],
    [
      "throws",
      () => {
        throw new Error("no");
      },
      "callback-failed",
    ],
    ["returns undefined", () => undefined, "callback-failed"],
    ["returns a value that isn't JSON", () => 1n, "callback-failed"],
    ["takes too long", () => new Promise(() => {}), "callback-late"],
  ])("are answered as unavailable if the handler %s", async (_name, onCallback, code) => {
    const { receiver, outcomes } = acmeReceiver({
      onCallback,
      protocol: { ...acme, callbacks: { eventTypes: ["acme.call"], timeoutSeconds: 0.05 } },
    });
    const response = await receiver.handle(post(delivery({ event: call() })));
    expect([response.status, await response.text()]).toEqual([500, ""]);
    expect(outcomes.map((outcome) => outcome.code)).toEqual([code]);
  });

  it("abort a handler that takes too long", async () => {
    let reason: unknown;
    const { receiver } = acmeReceiver({
      onCallback: (_callback, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            reason = signal.reason;
          });
        }),
      protocol: { ...acme, callbacks: { eventTypes: ["acme.call"], timeoutSeconds: 0.05 } },
    });
    await receiver.handle(post(delivery({ event: call() })));
    expect(reason).toMatchObject({ code: "callback-late" });
  });

  it("pass the same checks as events before the handler is called", async () => {
    let asked = 0;
    const { receiver } = acmeReceiver({ onCallback: () => ++asked });
    const forged = delivery({ event: call(), secrets: ["other"] });
    const wrongToken = delivery({ event: call(), verificationToken: "other" });
    const mixed = post(delivery({ event: call() }), { headers: { [acme.headers.eventId]: "call-2" } });
    const once = delivery({ event: call() });
    expect((await receiver.handle(post(forged))).status).toBe(403);
    expect((await receiver.handle(post(wrongToken))).status).toBe(403);
    expect((await receiver.handle(mixed)).status).toBe(400);
    expect((await receiver.handle(post(once))).status).toBe(200);
    expect((await receiver.handle(post(once))).status).toBe(403);
    expect(asked).toBe(1);
  });

  it("are refused without a handler", async () => {
    const { receiver, outcomes } = acmeReceiver();
    expect((await receiver.handle(post(delivery({ event: call(), ...credentials })))).status).toBe(400);
    expect(outcomes.map(({ code }) => code)).toEqual(["callback-unhandled"]);
  });
});
