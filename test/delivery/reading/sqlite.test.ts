import { type CompiledQuery, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openSqliteStore, type Store } from "../../../delivery/index.js";
import { readingSuite } from "../../support/delivery/reading/reading-suite.js";

const open = () => openSqliteStore({ file: ":memory:" });
/** A walk through the table that isn't one of some index, nor a search by its key. */
const fullScan = /SCAN deliveries(?! USING)/;

async function plan({ db }: Store, statement: CompiledQuery): Promise<string> {
  const rows = await db.executeQuery<{ detail: string }>({
    ...statement,
    sql: `explain query plan ${statement.sql}`,
  });
  return rows.rows.map(({ detail }) => detail).join("\n");
}

readingSuite("in SQLite", { open, plan, fullScan });

describe("the check of plans", () => {
  it("finds a full scan", async () => {
    const store = await open();
    await store.migrate();
    const statement = sql`select * from deliveries where error = 'x'`.compile(store.db);
    expect(await plan(store, statement)).toMatch(fullScan);
    await store.close();
  });
});
