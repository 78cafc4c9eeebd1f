import { OipkitError } from "../../errors.js";
import { StoreFailure } from "../../ports/stores.js";
import { unwritable } from "../write-watch.js";
import type { PooledClient, PostgresClient, PostgresPool } from "./client.js";

/** Where PostgreSQL is: a pool that the caller owns and ends, or an address to create one for. */
export interface PostgresOptions<Client extends PostgresClient = PostgresClient> {
  readonly pool?: PostgresPool<Client> | undefined;
  /** `postgres://user:password@host:port/database`. Missing parts come from the `PG…` environment variables. */
  readonly connectionString?: string | undefined;
  /** The schema with oipkit's tables. Default: `oipkit`. */
  readonly schema?: string | undefined;
}

/** A connection as the stores use it. */
export interface Connection<Client extends PostgresClient> {
  /** The schema, quoted for SQL. */
  readonly schema: string;
  /** Its address without a password, for messages. */
  readonly place: string;
  /** Runs one statement. */
  readonly query: PostgresClient["query"];
  /** Borrows a connection. */
  readonly connect: () => Promise<Client & PooledClient>;
  /**
   * Runs work in a transaction, again if PostgreSQL asks for it. Unless it is `durable`, the commit doesn't wait for
   * the disk, and a crash of the server may undo it.
   */
  readonly transact: <Result>(
    work: (client: Client & PooledClient) => Promise<Result>,
    options?: { readonly durable?: boolean },
  ) => Promise<Result>;
  readonly close: () => Promise<void>;
}

const begin = "begin isolation level read committed";

/** Opens nothing yet; the first query does. Throws `store-options`. */
export function connectionTo<Client extends PostgresClient>(
  options: PostgresOptions<Client>,
): Connection<Client> {
  const schema = schemaName(options.schema ?? "oipkit");
  const place = databasePlace(options);
  let pool: Promise<PostgresPool<Client>> | undefined;
  let isClosed = false;
  let prepares = true;

  function open(): Promise<PostgresPool<Client>> {
    if (isClosed) return Promise.reject(new StoreFailure("store-closed", `${place} was closed`));
    pool ??= Promise.resolve(options.pool ?? ownPool<Client>(options.connectionString, place)).then(
      (opened) => {
        // An idle connection that breaks is replaced; without a listener, its error would end the process.
        opened.on?.("error", () => {});
        return opened;
      },
    );
    return pool;
  }

  async function clearly<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (failure) {
      throw clearError(failure, place);
    }
  }

  async function connect(): Promise<Client & PooledClient> {
    const client = await (await open()).connect();
    client.on?.("error", ignore);
    return client;
  }

  const query: PostgresClient["query"] = async (statement, values) => {
    const opened = await open();
    if (typeof statement === "string") return opened.query(statement, values);
    if (!prepares) return opened.query(statement.text, values);
    try {
      return await opened.query(statement, values);
    } catch (failure) {
      if (!isOfPooler(failure)) throw failure;
      prepares = false;
      return opened.query(statement.text, values);
    }
  };

  async function once<Result>(
    work: (client: Client & PooledClient) => Promise<Result>,
    durable: boolean,
  ): Promise<Result> {
    const client = await connect();
    let broken = true;
    try {
      await client.query(durable ? begin : `${begin}; set local synchronous_commit to off`);
      try {
        const result = await work(client);
        await client.query("commit");
        broken = false;
        return result;
      } catch (failure) {
        await client.query("rollback");
        broken = false;
        throw failure;
      }
    } finally {
      release(client, broken);
    }
  }

  return {
    schema,
    place,
    query: (statement, values) => clearly(() => query(statement, values)),
    connect: () => clearly(connect),
    transact: (work, { durable = true } = {}) =>
      clearly(async () => {
        for (let left = 3; ; left--) {
          try {
            return await once(work, durable);
          } catch (failure) {
            if (left === 0 || !isToBeRepeated(failure)) throw failure;
          }
        }
      }),
    async close() {
      isClosed = true;
      if (options.pool === undefined) await (await pool?.catch(() => undefined))?.end();
    },
  };
}

/** Returns a connection, or closes it. */
export function release(client: PooledClient, broken: boolean): void {
  client.off?.("error", ignore);
  client.release(broken);
}

function ignore(): void {}

/**
 * The prepared statement is missing, or another one has its name: a pooler switched the connection in the meantime.
 * Nothing was executed.
 */
function isOfPooler(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | null)?.code;
  return code === "26000" || code === "42P05";
}

/** Serialization failure, deadlock. */
function isToBeRepeated(failure: unknown): boolean {
  const code = (failure as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01";
}

async function ownPool<Client extends PostgresClient>(
  connectionString: string | undefined,
  place: string,
): Promise<PostgresPool<Client>> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    const message = `${place} needs the package \`pg\`: npm install pg`;
    throw new StoreFailure("store-driver-missing", message, { cause });
  });
  // Handlers may hold ten connections; deliveries need some as well.
  const limits = { max: 20, connectionTimeoutMillis: 3000, query_timeout: 10_000, keepAlive: true };
  const pool = new pg.Pool({ ...(connectionString !== undefined && { connectionString }), ...limits });
  return pool as unknown as PostgresPool<Client>;
}

function databasePlace({
  pool,
  connectionString,
}: {
  pool?: object | undefined;
  connectionString?: string | undefined;
}): string {
  if (pool !== undefined && connectionString !== undefined) {
    throw new StoreFailure("store-options", "give either `pool` or `connectionString`, not both");
  }
  if (connectionString === undefined || pool !== undefined) return "PostgreSQL";
  const url = URL.canParse(connectionString) ? new URL(connectionString) : undefined;
  if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    const wanted = "postgres://user:password@host:port/database";
    throw new StoreFailure("store-options", `the PostgreSQL connection string must look like ${wanted}`);
  }
  return `PostgreSQL at ${url.host === "" ? "its default address" : url.host}${url.pathname}`;
}

/** A schema's name, quoted for SQL. Throws `store-options`. */
function schemaName(name: string): string {
  if (name === "" || Buffer.byteLength(name, "utf8") > 63 || name.includes("\0")) {
    throw new StoreFailure("store-options", "the name of a PostgreSQL schema has 1 to 63 bytes");
  }
  return `"${name.replaceAll('"', '""')}"`;
}

const systemErrors = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
]);

/** The failure, or a clearer one if the database is unreachable or lacks the tables. Never holds a password. */
function clearError(failure: unknown, place: string): unknown {
  if (failure instanceof OipkitError || !(failure instanceof Error)) return failure;
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : "";
  // 3F000: no such schema; 42P01: no such table; 42703: no such column.
  if (code === "3F000" || code === "42P01" || code === "42703") {
    const message = `${place} lacks a table or column of oipkit's; run \`oipkit receiver migrate --store …\``;
    return new StoreFailure("store-not-migrated", message, { cause: failure });
  }
  // 25006: read-only; 53100: disk full.
  if (code === "25006" || code === "53100") return unwritable(place, failure);
  // 08…: connection; 28…: authentication; 3D000: no such database; 53300: too many connections; 57P0…: shutting down.
  const isRefused = /^(?:08|28|57P0)/.test(code) || code === "3D000" || code === "53300";
  const isLost = /^(?:Connection terminated|timeout expired|timeout exceeded|Query read timeout)/.test(
    failure.message,
  );
  if (!isRefused && !isLost && !systemErrors.has(code)) return failure;
  const reason = failure.message === "" ? code : failure.message;
  return new StoreFailure("store-unreachable", `${place} can't be used: ${reason}`, { cause: failure });
}
