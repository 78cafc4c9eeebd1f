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
export async function queryRows(
  client: PostgresClient,
  statement: string | NamedStatement,
  values: unknown[] = [],
): Promise<Columns[]> {
  return (await client.query(statement, values)).rows as Columns[];
}

/** Characters that occur in no text from `toStored`, and in no JSON text. */
const separator = "\x1e";
const nothing = "\x1d";

/**
 * The values of a column as one text. It ends with an extra null, since a list of one empty text would look like
 * an empty list. `pg` would escape each element of an array, and PostgreSQL would undo it.
 */
export function packColumn(values: readonly (string | number | boolean | null | undefined)[]): string {
  let text = "";
  for (const value of values) text += `${value ?? nothing}${separator}`;
  return text + nothing;
}

/** SQL for the array of a packed column, whose last element is null. */
export function unpacked(parameter: string, type: string): string {
  const texts = `string_to_array(${parameter}::text, chr(${separator.charCodeAt(0)}), chr(${nothing.charCodeAt(0)}))`;
  if (type === "text") return texts;
  return `${texts}::${type}[]`;
}

/** The texts packed by `packedText`. */
export function unpackText(packed: string): string[] {
  return packed.split(separator);
}

/** SQL that gathers texts in one row, which costs less than a row each. */
export function packedText(column: string): string {
  return `string_agg(${column}, chr(${separator.charCodeAt(0)}))`;
}
