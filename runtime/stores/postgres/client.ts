import type { Columns } from "../event-columns.js";

/** A statement that a connection prepares under its name, unless it was prepared there before. */
export interface NamedStatement {
  /** Without it, the statement isn't kept. */
  readonly name?: string;
  readonly text: string;
}

/** What oipkit needs of a connection of `pg`. */
export interface PostgresClient {
  query(
    statement: string | NamedStatement,
    values?: unknown[],
  ): Promise<{ readonly rows: unknown[]; readonly rowCount?: number | null }>;
}

/** What oipkit needs of a connection that a pool has lent. */
export interface PooledClient extends PostgresClient {
  /** With an error or `true`, the connection is closed instead of given back. */
  release(destroy?: boolean | Error): void;
  on?(event: "error", listener: (error: Error) => void): unknown;
  off?(event: "error", listener: (error: Error) => void): unknown;
}

/** What oipkit needs of a `Pool` of `pg`. */
export interface PostgresPool<Client extends PostgresClient = PostgresClient> extends PostgresClient {
  connect(): Promise<Client & PooledClient>;
  end(): Promise<void>;
  on?(event: "error", listener: (error: Error) => void): unknown;
}

/** The rows of a query. */
export async function rowsOf(
  client: PostgresClient,
  statement: string | NamedStatement,
  values: unknown[] = [],
): Promise<Columns[]> {
  return (await client.query(statement, values)).rows as Columns[];
}
