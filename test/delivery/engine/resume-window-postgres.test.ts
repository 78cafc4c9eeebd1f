// @needs postgres
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

it("resumes an endpoint without waiting for a publication to it, and delivers that once it is committed", async () => {
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
    await resume({ store, clock, observer: {} }, { application, actor: "ada" });
    await subject.engine.runDue();
    expect(subject.seen.map(({ eventId }) => eventId)).toEqual(["evt-1"]);
    await client.query("commit");
  } finally {
    client.release();
  }
  await subject.engine.runDue();
  expect(subject.seen.map(({ eventId }) => eventId)).toEqual(["evt-1", "evt-2"]);
});
