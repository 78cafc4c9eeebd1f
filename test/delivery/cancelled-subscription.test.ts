import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openSqliteStore } from "../../delivery/index.js";
import { deliveriesIn, makeEvent, subjectOn, type } from "../support/delivery/engine/subject.js";

const cancelled = "oem.subscription.cancelled.v1";
const example = new URL(`../../contracts/examples/${cancelled}/full.json`, import.meta.url);

it("goes on delivering after a subscription was cancelled", async () => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const { engine, endpoint, applications, seen } = subjectOn(store);
  const application = "app-1";
  await endpoint(application, { event_types: JSON.stringify([cancelled, type]) });
  const record = applications.get(application);
  if (record === undefined) throw new Error("the subject has no such application");
  applications.set(application, { ...record, grantedEventTypes: [cancelled, type] });
  const { data, ...envelope } = JSON.parse(readFileSync(example, "utf8")) as { data: object };
  const binding = { open_platform_application_id: application, environment: record.environment };
  await engine.publish({ ...envelope, data: { ...data, ...binding } }, { application });
  await engine.runDue();
  await engine.publish(makeEvent("evt-later", application), { application });
  await engine.runDue();
  expect(seen.map(({ headers }) => headers["X-SVC-Event-Type"])).toEqual([cancelled, type]);
  expect((await deliveriesIn(store)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
  const { state } = await store.db.selectFrom("endpoints").select("state").executeTakeFirstOrThrow();
  expect(state).toBe("active");
  await store.close();
});
