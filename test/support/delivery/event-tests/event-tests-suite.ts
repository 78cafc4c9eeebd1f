import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  type ApplicationRecord,
  createEventTests,
  createReading,
  type EventTestParts,
  type Store,
  type TestRequest,
} from "../../../../delivery/index.js";
import { contextOn, lifecycle, openParts, renewed, saveEndpoint, untested } from "./subject.js";

const request: TestRequest = { application: "app_1", actor: "ada", type: renewed, configurationVersion: 3 };

/** What tests of endpoints do on every store. */
export function eventTestsSuite(name: string, open: () => Promise<Store>): void {
  describe(`tests of endpoints ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store ??= await open();
      await store.migrate();
      for (const table of ["endpoints", "credentials", "events", "deliveries", "lanes"] as const)
        await store.db.deleteFrom(table).execute();
      await saveEndpoint(store);
    });
    afterAll(() => store.close());
    const tests = (parts: Partial<EventTestParts> = {}, record: Partial<ApplicationRecord> = {}) =>
      createEventTests(contextOn(store, record), { ...openParts, ...parts });
    const codes = async (
      parts: Partial<EventTestParts> = {},
      record: Partial<ApplicationRecord> = {},
      asked: Partial<TestRequest> = {},
    ): Promise<string[]> =>
      (await tests(parts, record).problems({ ...request, ...asked })).map(({ code }) => code);

    it("offers all of the family but one", () => {
      expect(tests().types).toHaveLength(lifecycle.length - 1);
      expect(tests().types).not.toContain(untested);
      expect(() => tests({ leftOut: ["thing.made"] })).toThrow("`leftOut` has `thing.made`");
    });

    it("queues one attempt of a valid event under synthetic ids", async () => {
      let woken = 0;
      const outcome = await tests({ wake: () => void woken++ }, { product: "prod_7" }).run(request);
      if (outcome.kind !== "queued") throw new Error("blocked");
      expect(woken).toBe(1);
      expect(outcome.eventId).toMatch(/^evt_webhook_test_[0-9a-f]{32}$/);
      const shown = await createReading(contextOn(store)).show(outcome.deliveryId);
      expect(shown).toMatchObject({
        kind: "test",
        state: "pending",
        attempts: 0,
        maxAttempts: 1,
        endpointId: "ep_1",
        eventId: outcome.eventId,
        correlationId: outcome.correlationId,
        eventType: renewed,
      });
      const event = JSON.parse(shown?.content ?? "");
      expect(event).toMatchObject({
        event_id: outcome.eventId,
        event_type: renewed,
        correlation_id: outcome.correlationId,
        data: { product_code: "prod_7", environment: "sandbox" },
      });
      expect(event.data.id).toMatch(/^evt_webhook_test_subscription_/);
      expect(event).not.toHaveProperty("verification_token");
      const lane = await store.db.selectFrom("lanes").selectAll().executeTakeFirstOrThrow();
      expect(lane).toMatchObject({ endpoint_id: "ep_1", failures: 0, lost: 0 });
      expect(lane.ready_at).not.toBeNull();
    });

    it("makes a valid event of each type, with the default product, and never the same id", async () => {
      const subject = tests();
      const ids = new Set<string>();
      for (const type of subject.types) {
        const outcome = await subject.run({ ...request, type });
        if (outcome.kind !== "queued") throw new Error("blocked");
        for (const id of [outcome.eventId, outcome.correlationId, outcome.deliveryId]) ids.add(id);
        const shown = await createReading(contextOn(store)).show(outcome.deliveryId);
        expect(JSON.parse(shown?.content ?? "").data.product_code).toBe("webhook_test_product");
      }
      expect(ids.size).toBe(subject.types.length * 3);
    });

    it("lists everything that prevents a test at once, each with its reason and remedy", async () => {
      await store.db
        .updateTable("endpoints")
        .set({ state: "paused", verified_at: null, encrypted: 1 })
        .execute();
      await store.db.updateTable("credentials").set({ delivered_at: null }).execute();
      const outcome = await tests({ mayTest: () => false }, { active: false, environment: "production" }).run(
        {
          ...request,
          type: untested,
          configurationVersion: 2,
        },
      );
      if (outcome.kind !== "blocked") throw new Error("queued");
      expect(outcome.problems.map(({ code }) => code).sort()).toEqual([
        "application-inactive",
        "configuration-changed",
        "credentials-undelivered",
        "endpoint-inactive",
        "endpoint-unverified",
        "environment-production",
        "permission-missing",
        "type-untestable",
      ]);
      for (const { reason, remedy } of outcome.problems)
        expect(reason.length * remedy.length).toBeGreaterThan(0);
      expect(outcome.problems.map(({ reason }) => reason).join()).toContain(
        "not delivered yet: signing secret, verification token, encrypt key",
      );
      expect((await createReading(contextOn(store)).list()).deliveries).toEqual([]);
    });

    it("names each single obstacle", async () => {
      expect(await codes()).toEqual([]);
      expect(await codes({ mayTest: async () => false })).toEqual(["permission-missing"]);
      expect(await codes({}, { active: false })).toEqual(["application-inactive"]);
      expect(await codes({}, { environment: "production" })).toEqual(["environment-production"]);
      expect(await codes({}, {}, { type: "thing.made" })).toEqual(["type-untestable"]);
      expect(await codes({}, {}, { configurationVersion: 4 })).toEqual(["configuration-changed"]);
      expect(await codes({}, {}, { application: "app_9" })).toEqual([
        "application-unknown",
        "endpoint-missing",
      ]);
      const { db } = store;
      await db.deleteFrom("credentials").where("kind", "=", "encrypt-key").execute();
      expect(await codes()).toEqual([]);
      await db.updateTable("endpoints").set({ encrypted: 1 }).execute();
      expect(await codes()).toEqual(["credentials-undelivered"]);
      await db.updateTable("endpoints").set({ state: "revoked" }).execute();
      expect(await codes()).toEqual(["endpoint-missing"]);
    });

    it("lets nobody choose an address, a secret or a body", async () => {
      for (const name of ["endpoint", "url", "secret", "token", "body", "event", "__proto__x"])
        await expect(tests().run({ ...request, [name]: "x" } as TestRequest)).rejects.toMatchObject({
          code: "delivery-options",
        });
      const odd = { ...request, configurationVersion: "3" } as unknown as TestRequest;
      await expect(tests().run(odd)).rejects.toMatchObject({ code: "delivery-options" });
    });

    it("queues nothing if the configuration is saved at the same moment", async () => {
      const context = contextOn(store);
      const racing = createEventTests(
        {
          ...context,
          store: {
            ...store,
            async transact(work, options) {
              await store.db.updateTable("endpoints").set({ revision: 4 }).execute();
              return store.transact(work, options);
            },
          },
        },
        openParts,
      );
      const saved = await racing.run(request);
      expect(saved).toMatchObject({ kind: "blocked", problems: [{ code: "configuration-changed" }] });
      expect(await tests().problems({ ...request, configurationVersion: 4 })).toEqual([]);
      expect((await createReading(context).list()).deliveries).toEqual([]);
    });

    it("refuses a synthetic event that breaks the contract", async () => {
      const broken = tests({ synthesize: () => ({ data: {} }) });
      await expect(broken.run(request)).rejects.toMatchObject({ code: "event-invalid" });
      expect(await store.db.selectFrom("events").selectAll().execute()).toEqual([]);
    });

    it.each([
      [{ state: "delivered", status: 204 }, "confirmed", /confirmed/, []],
      [{ state: "delivered", status: 200 }, "confirmed", /200 instead of 204/, []],
      [
        { state: "failed", status: 401 },
        "failed",
        /refused who/,
        [/signature/, /time window/, /nonce/, /token/],
      ],
      [
        { state: "failed", status: 403 },
        "failed",
        /refused who/,
        [/signature/, /time window/, /nonce/, /token/],
      ],
      [{ state: "failed", status: 422 }, "failed", /refused the event/, [/schema/, /decrypted/]],
      [{ state: "failed", status: 503 }, "failed", /failed/, [/availability/]],
      [{ state: "failed", error: "timed-out" }, "failed", /in time/, [/availability/]],
      [{ state: "failed", error: "connection-refused" }, "failed", /reached/, [/availability/]],
      [{ state: "failed", error: "type-not-granted" }, "failed", /grant/, [/grant/]],
      [{ state: "failed", status: 302 }, "failed", /redirect/, [/address/]],
      [{ state: "failed", status: 404 }, "failed", /nothing receives/, [/address/]],
      [{ state: "failed", status: 418 }, "failed", /418/, [/log/, /address/]],
    ] as const)("explains %j", async (row, kind, meaning, checks) => {
      const outcome = await tests().run(request);
      if (outcome.kind !== "queued") throw new Error("blocked");
      const { deliveryId } = outcome;
      expect(await tests().result("app_1", deliveryId)).toMatchObject({ kind: "waiting", deliveryId });
      await store.db.updateTable("deliveries").set(row).execute();
      const result = await tests().result("app_1", deliveryId);
      expect(result).toMatchObject({ kind, eventId: outcome.eventId, correlationId: outcome.correlationId });
      if (result?.kind !== "confirmed" && result?.kind !== "failed") throw new Error("no explanation");
      expect(result.meaning).toMatch(meaning);
      expect(result.checks).toHaveLength(checks.length);
      for (const [index, check] of checks.entries()) expect(result.checks[index]).toMatch(check);
    });

    it("shows results of an application's own tests only", async () => {
      const outcome = await tests().run(request);
      if (outcome.kind !== "queued") throw new Error("blocked");
      expect(await tests().result("app_2", outcome.deliveryId)).toBeUndefined();
      expect(await tests().result("app_1", "delivery_0")).toBeUndefined();
      await store.db.updateTable("deliveries").set({ state: "cancelled" }).execute();
      expect(await tests().result("app_1", outcome.deliveryId)).toMatchObject({ kind: "cancelled" });
      await store.db.deleteFrom("deliveries").execute();
    });
  });
}
