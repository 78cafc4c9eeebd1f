import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DeliveryState, Store } from "../../../../delivery/index.js";
import { createMigrator } from "../../../../delivery/store/migrations/migrate.js";
import { addDelivery, endpointRow } from "../reading/rows.js";
import { misplaced } from "../state-tables.js";

/** An empty place. */
export interface EmptyPlace {
  readonly store: Store;
  /** Of PostgreSQL, which exists. */
  readonly schema?: string;
}

const states: readonly DeliveryState[] = ["pending", "sending", "delivered", "failed", "cancelled"];
const anyState = fc.constantFrom(...states);

/** One statement: it writes some of the deliveries. */
const statement = fc.oneof(
  fc.record({
    kind: fc.constant("add" as const),
    states: fc.array(anyState, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant("change" as const),
    from: fc.subarray([...states], { minLength: 1 }),
    state: anyState,
    dueAt: fc.option(fc.nat(100)),
  }),
  fc.record({ kind: fc.constant("remove" as const), from: anyState }),
);

/** How the tables of states follow the deliveries. */
export function statesSuite(name: string, open: () => Promise<EmptyPlace>): void {
  const opened = async (): Promise<EmptyPlace> => {
    const place = await open();
    onTestFinished(() => place.store.close());
    return place;
  };
  let added = 0;
  const add = (store: Store, state: DeliveryState): Promise<number> => {
    added += 1;
    const [id, endpoint] = [`dlv_${added}`, `ep_${added % 3}`];
    const kind = added % 4 === 0 ? "test" : "event";
    const row = {
      id,
      endpoint_id: endpoint,
      application: "app",
      event_id: `evt_${added}`,
      kind,
      state,
    } as const;
    return addDelivery(store, { ...row, due_at: added % 7 });
  };

  describe(`the states of deliveries in ${name}`, () => {
    it("are compared by a check that detects what is missing or needless", async () => {
      const { store } = await opened();
      await store.migrate();
      await add(store, "pending");
      await add(store, "failed");
      expect(await misplaced(store)).toEqual([]);
      await store.db.deleteFrom("waiting").execute();
      await store.db.insertInto("sending").values({ endpoint_id: "ep_x", sequence: 99 }).execute();
      await store.db.updateTable("undelivered").set({ state: "cancelled" }).execute();
      expect((await misplaced(store)).map((fault) => fault.split(" ", 2).join(" ")).sort()).toEqual([
        "missing: undelivered",
        "missing: waiting",
        "needless: sending",
        "needless: undelivered",
      ]);
    });

    it("are found in their tables, whatever statement writes them", async () => {
      const { store } = await opened();
      await store.migrate();
      await fc.assert(
        fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 12 }), async (statements) => {
          await store.db.deleteFrom("deliveries").execute();
          for (const each of statements) {
            if (each.kind === "add") for (const state of each.states) await add(store, state);
            if (each.kind === "remove")
              await store.db.deleteFrom("deliveries").where("state", "=", each.from).execute();
            if (each.kind === "change")
              await store.db
                .updateTable("deliveries")
                .set({ state: each.state, ...(each.dueAt !== null && { due_at: each.dueAt }) })
                .where("state", "in", each.from)
                .execute();
            expect(await misplaced(store)).toEqual([]);
          }
        }),
        { numRuns: 15 },
      );
    });

    it("are taken over from tables of the version before", async () => {
      const { store, schema } = await opened();
      const { db, dialect, place } = store;
      const before = await createMigrator({
        db,
        dialect,
        place,
        ...(schema !== undefined && { schema }),
      }).migrateTo("0001-tables");
      expect(before.error).toBeUndefined();
      await db.insertInto("endpoints").values(endpointRow("ep_1", "app")).execute();
      for (const state of [...states, ...states]) await add(store, state);
      const rows = await db.selectFrom("deliveries").selectAll().orderBy("sequence").execute();
      const later = [
        "0002-states",
        ...(dialect === "sqlite" ? [] : ["0003-wakes"]),
        "0004-patience",
        "0005-history",
        "0006-size",
        "0007-changes",
      ];
      expect(await store.pendingMigrations()).toEqual(later);
      expect(await store.migrate()).toEqual(later);
      expect(await misplaced(store)).toEqual([]);
      expect(await db.selectFrom("deliveries").selectAll().orderBy("sequence").execute()).toMatchObject(rows);
      await db.updateTable("deliveries").set({ state: "delivered" }).where("state", "=", "sending").execute();
      expect(await misplaced(store)).toEqual([]);
      expect(await db.selectFrom("sending").selectAll().execute()).toEqual([]);
    });
  });
}
