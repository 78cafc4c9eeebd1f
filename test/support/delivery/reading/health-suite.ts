import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReading, type Reading, type Store } from "../../../../delivery/index.js";
import { addDelivery, attemptRow, endpointRow, start } from "./rows.js";

const [delivered, failed] = [6000, 7];
const rotatedAt = start + delivered + 1;
const now = rotatedAt + 100;

/** An endpoint with thousands of deliveries, that fails since its secret was rotated, and one that nothing was sent to. */
async function fill(store: Store): Promise<void> {
  await store.transact(async (db) => {
    for (const name of ["ill", "idle"])
      await db
        .insertInto("endpoints")
        .values(endpointRow(`ep_${name}`, `app_${name}`))
        .execute();
    const own = { endpoint_id: "ep_ill", application: "app_ill" };
    for (let index = 0; index < delivered; index++)
      await addDelivery(
        { db },
        {
          ...own,
          id: `dlv_${index}`,
          event_id: `evt_${index}`,
          state: "delivered",
          attempts: 1,
          status: 204,
          created_at: start + index,
          due_at: start + index,
          duration_ms: 5,
          secret_version: 1,
        },
        { content: `{"id":"evt_${index}","resource_id":"sub_${index}"}` },
      );
    await db
      .insertInto("audit")
      .values({
        at: rotatedAt,
        actor: "per_ada",
        action: "credential-activated",
        application: "app_ill",
        subject: "signing-secret:2",
        operation_id: null,
        details: "{}",
      })
      .execute();
    for (let index = 0; index < failed; index++) {
      const at = rotatedAt + 10 + index;
      const settled = { created_at: at, due_at: at, settled_at: at, status: 401, error: "http-401" };
      const row = { ...own, ...settled, id: `dlv_bad_${index}`, event_id: `evt_bad_${index}`, attempts: 1 };
      const sequence = await addDelivery({ db }, { ...row, state: "failed" });
      const attempt = { started_at: at, status: 401, error: "http-401", secret_version: 2 };
      await db
        .insertInto("attempts")
        .values(attemptRow(sequence, 1, attempt))
        .execute();
    }
  });
}

/** What is said of an endpoint's health, and what a search finds, on every store. */
export function healthSuite(name: string, open: () => Promise<Store>): void {
  describe(`the health of endpoints ${name}`, () => {
    let store: Store;
    let reading: Reading;
    beforeAll(async () => {
      store = await open();
      await store.migrate();
      await fill(store);
      reading = createReading({ store, clock: { now: () => now, wakeAt: () => () => {} } });
      if (store.dialect === "postgres") await sql`analyze`.execute(store.db);
    });
    afterAll(() => store.close());

    it("says since when, how and after which change all attempts fail, and what it didn't read", async () => {
      const health = await reading.endpointHealth("app_ill");
      expect(health).toMatchObject({
        status: "failing",
        failed,
        retrying: 0,
        lastSuccessAt: start + delivered - 1,
        failing: {
          since: rotatedAt + 10,
          attempts: failed,
          errors: [{ error: "http-401", status: 401, count: failed }],
          changesBefore: [
            { kind: "credential-rotated", credential: "signing-secret", version: 2, at: rotatedAt },
          ],
        },
        // The latest thousand deliveries.
        recent: { attempts: 1000, failed, isComplete: false },
      });
    });

    it("says nothing of an endpoint that has none, and that nothing was sent to another", async () => {
      expect(await reading.endpointHealth("app_none")).toBeUndefined();
      expect(await reading.endpointHealth("app_idle")).toMatchObject({
        status: "idle",
        failing: undefined,
        lastSuccessAt: undefined,
        recent: { attempts: 0, failed: 0, isComplete: true },
      });
    });

    it("tells which endpoints have failures, without what was delivered", async () => {
      const { standings } = await reading.standings();
      expect(standings.map(({ endpoint, status, failed: count }) => [endpoint.id, status, count])).toEqual([
        ["ep_idle", "idle", 0],
        ["ep_ill", "behind", failed],
      ]);
    });

    it("finds a word of an old event's content, says how far it searched, and goes on", async () => {
      const found: string[] = [];
      let [before, pages]: [number | undefined, number] = [undefined, 0];
      do {
        const page = await reading.search({ text: "SUB_42 evt_42", limit: 1000, before });
        expect(page.searched).toBeLessThanOrEqual(5000);
        expect(page.unreadable).toBe(0);
        found.push(...page.deliveries.map(({ id }) => id));
        [before, pages] = [page.next, pages + 1];
      } while (before !== undefined);
      expect(pages).toBe(2);
      // 42, 420 to 429 and 4200 to 4299.
      expect(found).toHaveLength(111);
      expect(found.at(-1)).toBe("dlv_42");
    });
  });
}
