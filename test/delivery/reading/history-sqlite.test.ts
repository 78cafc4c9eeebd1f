import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DeliveryQuery, openSqliteStore, type Store } from "../../../delivery/index.js";
import { eachPage } from "../../../delivery/reading/list.js";
import { filteredQueries, writeHistory } from "../../support/delivery/reading/history.js";

const rows = 30_000;
/** A walk through deliveries, unless it is a search. */
const walk = /SCAN (?:deliveries|d|y)\b/;

async function plan({ db }: Pick<Store, "db">, statement: CompiledQuery): Promise<string> {
  const found = await db.executeQuery<{ detail: string }>({
    ...statement,
    sql: `explain query plan ${statement.sql}`,
  });
  return found.rows.map(({ detail }) => detail).join("\n");
}

/** Whether the latest deliveries are a page, one after the other. */
function isLatest({ kind = "event", states = ["delivered"], ...others }: DeliveryQuery): boolean {
  return Object.keys(others).length === 0 && kind === "event" && states.join() === "delivered";
}

/** By what a search must begin, so that it finds nothing else. */
function neededSearch({
  application,
  endpoint,
  eventType,
  kind = "event",
  states,
  ...others
}: DeliveryQuery) {
  const isNamed = others.eventId !== undefined || others.deliveryId !== undefined;
  if (isNamed || (states !== undefined && states.join() !== "delivered")) return undefined;
  const isRouted = application !== undefined || endpoint !== undefined;
  if (isRouted && kind === "event") return /deliveries_route \(endpoint_id=\? AND event_type=\?/;
  if (isRouted) return /deliveries_other_endpoint \(endpoint_id=\? AND kind=\?/;
  if (eventType !== undefined && kind === "event") return /deliveries_type \(event_type=\?/;
  if (kind !== "event") return /deliveries_other_(?:kind \(|type \(event_type=\? AND )kind=\?/;
  return undefined;
}

describe("a page of a long history in SQLite", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openSqliteStore({ file: ":memory:" });
    await store.migrate();
    await writeHistory(store, rows);
  });
  afterAll(() => store.close());

  it.each(filteredQueries(rows))("of $name is found by a search", async ({ query }) => {
    const plans: string[] = [];
    await eachPage(store, query, async (page) => void plans.push(await plan(store, page.compile())));
    for (const text of plans) {
      if (!isLatest(query)) expect(text).not.toMatch(walk);
      const search = neededSearch(query);
      if (search !== undefined) expect(text).toMatch(search);
    }
  });

  it("would not pass with a walk", async () => {
    const statement = sql`select * from deliveries where error = 'x'`.compile(store.db);
    expect(await plan(store, statement)).toMatch(walk);
  });
});
