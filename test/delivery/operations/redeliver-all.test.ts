// @needs postgres
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import {
  createOperator,
  createVirtualClock,
  openSqliteStore,
  type Store,
  type VirtualClock,
} from "../../../delivery/index.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { addDelivery, endpointRow, start } from "../../support/delivery/reading/rows.js";

/** Moves a clock whenever something waits for it, until a promise is settled. */
async function driven<Result>(clock: VirtualClock, work: Promise<Result>): Promise<Result> {
  let isSettled = false;
  const settled = work.finally(() => {
    isSettled = true;
  });
  settled.catch(() => {});
  while (!isSettled) {
    await new Promise((resolve) => setImmediate(resolve));
    const next = clock.nextWakeAt();
    if (next !== undefined) clock.advanceTo(next);
  }
  return settled;
}

const schemas = postgresSchemas("bulk");
afterAll(() => schemas.remove());

describe.each([
  { name: "SQLite", open: () => openSqliteStore({ file: ":memory:" }) },
  { name: "PostgreSQL", open: () => schemas.open() },
])("redelivery in bulk on $name", ({ open }) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    await store.migrate();
    for (const app of ["app_1", "app_2", "app_3"]) {
      const id = `ep_${app}`;
      const state = app === "app_3" ? "revoked" : "active";
      await store.db
        .insertInto("endpoints")
        .values(endpointRow(id, app, { state }))
        .execute();
      await store.db
        .insertInto("lanes")
        .values({ endpoint_id: id, ready_at: null, lease_until: 0, failures: 0, open_until: 0, lost: 0 })
        .execute();
    }
    return () => store.close();
  });

  const failed = (app: string, name: string, more = {}) =>
    addDelivery(store, {
      endpoint_id: `ep_${app}`,
      application: app,
      id: `dlv_${name}`,
      event_id: `evt_${name}`,
      state: "failed",
      attempts: 8,
      settled_at: start + 9,
      error: "http-503",
      ...more,
    });
  const states = async () => {
    const rows = await store.db
      .selectFrom("deliveries")
      .select(["id", "state"])
      .orderBy("sequence")
      .execute();
    return rows.map(({ id, state }) => `${id} ${state}`);
  };
  const asked = { operationId: "op_1", actor: "ann" };

  it("begins all that failed and match again, the oldest first, and says who did it", async () => {
    await failed("app_1", "a");
    await failed("app_2", "b");
    await failed("app_1", "c", { created_at: start + 3_600_000 });
    await failed("app_1", "ok", { state: "delivered" });
    await failed("app_1", "test", { kind: "test" });
    const clock = createVirtualClock(start + 7_200_000);
    const operator = createOperator({ store, clock });
    const running = operator.redeliverAll({ ...asked, query: { endpoint: "ep_app_1", from: start + 1 } });
    expect(await running).toEqual({ begun: 1, repeated: 0, refused: {}, isComplete: true });
    expect(await states()).toEqual([
      ...["dlv_a failed", "dlv_b failed", "dlv_c pending"],
      ...["dlv_ok delivered", "dlv_test failed"],
    ]);
    const [entry] = await store.db.selectFrom("audit").selectAll().execute();
    expect(entry).toMatchObject({ actor: "ann", subject: "dlv_c", operation_id: "op_1 dlv_c" });
    const lane = await store.db
      .selectFrom("lanes")
      .selectAll()
      .where("endpoint_id", "=", "ep_app_1")
      .execute();
    expect(lane).toMatchObject([{ ready_at: start + 7_200_000 }]);
  });

  it("is no faster than it may be", async () => {
    for (let index = 0; index < 5; index++) await failed("app_1", String(index));
    const clock = createVirtualClock(start);
    const operator = createOperator({ store, clock });
    const at: number[] = [];
    await driven(
      clock,
      operator.redeliverAll({ ...asked, perSecond: 2, onProgress: () => at.push(clock.now() - start) }),
    );
    expect(at).toEqual([0, 500, 1000, 1500, 2000]);
  });

  it("goes on where it was ended, and begins nothing twice", async () => {
    for (let index = 0; index < 4; index++) await failed("app_1", String(index));
    const ending = new AbortController();
    const clock = createVirtualClock(start);
    const operator = createOperator({ store, clock });
    const first = await driven(
      clock,
      operator.redeliverAll({
        ...asked,
        signal: ending.signal,
        onProgress: ({ begun }) => begun === 2 && ending.abort(),
      }),
    );
    expect(first).toEqual({ begun: 2, repeated: 0, refused: {}, isComplete: false });
    // One of them has failed again meanwhile.
    await store.db.updateTable("deliveries").set({ state: "failed" }).where("id", "=", "dlv_0").execute();
    const rest = await driven(clock, operator.redeliverAll(asked));
    expect(rest).toEqual({ begun: 2, repeated: 1, refused: {}, isComplete: true });
    expect(await states()).toEqual([...["dlv_0 failed", "dlv_1 pending", "dlv_2 pending", "dlv_3 pending"]]);
  });

  it("says what can't begin again", async () => {
    await failed("app_3", "gone");
    const operator = createOperator({ store, clock: createVirtualClock(start) });
    expect(await operator.redeliverAll(asked)).toEqual({
      begun: 0,
      repeated: 0,
      refused: { "endpoint-state": 1 },
      isComplete: true,
    });
    await expect(operator.redeliverAll({ ...asked, perSecond: 0 })).rejects.toMatchObject({
      code: "delivery-options",
    });
    const long = "x".repeat(150);
    await expect(operator.redeliverAll({ ...asked, operationId: long })).rejects.toMatchObject({
      code: "configuration-invalid",
    });
  });
});
