// @needs postgres
import type { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../delivery/index.js";
import { eachPage } from "../../../delivery/reading/list.js";
import { postgresSchemas } from "../../support/delivery/postgres-schemas.js";
import { filteredQueries, writeHistory } from "../../support/delivery/reading/history.js";

const rows = 60_000;
/** For a page of 100: some rows of each type that an endpoint has, the edges of a period, and what hides between. */
const mostRows = 4000;

const schemas = postgresSchemas("history");
afterAll(() => schemas.remove());

interface PlanNode {
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows of the tables a statement has read, by running it. */
async function rowsRead({ db }: Pick<Store, "db">, statement: CompiledQuery): Promise<number> {
  const explained = { ...statement, sql: `explain (analyze, timing off, format json) ${statement.sql}` };
  const { rows: found } = await db.executeQuery<{ "QUERY PLAN": readonly { Plan: PlanNode }[] }>(explained);
  return found.flatMap((row) => row["QUERY PLAN"]).reduce((sum, { Plan }) => sum + readBy(Plan), 0);
}

function readBy(node: PlanNode): number {
  const own = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  const below = (node.Plans ?? []).reduce((sum, each) => sum + readBy(each), 0);
  return below + (node["Relation Name"] === undefined ? 0 : own);
}

describe("a page of a long history in PostgreSQL", () => {
  let store: Store;
  beforeAll(async () => {
    store = await schemas.open();
    await store.migrate();
    await writeHistory(store, rows);
  });
  afterAll(() => store.close());

  it.each(filteredQueries(rows))("of $name reads few rows", async ({ query }) => {
    let sum = 0;
    await eachPage(store, query, async (page, db) => {
      sum += await rowsRead({ db }, page.compile());
    });
    expect(sum).toBeLessThan(mostRows);
  });

  it("would not pass with a walk", async () => {
    const statement = store.db.selectFrom("deliveries").selectAll().where("error", "=", "x").compile();
    expect(await rowsRead(store, statement)).toBeGreaterThan(mostRows);
  });
});
