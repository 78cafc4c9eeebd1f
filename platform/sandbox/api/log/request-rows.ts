import type { Store } from "@oipkit/delivery";
import type { Kysely } from "kysely";
import { createTables } from "../../world/tables.js";

/** A request of the log as it is stored. */
export interface RequestRow {
  readonly id: string;
  /** The entry, in JSON. */
  readonly text: string;
}

/** Where the log is kept over a restart. */
export interface RequestRows {
  /** Adds rows, in their order, and forgets the oldest ones beyond `keep`. */
  readonly append: (rows: readonly RequestRow[], keep: number) => Promise<void>;
  /** The latest rows, oldest first. */
  readonly load: (limit: number) => Promise<readonly RequestRow[]>;
}

interface RequestTables {
  sandbox_requests: {
    /** Rises with each row; PostgreSQL's driver returns it as text. */
    readonly position: number | string;
    readonly id: string;
    readonly body: string;
  };
}

/** As many rows as every database takes in one statement. */
const batch = 200;

/** Keeps the log in a table of the store, which is created if it is missing. */
export async function openSqlRequestRows(store: Store): Promise<RequestRows> {
  const tables = (db: Store["db"]) => db as unknown as Kysely<RequestTables>;
  await createTables(store, ({ schema }) =>
    schema
      .createTable("sandbox_requests")
      .ifNotExists()
      .addColumn("position", "bigint", (column) => column.primaryKey())
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("body", "text", (column) => column.notNull())
      .execute(),
  );
  return {
    async append(rows, keep) {
      // A log may lose its last lines when the machine stops; requests don't wait for its disk.
      await store.transact((transaction) => write(tables(transaction), rows, keep), { durable: false });
    },
    async load(limit) {
      const found = await tables(store.db)
        .selectFrom("sandbox_requests")
        .select(["id", "body"])
        .orderBy("position", "desc")
        .limit(limit)
        .execute();
      return found.reverse().map(({ id, body }) => ({ id, text: body }));
    },
  };
}

async function write(db: Kysely<RequestTables>, rows: readonly RequestRow[], keep: number): Promise<void> {
  const { last } = await db
    .selectFrom("sandbox_requests")
    .select(({ fn }) => fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  const from = Number(last ?? 0) + 1;
  for (let at = 0; at < rows.length; at += batch) {
    const values = rows
      .slice(at, at + batch)
      .map(({ id, text }, index) => ({ position: from + at + index, id, body: text }));
    await db.insertInto("sandbox_requests").values(values).execute();
  }
  await db
    .deleteFrom("sandbox_requests")
    .where("position", "<=", from + rows.length - 1 - keep)
    .execute();
}
