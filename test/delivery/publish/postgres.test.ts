// @needs postgres
import { afterAll, expect, it } from "vitest";
import { revoke } from "../../../delivery/endpoints/change-state.js";
import { deliveriesIn, makeEvent, subjectOn } from "../../support/delivery/engine/subject.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { publishSuite } from "../../support/delivery/publish/publish-suite.js";

const { pool, open, remove } = postgresSchemas("publish");
afterAll(remove);

publishSuite("PostgreSQL", {
  open,
  async inTransaction(end, work) {
    const client = await pool.connect();
    await client.query("begin");
    await work(client);
    await client.query(end);
    client.release();
  },
});

it("leaves nothing waiting that is published while its endpoint is revoked", async () => {
  const store = await open();
  await store.migrate();
  const subject = subjectOn(store);
  await subject.endpoint();
  const client = await pool.connect();
  await client.query("begin");
  await subject.engine.publish(makeEvent("evt-1"), { application: "app-1", transaction: client });
  const { clock } = subject;
  const revoked = revoke({ store, clock, observer: {} }, { application: "app-1", actor: "ada" });
  const waits =
    "select 1 from pg_stat_activity where query like '%pg_advisory_xact_lock(%' and wait_event_type = 'Lock'";
  const isOver = revoked.then(() => true);
  while (!(await Promise.race([isOver, pool.query(waits).then(({ rowCount }) => rowCount !== 0)])));
  await client.query("commit");
  client.release();
  await revoked;
  expect((await deliveriesIn(store)).map(({ state }) => state)).toEqual(["cancelled"]);
});
