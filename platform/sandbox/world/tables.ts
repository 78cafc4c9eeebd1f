import type { Store } from "@oipkit/delivery";
import type { Kysely } from "kysely";
import { createTables } from "../create-tables.js";

/** A record as JSON text. */
export interface RecordsTable {
  readonly kind: string;
  readonly id: string;
  readonly body: string;
  readonly position: number;
}

/** A timer. */
export interface TimersTable {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
  readonly position: number;
}

/** What belongs to the sandbox as a whole, in its only row. */
export interface MetaTable {
  /** Always 1. */
  readonly key: number;
  /** The form of these tables. */
  readonly version: number;
  /** The process that may write. */
  readonly owner: string;
  /** Rises with each commit. */
  readonly revision: number;
  readonly positions: number;
  readonly ids: number;
  /** From which ids are made. */
  readonly seed: string;
  /** JSON of the clock's state; null before it is first kept. */
  readonly clock: string | null;
}

/** The sandbox's tables, beside those of the delivery engine. */
export interface SandboxTables {
  sandbox_records: RecordsTable;
  sandbox_timers: TimersTable;
  sandbox_meta: MetaTable;
}

/** The form of the tables that this version reads and writes. */
export const tablesVersion = 1;

/** The sandbox's tables, of a store or of a transaction of it. */
export function sandboxTables(db: Store["db"]): Kysely<SandboxTables> {
  return db as unknown as Kysely<SandboxTables>;
}

/** Creates the tables of the engine and of the sandbox that are missing. */
export async function migrateTables(store: Store): Promise<void> {
  await store.migrate();
  await createTables(store, createSandboxTables);
}

async function createSandboxTables({ schema }: Store["db"]): Promise<void> {
  await schema
    .createTable("sandbox_records")
    .ifNotExists()
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("sandbox_records_key", ["kind", "id"])
    .execute();
  await schema
    .createTable("sandbox_timers")
    .ifNotExists()
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("position", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("sandbox_timers_key", ["kind", "id", "name"])
    .execute();
  await schema
    .createTable("sandbox_meta")
    .ifNotExists()
    .addColumn("key", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("positions", "bigint", (column) => column.notNull())
    .addColumn("ids", "bigint", (column) => column.notNull())
    .addColumn("seed", "text", (column) => column.notNull())
    .addColumn("clock", "text")
    .execute();
}
