import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Dialect } from "./store.js";
import type { Tables } from "./tables.js";

/**
 * Holds other changes to an application's endpoint and credentials back until the transaction ends. In SQLite, a
 * transaction does that for everything.
 */
export async function lockApplication(
  transaction: Kysely<Tables>,
  dialect: Dialect,
  application: string,
): Promise<void> {
  if (dialect === "sqlite") return;
  const name = `oipkit-delivery ${application}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Keeps an engine from declaring a lane idle while a publication for it is under way that hasn't committed. */
interface PublicationLock {
  /** Taken by a publication for its endpoints, shared with others, until its transaction ends. */
  readonly share: (db: Kysely<Tables>, endpoints: readonly string[]) => Promise<void>;
  /** Waits until no such publication is under way; none begins until the transaction ends. A publication doesn't wait for who waits here. */
  readonly alone: (db: Kysely<Tables>, endpoint: string) => Promise<void>;
  /** The endpoints without such a publication; none begins until the transaction ends. */
  readonly tryAlone: (db: Kysely<Tables>, endpoints: readonly string[]) => Promise<readonly string[]>;
}

/** Chosen by chance; the first key of the advisory locks. */
const lockClass = 0x6f69706b;
/** Locks are shared by endpoints, so that a transaction has few. */
const lockCount = 1024;

const key = sql`hashtext(e.id) & ${sql.lit(lockCount - 1)}`;

const postgresLock: PublicationLock = {
  async share(db, endpoints) {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(lockClass)}, k.key)
      from (select distinct ${key} as key from unnest(${endpoints}::text[]) as e(id) order by 1) k`.execute(
      db,
    );
  },
  async alone(db, endpoint) {
    // Whoever waits in PostgreSQL's queue holds back the publications behind, which may have begun elsewhere: not for long.
    while (!(await tookInTime(db, endpoint))) await delay(stepBackMs);
  },
  async tryAlone(db, endpoints) {
    const { rows } = await sql<{ id: string }>`select e.id from unnest(${endpoints}::text[]) as e(id)
      join (select d.key, pg_try_advisory_xact_lock(${sql.lit(lockClass)}, d.key) as alone
        from (select distinct ${key} as key from unnest(${endpoints}::text[]) as e(id)) d offset 0) k
      on k.key = (${key}) where k.alone`.execute(db);
    return rows.map(({ id }) => id);
  },
};

/** How long a publication is held back by somebody who waits for others, and how long it isn't after that, in milliseconds. */
const [queuedMs, stepBackMs] = [200, 100];

/** Takes the lock of an endpoint alone, unless that takes too long. */
async function tookInTime(db: Kysely<Tables>, endpoint: string): Promise<boolean> {
  const run = (text: string) => sql.raw(text).execute(db);
  const { rows } = await sql<{ before: string }>`select current_setting('lock_timeout') as before`.execute(
    db,
  );
  await run(`savepoint alone; set local lock_timeout to ${queuedMs}`);
  try {
    await sql`select pg_advisory_xact_lock(${sql.lit(lockClass)}, ${key}) from (select ${endpoint}::text as id) e`.execute(
      db,
    );
  } catch (failure) {
    if ((failure as { readonly code?: unknown } | null)?.code !== lockNotAvailable) throw failure;
    await run("rollback to savepoint alone");
    return false;
  }
  await sql`select set_config('lock_timeout', ${rows[0]?.before ?? "0"}, true)`.execute(db);
  await run("release savepoint alone");
  return true;
}

/** PostgreSQL's code. */
const lockNotAvailable = "55P03";

/** SQLite has one writer at a time. */
const sqliteLock: PublicationLock = {
  share: async () => {},
  alone: async () => {},
  tryAlone: async (_db, endpoints) => endpoints,
};

/** The lock of a store. */
export function publicationLock(dialect: Dialect): PublicationLock {
  if (dialect === "postgres") return postgresLock;
  return sqliteLock;
}
