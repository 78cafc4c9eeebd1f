import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMemoryInbox,
  createMemoryNonces,
  createReceiver,
  toNodeListener,
} from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  type CallbackParts,
  createCallbacks,
  createReading,
  createTransport,
  deliveryDefaults,
  type Store,
  type TransportResult,
} from "../../../../delivery/index.js";
import type { AttemptReport } from "../../../../delivery/observer.js";
import { contextOn, openParts, saveEndpoint } from "../event-tests/subject.js";
import { start } from "../reading/rows.js";

const type = "token.agent.action.v1";
const keys = {
  signingSecret: "secret of app_1",
  signingSecretVersion: 4,
  verificationToken: "token of app_1",
  encryptKey: "key of app_1",
};
const request = (eventId: string) => ({
  application: "app_1",
  type,
  event: { event_id: eventId, event_type: type, correlation_id: `cor_${eventId}`, amount: 1 },
});
const json = (value: unknown, status = 200): TransportResult => ({
  kind: "answered",
  status,
  headers: { "content-type": "application/json" },
  truncated: false,
  body: Buffer.from(JSON.stringify(value)),
  durationMs: 12.4,
});
const failed = (code: Extract<TransportResult, { kind: "failed" }>["code"]): TransportResult => ({
  kind: "failed",
  code,
  reason: code,
  durationMs: 5000,
});

/** What callbacks do on every store. */
export function callbacksSuite(name: string, open: () => Promise<Store>): void {
  describe(`callbacks ${name}`, () => {
    let store: Store;
    let sent: { readonly timeoutMs: number; readonly url: string }[] = [];
    let reports: AttemptReport[] = [];
    beforeEach(async () => {
      store ??= await open();
      await store.migrate();
      for (const table of ["endpoints", "credentials", "events", "deliveries", "attempts"] as const)
        await store.db.deleteFrom(table).execute();
      await saveEndpoint(store, { callback_types: JSON.stringify([type]) });
      sent = [];
      reports = [];
    });
    afterAll(() => store.close());

    const contextWith = (
      answer: TransportResult | Promise<TransportResult>,
      record: Parameters<typeof contextOn>[1] = {},
    ) => ({
      ...contextOn(store, record),
      observer: { onAttempt: (report: AttemptReport) => void reports.push(report) },
      transport: {
        async post(given: { readonly timeoutMs: number; readonly url: string }) {
          sent.push(given);
          return answer;
        },
        close: async () => {},
      },
    });
    const parts: CallbackParts = { credentials: async () => keys, tests: openParts };
    const callbacks = (...given: Parameters<typeof contextWith>) =>
      createCallbacks(contextWith(...given), parts);
    const recorded = async (id: string) => createReading(contextOn(store)).show(id);

    it("keeps no token that the receiver sends back", async () => {
      const answer = json({ echo: keys.verificationToken, secret: keys.signingSecret }, 500);
      const { deliveryId } = await callbacks(answer).invoke(request("evt_1"));
      const { log } = (await recorded(deliveryId)) ?? {};
      expect(log?.map(({ answer: kept }) => kept)).toEqual(['{"echo":"[redacted]","secret":"[redacted]"}']);
    });

    it.each([0, 1] as const)("gets a result from a receiver, encrypted: %s", async (encrypted) => {
      const seen: unknown[] = [];
      const receiver = createReceiver({
        protocol,
        validate: contextOn(store).validate,
        events: [],
        handlers: {},
        logger: false,
        inbox: createMemoryInbox(),
        nonces: createMemoryNonces(),
        secrets: [keys.signingSecret],
        application: { id: "app_1", environment: "sandbox" },
        now: () => start,
        verificationToken: keys.verificationToken,
        encryptKey: encrypted === 1 ? keys.encryptKey : undefined,
        onCallback(callback, { eventId, test }) {
          seen.push(callback);
          return { done: eventId, test };
        },
      });
      const server = createServer(toNodeListener(receiver)).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/`;
      await store.db.updateTable("endpoints").set({ url, encrypted }).execute();
      const transport = createTransport({ allowedHosts: [`127.0.0.1:${port}`] });
      const subject = createCallbacks({ ...contextOn(store), transport }, parts);
      try {
        const { result, deliveryId } = await subject.invoke(request("evt_1"));
        expect(result).toEqual({ kind: "answered", status: 200, body: { done: "evt_1", test: false } });
        expect(seen).toEqual([request("evt_1").event]);
        expect(await recorded(deliveryId)).toMatchObject({
          kind: "callback",
          state: "delivered",
          attempts: 1,
          maxAttempts: 1,
          settledAt: start,
          log: [{ number: 1, status: 200, answer: '{"done":"evt_1","test":false}', secretVersion: 4 }],
        });
        const tested = await subject.test({
          application: "app_1",
          actor: "ada",
          type,
          configurationVersion: 3,
        });
        expect(tested).toMatchObject({ kind: "sent", result: { kind: "answered", body: { test: true } } });
      } finally {
        await transport.close();
        await receiver.close();
        await new Promise((resolve) => server.close(resolve));
      }
    });

    it.each<[string, TransportResult, object, string | null]>([
      ["a result", json([1]), { kind: "answered", status: 200, body: [1] }, null],
      ["a refusal", json({}, 422), { kind: "refused", status: 422 }, "refused"],
      ["a redirect", json({}, 307), { kind: "refused", status: 307 }, "refused"],
      ["an error", json({}, 503), { kind: "unknown", reason: "server-error", status: 503 }, "server-error"],
      ["silence", failed("timed-out"), { kind: "unknown", reason: "timed-out" }, "timed-out"],
      ["a broken connection", failed("connection-reset"), { kind: "unknown" }, "connection-reset"],
      ["no connection", failed("connection-refused"), { kind: "unsent" }, "connection-refused"],
      ["text", { ...json(1), headers: {} } as TransportResult, { kind: "unknown" }, "answer-unreadable"],
      [
        "a cut answer",
        { ...json(1), truncated: true } as TransportResult,
        { kind: "unknown" },
        "answer-unreadable",
      ],
      [
        "no JSON",
        { ...json(1), body: Buffer.from("{") } as TransportResult,
        { kind: "unknown" },
        "answer-unreadable",
      ],
      [
        "JSON that is too deep",
        { ...json(1), body: Buffer.from(`${"[".repeat(3000)}${"]".repeat(3000)}`) } as TransportResult,
        { kind: "unknown" },
        "answer-unreadable",
      ],
    ])("reports and records %s, after one attempt of five seconds", async (_, answer, result, error) => {
      const outcome = await callbacks(answer).invoke(request("evt_2"));
      expect(outcome).toMatchObject({ eventId: "evt_2", correlationId: "cor_evt_2", result });
      expect(sent).toMatchObject([{ timeoutMs: 5000, url: "https://ep_1.example/hook" }]);
      const state = outcome.result.kind === "answered" ? "delivered" : "failed";
      expect(await recorded(outcome.deliveryId)).toMatchObject({
        state,
        error: error ?? undefined,
        settledAt: start,
        attempts: 1,
        log: [{ number: 1, error: error ?? undefined }],
      });
      expect(reports).toMatchObject([
        { kind: "callback", attempt: 1, state, deliveryId: outcome.deliveryId },
      ]);
    });

    it("never sends an event a second time, whatever came of the first", async () => {
      await callbacks(failed("timed-out")).invoke(request("evt_3"));
      const again = callbacks(json({})).invoke(request("evt_3"));
      await expect(again).rejects.toMatchObject({ code: "event-conflict" });
      expect(sent).toHaveLength(1);
    });

    it("sends simultaneous invocations of one event once", async () => {
      const subject = callbacks(json({}));
      const all = await Promise.allSettled([1, 2, 3, 4].map(() => subject.invoke(request("evt_4"))));
      expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(sent).toHaveLength(1);
    });

    it("keeps an unknown outcome if the process ends before the answer, and leaves nothing to send", async () => {
      void callbacks(new Promise<never>(() => {})).invoke(request("evt_5"));
      await expect.poll(() => sent.length).toBe(1);
      const { deliveries } = await createReading(contextOn(store)).list();
      expect(deliveries).toMatchObject([
        { kind: "callback", state: "failed", error: "outcome-unknown", settledAt: undefined },
      ]);
      const open = await createReading(contextOn(store)).list({ states: ["pending", "sending"] });
      expect(open.deliveries).toEqual([]);
      await expect(callbacks(json({})).invoke(request("evt_5"))).rejects.toMatchObject({
        code: "event-conflict",
      });
    });

    it("returns the answer even if the store fails after it", async () => {
      const context = contextWith(json({ done: 1 }));
      const failures: unknown[] = [];
      let calls = 0;
      const { result, deliveryId } = await createCallbacks(
        {
          ...context,
          observer: { onFailure: (failure) => void failures.push(failure) },
          store: {
            ...store,
            transact: (work, options) =>
              calls++ === 0 ? store.transact(work, options) : Promise.reject(new Error("store down")),
          },
        },
        parts,
      ).invoke(request("evt_6"));
      expect(result).toMatchObject({ kind: "answered", body: { done: 1 } });
      expect(failures).toHaveLength(1);
      expect(await recorded(deliveryId)).toMatchObject({ state: "failed", error: "outcome-unknown" });
    });

    it("sends nothing that isn't recorded", async () => {
      const context = contextWith(json({}));
      const down = { ...store, transact: () => Promise.reject(new Error("store down")) };
      const subject = createCallbacks({ ...context, store: down }, parts);
      await expect(subject.invoke(request("evt_7"))).rejects.toThrow("store down");
      expect(sent).toEqual([]);
    });

    it("refuses what isn't allowed, and sends nothing", async () => {
      const code = (subject: ReturnType<typeof callbacks>, more: object = {}) =>
        subject.invoke({ ...request("evt_8"), ...more }).then(
          () => "sent",
          (error) => error.code,
        );
      expect(await code(callbacks(json({})), { type: "thing.made" })).toBe("event-unknown");
      expect(await code(callbacks(json({})), { application: "app_2" })).toBe("application-unknown");
      expect(await code(callbacks(json({}), { active: false }))).toBe("application-inactive");
      expect(await code(callbacks(json({}), { grantedCallbackTypes: [] }))).toBe("type-not-granted");
      const { event } = request("evt_8");
      expect(await code(callbacks(json({})), { event: { ...event, event_id: "" } })).toBe("event-invalid");
      expect(await code(callbacks(json({})), { event: { ...event, event_id: 8 } })).toBe("event-invalid");
      for (const wrong of [{ event_id: "evt\n1" }, { correlation_id: "a\0b" }, { correlation_id: "a\ud800" }])
        expect(await code(callbacks(json({})), { event: { ...event, ...wrong } })).toBe("event-invalid");
      const other = { ...event, event_type: "oem.product.activated.v1" };
      expect(await code(callbacks(json({})), { event: other })).toBe("event-invalid");
      const large = { ...event, note: "n".repeat(deliveryDefaults.maxBodyBytes) };
      expect(await code(callbacks(json({})), { event: large })).toBe("event-too-large");
      const endpoints = store.db.updateTable("endpoints");
      await endpoints.set({ callback_types: "[]" }).execute();
      expect(await code(callbacks(json({})))).toBe("type-not-granted");
      await endpoints.set({ state: "paused" }).execute();
      expect(await code(callbacks(json({})))).toBe("endpoint-state");
      await endpoints.set({ state: "revoked" }).execute();
      expect(await code(callbacks(json({})))).toBe("endpoint-missing");
      expect(sent).toEqual([]);
    });

    it("tests a callback under the preconditions of tests, and explains its own result", async () => {
      const asked = { application: "app_1", actor: "ada", type, configurationVersion: 3 };
      const outcome = await callbacks(json({}, 401)).test(asked);
      expect(outcome).toMatchObject({ kind: "sent", result: { kind: "refused", status: 401 } });
      if (outcome.kind !== "sent") throw new Error("blocked");
      expect(outcome.eventId).toMatch(/^evt_webhook_test_/);
      expect(outcome.checks.join()).toContain("signature");
      const unreadable = await callbacks({ ...json(1), headers: {} } as TransportResult).test(asked);
      expect(unreadable).toMatchObject({ checks: ["the answer's Content-Type", "its body"] });
      const blocked = await callbacks(json({}), { environment: "production" }).test({
        ...asked,
        configurationVersion: 9,
      });
      expect(blocked).toMatchObject({
        kind: "blocked",
        problems: [{ code: "environment-production" }, { code: "configuration-changed" }],
      });
      expect(sent).toHaveLength(2);
    });
  });
}
