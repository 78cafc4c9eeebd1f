import { hash } from "node:crypto";
import type { Columns } from "../event-columns.js";

/** A statement that a connection prepares under its name, unless it is already prepared. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** A statement for every delivery: parsing and planning it takes as long as executing it. Its name identifies its text. */
export function preparedStatement(purpose: string, text: string): NamedStatement {
  return { name: `oipkit_${purpose}_${hash("sha256", text).slice(0, 16)}`, text };
}

/** What oipkit needs of a connection of `pg`. */
export interface PostgresClient {
  query(
    statement: string | NamedStatement,
    values?: unknown[],
  ): Promise<{ readonly rows: unknown[]; readonly rowCount?: number | null }>;
}

/** What oipkit needs of a connection borrowed from a pool. */
export interface PooledClient extends PostgresClient {
  /** With an error or `true`, the connection is closed instead of returned. */
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
