import { StoreFailure } from "@oipkit/runtime/stores";
import { type DatabaseConnection, type Driver, sql } from "kysely";
import { kyselyOn, onCallersConnection } from "../kysely-on.js";
import { migrate, pendingMigrations } from "../migrations/migrate.js";
import { runnerConnection, type Store } from "../store.js";
import { watchStore } from "../watch-store.js";
import { type PostgresClient, type PostgresPool, postgresRunner, tolerateErrors } from "./runner.js";
import { again, scriptRunner } from "./script.js";

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
}

/** Opens a store for any number of processes. Rejects with `store-driver-missing`. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { schema = "oipkit_delivery", connectionString, prepare } = options;
  const place = databasePlace(options);
  const pool = options.pool ?? (await ownPool(connectionString, place));
  const db = kyselyOn(
    "postgres",
    postgresDriver(pool, { isOwn: options.pool === undefined, prepare: prepare === true }),
  );
  const scoped = db.withSchema(schema);
  return watchStore({
    dialect: "postgres",
    place,
    db: scoped,
    transact: (work, { durable = true } = {}) =>
      again(() =>
        db.connection().execute(async (connection) => {
          const run = (text: string) => sql.raw(text).execute(connection);
          // One round trip for both.
          await run(durable ? "begin" : "begin; set local synchronous_commit to off");
          try {
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
    script: scriptRunner(pool, prepare),
    within: (transaction) => onCallersConnection(transaction).withSchema(schema),
    migrate: () => migrate({ db, place, dialect: "postgres", schema }),
    pendingMigrations: () => pendingMigrations({ db, place, dialect: "postgres", schema }),
    close: () => db.destroy(),
  });
}

interface DriverOptions {
  readonly isOwn: boolean;
  readonly prepare: boolean;
}

function postgresDriver(pool: PostgresPool, { isOwn, prepare }: DriverOptions): Driver {
  const clients = new WeakMap<DatabaseConnection, PostgresClient>();
  const known = new WeakMap<PostgresClient, DatabaseConnection>();
  // The end of a connection can be in the packet that says that it is ready.
  pool.on?.("connect", tolerateErrors);
  const run = async (connection: DatabaseConnection, statement: string): Promise<void> => {
    await clients.get(connection)?.query(statement);
  };
  return {
    init: async () => {},
    async acquireConnection() {
      const client = await pool.connect();
      let connection = known.get(client);
      if (connection === undefined) {
        tolerateErrors(client);
        connection = runnerConnection(
          postgresRunner(client, prepare ? (statement) => client.query(statement) : undefined),
        );
        known.set(client, connection);
        clients.set(connection, client);
      }
      return connection;
    },
    beginTransaction: (connection) => run(connection, "begin"),
    commitTransaction: (connection) => run(connection, "commit"),
    rollbackTransaction: (connection) => run(connection, "rollback"),
    releaseConnection: async (connection) => clients.get(connection)?.release(),
    destroy: async () => {
      if (isOwn) await pool.end();
    },
  };
}

async function ownPool(connectionString: string | undefined, place: string): Promise<PostgresPool> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new StoreFailure("store-driver-missing", `${place} needs the package \`pg\`: npm install pg`, {
      cause,
    });
  });
  const pool = new pg.Pool({ connectionString });
  // An idle connection that breaks is replaced; without a listener, its error would end the process.
  pool.on("error", () => {});
  return pool;
}

function databasePlace({ pool, connectionString }: PostgresStoreOptions): string {
  if (pool !== undefined || connectionString === undefined) return "the PostgreSQL database";
  const { host, pathname } = new URL(connectionString);
  return `the PostgreSQL database ${host}${pathname}`;
}
