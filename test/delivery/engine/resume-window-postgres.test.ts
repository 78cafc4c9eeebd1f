// @needs postgres
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, it } from "vitest";
import { resume } from "../../../delivery/endpoints/change-state.js";
import { openPostgresStore } from "../../../delivery/index.js";
import { makeEvent, subjectOn } from "../../support/delivery/engine/subject.js";
import { postgresUrl } from "../../support/services/urls.js";

const pool = new pg.Pool({ connectionString: postgresUrl, max: 6 });
const schema = `oipkit_delivery_window_${process.pid}`;
afterAll(async () => {
  await pool.query(`drop schema if exists ${schema} cascade`);
  await pool.end();
});

it("delivers what was published while its endpoint was resumed, and committed after that began", async () => {
  const store = await openPostgresStore({ pool, schema });
  await store.migrate();
  const subject = subjectOn(store);
  const application = "app-1";
  await subject.endpoint(application);
  await subject.engine.publish(makeEvent("evt-1"), { application });
  await subject.engine.runDue();
  await store.db.updateTable("endpoints").set({ state: "paused" }).execute();
  await store.db.updateTable("lanes").set({ ready_at: null }).execute();
  const client = await pool.connect();
  try {
    await client.query("begin");
    await subject.engine.publish(makeEvent("evt-2"), { application, transaction: client });
    const { clock } = subject;
    const resumed = resume({ store, clock, observer: {} }, { application, actor: "ada" });
    // It waits for the lane that the publication has locked.
    const waiting = async () =>
      (
        await pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%lanes%'",
          [schema],
        )
      ).rows.length;
    await Promise.race([expect.poll(waiting).toBeGreaterThan(0), resumed.then(() => delay(0))]);
    await client.query("commit");
    await resumed;
  } finally {
    client.release();
  }
  subject.clock.advanceBy(60_000);
  await subject.engine.runDue();
  expect(subject.seen.map(({ eventId }) => eventId)).toEqual(["evt-1", "evt-2"]);
});
