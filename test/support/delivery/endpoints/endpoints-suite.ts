import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readAudit } from "../../../../delivery/audit.js";
import type { Store } from "../../../../delivery/index.js";
import { type Accounts, accountsOn, callbackType, record, types, url } from "./accounts-fixture.js";

const failing = (code: string) => expect.objectContaining({ code });

/** What endpoints do in every store. */
export function endpointsSuite(name: string, open: () => Promise<Store>): void {
  describe(`endpoints ${name}`, () => {
    let store: Store;
    let accounts: Accounts;
    let application = "";
    let count = 0;
    beforeAll(async () => {
      store = await open();
      await store.migrate();
    });
    afterAll(() => store.close());
    beforeEach(() => {
      accounts = accountsOn(store);
      count += 1;
      application = `app-${name}-${count}`;
      accounts.applications.set(application, record(application));
    });
    const base = (revision: number, operationId: string) => ({
      application,
      url,
      eventTypes: [types[0]],
      actor: "ada",
      revision,
      operationId,
    });

    it("saves a verified URL with new credentials, once", async () => {
      const { endpoint, created } = await accounts.verified(application);
      expect(created).toBe(true);
      expect(endpoint).toMatchObject({
        url,
        state: "active",
        revision: 1,
        encrypted: false,
        callbackTypes: [],
      });
      expect(endpoint.verifiedAt).toBe(accounts.time.now);
      expect(await accounts.endpoints.find(application)).toEqual(endpoint);
      const kinds = (await accounts.credentials.list(application)).map(
        ({ kind, state }) => `${kind} ${state}`,
      );
      expect(kinds).toEqual(["encrypt-key active", "signing-secret active", "verification-token active"]);
      expect(accounts.reports).toEqual([{ endpointId: endpoint.id, application, change: "saved" }]);
    });

    it("needs no test for other types, and keeps the other set complete", async () => {
      await accounts.verified(application, { callbackTypes: [callbackType] });
      const events = await accounts.endpoints.save({
        application,
        actor: "bob",
        revision: 1,
        operationId: "events",
        eventTypes: [types[1], types[0], types[1]],
      });
      expect(events.endpoint).toMatchObject({
        revision: 2,
        eventTypes: [types[1], types[0]].sort(),
        callbackTypes: [callbackType],
      });
      const callbacks = await accounts.endpoints.save({
        application,
        actor: "bob",
        revision: 2,
        operationId: "callbacks",
        callbackTypes: [],
      });
      expect(callbacks.endpoint).toMatchObject({
        revision: 3,
        callbackTypes: [],
        eventTypes: events.endpoint.eventTypes,
        url,
      });
      expect(accounts.requests).toHaveLength(1);
    });

    it("saves a rate; a new one, or another URL, ends the rest that the former one led to", async () => {
      const { endpoint } = await accounts.verified(application, { rate: 0.5 });
      for (const rate of [0, -1, Number.NaN, 1e9])
        await expect(accounts.endpoints.save({ ...base(1, `rate-${rate}`), rate })).rejects.toEqual(
          failing("configuration-invalid"),
        );
      const lane = store.db.selectFrom("lanes").where("endpoint_id", "=", endpoint.id).select("open_until");
      const afterRest = async (change: object) => {
        const { revision = 0 } = (await accounts.endpoints.find(application)) ?? {};
        await store.db
          .updateTable("lanes")
          .set({ open_until: 9e14 })
          .where("endpoint_id", "=", endpoint.id)
          .execute();
        const saved = await accounts.verified(application, {
          ...base(revision, `rest-${revision}`),
          ...change,
        });
        return [saved.endpoint.rate, (await lane.executeTakeFirst())?.open_until];
      };
      expect(await afterRest({})).toEqual([0.5, 9e14]);
      expect(await afterRest({ rate: null })).toEqual([undefined, 0]);
      expect(await afterRest({ url: `${url}/other` })).toEqual([undefined, 0]);
    });

    it("refuses a changed URL without its proof", async () => {
      await accounts.verified(application);
      const changed = { ...base(1, "changed"), url: `${url}/` };
      await expect(accounts.endpoints.save(changed)).rejects.toEqual(failing("proof-missing"));
      const test = await accounts.endpoints.test(application, url);
      if (!test.verified) throw new Error(test.reason);
      await expect(accounts.endpoints.save({ ...changed, proof: test.proof })).rejects.toEqual(
        failing("proof-invalid"),
      );
      expect((await accounts.endpoints.find(application))?.revision).toBe(1);
    });

    it("accepts a proof until five minutes have passed, inclusive", async () => {
      const test = await accounts.endpoints.test(application, url);
      if (!test.verified) throw new Error(test.reason);
      expect(test.expiresAt).toBe(accounts.time.now + 300_000);
      accounts.time.now += 300_001;
      const request = { ...base(0, "late"), proof: test.proof };
      await expect(accounts.endpoints.save(request)).rejects.toEqual(failing("proof-expired"));
      accounts.time.now -= 1;
      expect((await accounts.endpoints.save(request)).created).toBe(true);
    });

    it("refuses a revision that somebody else changed, with the present state", async () => {
      const { endpoint } = await accounts.verified(application);
      const stale = accounts.endpoints.save({ ...base(0, "stale"), eventTypes: [types[1]] });
      await expect(stale).rejects.toMatchObject({
        code: "revision-conflict",
        details: { revision: 1, endpoint },
      });
    });

    it("gives the first outcome of an operation, and saves once however often it is asked", async () => {
      const test = await accounts.endpoints.test(application, url);
      if (!test.verified) throw new Error(test.reason);
      const request = { ...base(0, "same"), proof: test.proof };
      const outcomes = await Promise.all([1, 2, 3, 4].map(() => accounts.endpoints.save(request)));
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
      await accounts.endpoints.save({ ...base(1, "later"), eventTypes: [types[1]] });
      accounts.time.now += 600_000;
      expect(await accounts.endpoints.save(request)).toEqual(outcomes[0]);
      expect(await accounts.endpoints.recover(application, "same")).toEqual(outcomes[0]);
      expect(await accounts.endpoints.recover(application, "other")).toBeUndefined();
      expect((await accounts.endpoints.find(application))?.revision).toBe(2);
      const other = accounts.endpoints.save({ ...request, eventTypes: [types[1]] });
      await expect(other).rejects.toEqual(failing("operation-conflict"));
    });

    it("lets one of several saves at the same time win", async () => {
      const test = await accounts.endpoints.test(application, url);
      if (!test.verified) throw new Error(test.reason);
      const saves = [1, 2, 3, 4].map((index) =>
        accounts.endpoints.save({ ...base(0, `race-${index}`), proof: test.proof }),
      );
      const settled = await Promise.allSettled(saves);
      expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const result of settled)
        if (result.status === "rejected") expect(result.reason).toEqual(failing("revision-conflict"));
    });

    it.each([
      ["no event", { eventTypes: [] }],
      ["an unknown event", { eventTypes: ["made.up.v2"] }],
      ["an unknown callback", { callbackTypes: [types[0]] }],
    ])("refuses %s", async (_, more) => {
      await expect(accounts.verified(application, more)).rejects.toEqual(failing("configuration-invalid"));
      expect(await accounts.endpoints.find(application)).toBeUndefined();
      expect(await accounts.credentials.list(application)).toEqual([]);
    });

    it("refuses applications that are inactive or unknown", async () => {
      accounts.applications.set(application, record(application, { active: false }));
      await expect(accounts.endpoints.test(application, url)).rejects.toEqual(
        failing("application-inactive"),
      );
      await expect(accounts.endpoints.save(base(0, "x"))).rejects.toEqual(failing("application-inactive"));
      accounts.applications.delete(application);
      await expect(accounts.endpoints.test(application, url)).rejects.toEqual(failing("application-unknown"));
      expect(await accounts.endpoints.recheck(application)).toMatchObject({ application: "unknown" });
    });

    it("tests an endpoint again that was never verified, whatever is saved", async () => {
      const { endpoint } = await accounts.verified(application);
      await store.db
        .updateTable("endpoints")
        .set({ verified_at: null })
        .where("id", "=", endpoint.id)
        .execute();
      const unproven = { application, actor: "ada", revision: 1, operationId: "old", eventTypes: [types[1]] };
      await expect(accounts.endpoints.save(unproven)).rejects.toEqual(failing("proof-missing"));
      const again = await accounts.verified(application);
      expect(again.endpoint).toMatchObject({ revision: 2, verifiedAt: accounts.time.now });
    });

    it("pauses and resumes, and begins with what waits", async () => {
      const { endpoint } = await accounts.verified(application);
      await insertDelivery(endpoint.id, 500);
      await insertDelivery(endpoint.id, 300);
      const paused = await accounts.endpoints.pause(application, "too many failures", "engine");
      expect(paused).toMatchObject({ state: "paused", pauseReason: "too many failures", revision: 1 });
      expect(await accounts.endpoints.pause(application, "again", "bob")).toEqual(paused);
      await store.db.updateTable("lanes").set({ failures: 7, lost: 3, open_until: 99 }).execute();
      const resumed = await accounts.endpoints.resume(application, "ada");
      expect(resumed.state).toBe("active");
      expect(resumed).not.toHaveProperty("pauseReason");
      expect(await readLane(endpoint.id)).toMatchObject({
        ready_at: 300,
        failures: 0,
        lost: 0,
        open_until: 0,
      });
      const { entries } = await readAudit(store.db, { application, subject: endpoint.id });
      expect(entries.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
        "endpoint-resumed ada",
        "endpoint-paused engine",
        "endpoint-created ada",
      ]);
      expect(accounts.reports.map(({ change }) => change)).toEqual(["saved", "paused", "resumed"]);
    });

    it("cancels what waits for a revoked endpoint, after which another one can be saved", async () => {
      const { endpoint } = await accounts.verified(application);
      await insertDelivery(endpoint.id, 500);
      const before = await accounts.endpoints.test(application, url);
      if (!before.verified) throw new Error(before.reason);
      await accounts.endpoints.revoke(application, "ada");
      expect(await accounts.endpoints.find(application)).toBeUndefined();
      const rows = await store.db
        .selectFrom("deliveries")
        .select(["state", "settled_at"])
        .where("endpoint_id", "=", endpoint.id)
        .execute();
      expect(rows).toEqual([{ state: "cancelled", settled_at: accounts.time.now }]);
      expect((await readLane(endpoint.id))?.ready_at).toBeNull();
      const stale = accounts.endpoints.save({ ...base(1, "stale"), proof: before.proof });
      await expect(stale).rejects.toEqual(failing("revision-conflict"));
      const reused = accounts.endpoints.save({ ...base(2, "reused"), proof: before.proof });
      await expect(reused).rejects.toEqual(failing("proof-invalid"));
      const next = await accounts.verified(application);
      expect(next).toMatchObject({ created: true, endpoint: { revision: 3 } });
      expect(next.endpoint.id).not.toBe(endpoint.id);
      for (const change of [
        () => accounts.endpoints.pause("nobody", "x", "ada"),
        () => accounts.endpoints.resume("nobody", "ada"),
        () => accounts.endpoints.revoke("nobody", "ada"),
      ])
        await expect(change()).rejects.toEqual(failing("endpoint-missing"));
    });

    it("rechecks access and writes nothing", async () => {
      await accounts.verified(application, {
        eventTypes: [types[0], types[1]],
        callbackTypes: [callbackType],
      });
      const before = await store.db.selectFrom("audit").selectAll().execute();
      expect(await accounts.endpoints.recheck(application)).toMatchObject({
        application: "active",
        revision: 1,
        grantedEventTypes: [types[0]],
        eventTypesNotGranted: [types[1]],
        callbackTypesNotGranted: [callbackType],
      });
      expect(await store.db.selectFrom("audit").selectAll().execute()).toEqual(before);
    });

    let deliveries = 0;
    const insertDelivery = async (endpoint_id: string, due_at: number): Promise<void> => {
      deliveries += 1;
      const id = `${application}-${deliveries}`;
      await store.db
        .insertInto("deliveries")
        .values({
          id,
          endpoint_id,
          application,
          event_id: id,
          event_type: types[0],
          kind: "event",
          bytes: 2,
          state: "pending",
          attempts: 0,
          max_attempts: 8,
          due_at,
          created_at: 1,
          redeliveries: 0,
        })
        .execute();
    };
    const readLane = (id: string) =>
      store.db.selectFrom("lanes").selectAll().where("endpoint_id", "=", id).executeTakeFirst();
  });
}
