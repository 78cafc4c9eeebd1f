import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallerTransaction, Store } from "../../../../delivery/index.js";
import { isAmong } from "../../../../delivery/store/batch.js";
import type { SqlStatement } from "../../../../delivery/store/store.js";

/** A store under test. */
export interface StoreSubject {
  readonly open: () => Promise<Store>;
  /** Several stores in one place that is still empty. */
  readonly openFresh: () => Promise<readonly Store[]>;
  /** Runs work on a connection of the caller's own, in a transaction that is rolled back or committed. */
  readonly inTransaction: (
    end: "commit" | "rollback",
    work: (transaction: CallerTransaction) => Promise<void>,
  ) => Promise<void>;
}

const event = (id: string) => ({
  event_id: id,
  event_type: "thing.made",
  correlation_id: null,
  kind: "event" as const,
  content: "{}",
  packed: null,
  dictionary: null,
  trace: null,
  created_at: 1_790_000_000_123,
});

/** What every store of the engine does. */
export function storeSuite(name: string, { open, openFresh, inTransaction }: StoreSubject): void {
  describe(`the store ${name}`, () => {
    let store: Store;
    beforeAll(async () => {
      store = await open();
      await store.migrate();
    });
    afterAll(() => store.close());

    const idsLike = async (prefix: string): Promise<string[]> => {
      const rows = await store.db
        .selectFrom("events")
        .select("event_id")
        .where("event_id", "like", `${prefix}%`)
        .orderBy("event_id")
        .execute();
      return rows.map(({ event_id }) => event_id);
    };

    it("migrates again and at the same time without harm", async () => {
      await store.db.insertInto("events").values(event("kept")).execute();
      await Promise.all([store.migrate(), store.migrate()]);
      expect(await idsLike("kept")).toEqual(["kept"]);
    });

    it("is migrated by many sessions at once, the first time too", async () => {
      const fresh = await openFresh();
      try {
        await Promise.all(fresh.map((each) => each.migrate()));
        const [first] = fresh;
        expect(await first?.db.selectFrom("events").selectAll().execute()).toEqual([]);
      } finally {
        for (const each of fresh) await each.close();
      }
    });

    it("reads times as numbers", async () => {
      await store.db.insertInto("events").values(event("time")).execute();
      const found = await store.db.selectFrom("events").selectAll().where("event_id", "=", "time").execute();
      expect(found).toEqual([event("time")]);
    });

    it.each([true, false])("commits all or nothing, durable: %s", async (durable) => {
      const id = `atomic-${durable}`;
      const failing = store.transact(
        async (transaction) => {
          await transaction
            .insertInto("events")
            .values(event(`${id}-1`))
            .execute();
          throw new Error("midway");
        },
        { durable },
      );
      await expect(failing).rejects.toThrow("midway");
      await store.transact(
        async (transaction) => {
          await transaction
            .insertInto("events")
            .values(event(`${id}-2`))
            .execute();
        },
        { durable },
      );
      expect(await idsLike(id)).toEqual([`${id}-2`]);
    });

    it("runs simultaneous transactions without losing one", async () => {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.transact(async (transaction) => {
            await transaction
              .insertInto("events")
              .values(event(`many-${index}`))
              .execute();
          }),
        ),
      );
      expect(await idsLike("many-")).toHaveLength(20);
    });

    /** A statement of a script. */
    const toStep = (query: { readonly compile: () => SqlStatement }): SqlStatement => query.compile();
    const insertion = (row: ReturnType<typeof event>): SqlStatement =>
      toStep(store.db.insertInto("events").values(row).returning("created_at"));

    it("runs a script as one transaction and returns the rows of each statement", async () => {
      const all = toStep(
        store.db.selectFrom("events").select("event_id").where("event_id", "like", "script-%"),
      );
      const rows = await store.script([insertion(event("script-1")), insertion(event("script-2")), all]);
      const time = [{ created_at: event("").created_at }];
      expect(rows).toEqual([time, time, [{ event_id: "script-1" }, { event_id: "script-2" }]]);
      expect(await store.script([])).toEqual([]);
    });

    it("takes back a script that fails, and goes on", async () => {
      const failing = store.script([insertion(event("half-1")), insertion(event("half-1"))]);
      await expect(failing).rejects.toThrow(/unique/i);
      await Promise.all([
        store.script([insertion(event("half-2"))]),
        store.script([insertion(event("half-3"))]),
      ]);
      expect(await idsLike("half-")).toEqual(["half-2", "half-3"]);
    });

    it("keeps every text and list that a script carries", async () => {
      const value = fc.string({ unit: "binary" }).filter((text) => !/[\0\ud800-\udfff]/u.test(text));
      let made = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(value, fc.constantFrom("'", "\\", "\\'", "$1", '"', "{}"))),
          async (texts) => {
            made += 1;
            const row = { ...event(`text-${made}`), content: texts.join("|"), trace: texts[0] ?? null };
            const parts = texts.map((text) => `${text}-${made}`);
            const found = store.db
              .selectFrom("events")
              .select(["content", "trace"])
              .where(isAmong(store.dialect, "event_id", [...parts, row.event_id]));
            const [, rows] = await store.script([
              toStep(store.db.insertInto("events").values(row)),
              toStep(found),
            ]);
            expect(rows).toEqual([{ content: row.content, trace: row.trace }]);
          },
        ),
        { numRuns: 50 },
      );
    });

    it.each(["commit", "rollback"] as const)("writes in the caller's transaction: %s", async (end) => {
      await inTransaction(end, async (transaction) => {
        await store
          .within(transaction)
          .insertInto("events")
          .values(event(`callers-${end}`))
          .execute();
      });
      expect(await idsLike(`callers-${end}`)).toEqual(end === "commit" ? ["callers-commit"] : []);
    });

    it.each(["commit", "rollback"] as const)("writes in a transaction of its own: %s", async (end) => {
      const done = store.transact(async (transaction) => {
        await store
          .within(transaction)
          .insertInto("events")
          .values(event(`own-${end}`))
          .execute();
        if (end === "rollback") throw new Error(end);
      });
      if (end === "rollback") await expect(done).rejects.toThrow(end);
      else await done;
      expect(await idsLike("own-")).toEqual(["own-commit"]);
    });

    it("allows one endpoint of an application that isn't revoked", async () => {
      const endpoint = (id: string, state: "active" | "revoked") => ({
        id,
        state,
        application: "app",
        organization: "org",
        url: "https://a.example/",
        encrypted: 0 as const,
        event_types: "[]",
        callback_types: "[]",
        pause_reason: null,
        revision: 1,
        verified_at: null,
        created_at: 1,
        updated_at: 1,
      });
      const insert = (id: string, state: "active" | "revoked") =>
        store.db.insertInto("endpoints").values(endpoint(id, state)).execute();
      await insert("one", "revoked");
      await insert("two", "active");
      await expect(insert("three", "active")).rejects.toThrow(/unique/i);
      await insert("four", "revoked");
    });
  });
}
