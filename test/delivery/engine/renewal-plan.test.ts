import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { renewLanes } from "../../../delivery/engine/statements/held-lanes.js";
import { openSqliteStore } from "../../../delivery/index.js";

it("renews each of many lanes by its key in SQLite, however many there are", async () => {
  const store = await openSqliteStore({ file: ":memory:" });
  await store.migrate();
  const health = { failures: 0, failing_since: null, open_until: 0, lost: 0, answered_at: 0 };
  const step = renewLanes({ store, owner: "engine", now: 0 }, [
    { endpoint_id: "endpoint", lease_until: 1, ...health },
  ]);
  if (step === undefined) throw new Error("there is nothing to renew");
  const { sql, parameters } = step;
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await store.db.executeQuery<{ readonly detail: string }>(explained);
  const details = rows.map(({ detail }) => detail);
  expect(details.filter((detail) => detail.startsWith("SCAN lanes"))).toEqual([]);
  // The rows come first: they are read once.
  expect(details[0]).toContain("SCAN json_each");
  expect(details.filter((detail) => detail.includes("json_each"))).toHaveLength(1);
  await store.close();
});
