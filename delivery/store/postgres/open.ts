import { StoreFailure } from "@oipkit/runtime/stores";
import { type DatabaseConnection, type Driver, sql } from "kysely";
import { kyselyOn, onCallersConnection } from "../kysely-on.js";
import { migrate, pendingMigrations } from "../migrations/migrate.js";
import { runnerConnection, type Store } from "../store.js";
import { watchStore } from "../watch-store.js";
import {
  type BorrowedConnection,
  createConnections,
  unanswered,
  usualDeadlineMs,
  withDeadline,
} from "./connections.js";
import { type NamedStatement, type PostgresPool, postgresRunner } from "./runner.js";
import { again, scriptRunner, serverLimits } from "./script.js";

/** Where a PostgreSQL store is: a pool that the caller owns and ends, or an address to create one for. */
export interface PostgresStoreOptions {
  readonly pool?: PostgresPool | undefined;
  /** `postgres://user:password@host:port/database`. Missing parts come from the `PG…` environment variables. */
  readonly connectionString?: string | undefined;
  /** The schema with the engine's tables. Default: `oipkit_delivery`. */
  readonly schema?: string | undefined;
  /**
   * Whether the server keeps the plans of statements. By default it keeps those of the engine's cycle, until it turns out that it doesn't know a
   * statement that was prepared: poolers may change connections between transactions (PgBouncer before 1.21). With `true`, it keeps all
   * plans, also those of other statements that were made while the tables were small, until they are analysed.
   */
  readonly prepare?: boolean | undefined;
  /**
   * How long a statement may take, and the wait for a connection, in milliseconds. A call that takes longer rejects with `store-unreachable`,
   * and its connection is destroyed. Migrations, and transactions of callers, have no limit. Default: ten seconds.
   */
  readonly deadlineMs?: number | undefined;
}

/** A server ends a slow statement itself before its client stops waiting, so that the connection can be used again. */
const serverShare = 0.9;

/** Opens a store for any number of processes. Rejects with `store-driver-missing` or `store-options`. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { schema = "oipkit_delivery", prepare, deadlineMs = usualDeadlineMs } = options;
  if (!Number.isInteger(deadlineMs) || deadlineMs < 1)
    throw new StoreFailure("store-options", "`deadlineMs` must be a positive integer");
  const place = databasePlace(options);
  const pools = await openPools(options, { place, deadlineMs });
  const connections = createConnections(pools.main, { place, deadlineMs });
  const { borrow, borrowPatiently } = connections;
  const db = kyselyOn("postgres", postgresDriver({ borrow, end: pools.end, prepare }));
  const patient = kyselyOn("postgres", postgresDriver({ borrow: borrowPatiently }));
  const scoped = db.withSchema(schema);
  const watching =
    pools.watching === pools.main ? connections : createConnections(pools.watching, { place, deadlineMs });
  const limitMs = Math.max(1, Math.floor(deadlineMs * serverShare));
  const begin = (durable: boolean): string => {
    const settings = Object.entries(serverLimits(limitMs));
    if (!durable) settings.push(["synchronous_commit", "off"]);
    // One round trip for all.
    return ["begin", ...settings.map(([name, value]) => `set local ${name} to ${value}`)].join("; ");
  };
  return watchStore({
    dialect: "postgres",
    place,
    db: scoped,
    watching: kyselyOn("postgres", postgresDriver({ borrow: watching.borrow })).withSchema(schema),
    transact: (work, { durable = true } = {}) =>
      again(() =>
        db.connection().execute(async (connection) => {
          const run = (text: string) => sql.raw(text).execute(connection);
          try {
            await run(begin(durable));
            const result = await work(connection.withSchema(schema));
            await run("commit");
            return result;
          } catch (failure) {
            // What broke the connection as well is said by the first failure.
            await run("rollback").catch(() => {});
            throw failure;
          }
        }),
      ),
    script: scriptRunner(connections, { prepare, limitMs }),
    within: (transaction) => onCallersConnection(transaction).withSchema(schema),
    migrate: () => migrate({ db: patient, place, dialect: "postgres", schema }),
    pendingMigrations: () => pendingMigrations({ db, place, dialect: "postgres", schema }),
    close: () => db.destroy(),
  });
}

interface DriverOptions {
  readonly borrow: () => Promise<BorrowedConnection>;
  /** Ends the pool. */
  readonly end?: (() => Promise<void>) | undefined;
  /** Whether the server keeps all plans. */
  readonly prepare?: boolean | undefined;
}

function postgresDriver({ borrow, end = async () => {}, prepare = false }: DriverOptions): Driver {
  const borrowed = new WeakMap<DatabaseConnection, BorrowedConnection>();
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> => {
    await borrowed.get(connection)?.query(statement);
  };
  return {
    init: async () => {},
    async acquireConnection() {
      const own = await borrow();
      const named = prepare ? (statement: NamedStatement) => own.query(statement) : undefined;
      const connection = runnerConnection(postgresRunner(own, named));
      borrowed.set(connection, own);
      return connection;
    },
    beginTransaction: (connection) => run(connection, "begin"),
    commitTransaction: (connection) => run(connection, "commit"),
    rollbackTransaction: (connection) => run(connection, "rollback"),
    releaseConnection: async (connection) => borrowed.get(connection)?.release(),
    destroy: end,
  };
}

/** Pools of connections. */
interface Pools {
  readonly main: PostgresPool;
  /** Of one connection, if the store opens it. */
  readonly watching: PostgresPool;
  /** Ends those that aren't the caller's. */
  readonly end: () => Promise<void>;
}

async function openPools(
  { pool, connectionString }: PostgresStoreOptions,
  { place, deadlineMs }: { readonly place: string; readonly deadlineMs: number },
): Promise<Pools> {
  if (pool !== undefined) return { main: pool, watching: pool, end: async () => {} };
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new StoreFailure("store-driver-missing", `${place} needs the package \`pg\`: npm install pg`, {
      cause,
    });
  });
  const open = (max?: number) => {
    const own = new pg.Pool({
      connectionString,
      // Whoever waits was told before; this ends the try itself.
      connectionTimeoutMillis: Math.ceil(deadlineMs / serverShare),
      keepAlive: true,
      ...(max !== undefined && { max }),
    });
    // An idle connection that breaks is replaced; without a listener, its error would end the process.
    own.on("error", () => {});
    return own;
  };
  const [main, watching] = [open(), open(1)];
  const end = async (): Promise<void> => {
    const ended = Promise.all([main.end(), watching.end()]);
    await withDeadline(ended, deadlineMs, () =>
      unanswered(`${place} didn't end its connections within ${deadlineMs} ms`),
    );
  };
  return { main, watching, end };
}

function databasePlace({ pool, connectionString }: PostgresStoreOptions): string {
  if (pool !== undefined || connectionString === undefined) return "the PostgreSQL database";
  const { host, pathname } = new URL(connectionString);
  return `the PostgreSQL database ${host}${pathname}`;
}
