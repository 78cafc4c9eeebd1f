import type { Store } from "@oipkit/delivery";
import { type Kysely, sql } from "kysely";
import { SandboxError } from "./errors.js";

/** A record as JSON text. */
interface RecordsTable {
  readonly kind: string;
  readonly id: string;
  readonly body: string;
  readonly position: number;
}

/** A timer. */
interface TimersTable {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970, in the sandbox's time. */
  readonly at: number;
  readonly position: number;
}

/** What belongs to the sandbox as a whole, in its only row. */
interface MetaTable {
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

/** Chosen by chance; the advisory lock of those who create tables. */
const tablesLock = 0x73616e64;

/**
 * Creates the sandbox's tables that are missing, all or none, one process at a time: PostgreSQL's `if not exists` fails if another
 * session creates the same at that moment.
 */
export function createTables(store: Store, create: (db: Store["db"]) => Promise<void>): Promise<void> {
  return store.transact(async (transaction) => {
    if (store.dialect === "postgres")
      await sql`select pg_advisory_xact_lock(${sql.lit(tablesLock)})`.execute(transaction);
    await create(transaction);
  });
}

/** How a sandbox is taken over by this process. */
interface OpenOptions {
  /** Names this process; no other one has the same name. */
  readonly owner: string;
  /** From which ids are made. Default: the one of before, or a random one. */
  readonly seed?: string | undefined;
  /** Returns that many random bytes. */
  readonly random: (size: number) => Uint8Array;
}

/**
 * Creates missing tables and takes the sandbox over: a process that had it before can't write any more. Rejects with `sandbox-version` or
 * `sandbox-seed`.
 */
export async function takeOver(store: Store, { owner, seed, random }: OpenOptions): Promise<MetaTable> {
  await migrateTables(store);
  return store.transact(async (transaction) => {
    const tables = sandboxTables(transaction);
    await tables
      .insertInto("sandbox_meta")
      .values({
        key: 1,
        version: tablesVersion,
        owner,
        revision: 0,
        positions: 0,
        ids: 0,
        clock: null,
        seed: seed ?? Buffer.from(random(16)).toString("hex"),
      })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .execute();
    const meta = await tables
      .updateTable("sandbox_meta")
      // A store that has been used before begins another era of ids that are counted from one.
      .set({ owner, revision: sql<number>`case when revision = 0 then 0 else revision + 1 end` })
      .returningAll()
      .executeTakeFirstOrThrow();
    checkVersion(meta.version, store.place);
    if (seed === undefined || seed === meta.seed) return meta;
    const remedy = "leave the seed out, or begin with an empty database";
    throw new SandboxError("sandbox-seed", `${store.place} was made with another seed: ${remedy}`);
  });
}

/** Throws `sandbox-version` unless this version can read the tables of a place. */
export function checkVersion(version: number, place: string): void {
  if (version === tablesVersion) return;
  const remedy = "use that version, or begin with an empty database";
  throw new SandboxError("sandbox-version", `${place} is of another version of oipkit: ${remedy}`);
}
