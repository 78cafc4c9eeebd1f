import type { PostgresTransaction } from "../caller-connection.js";
import type { Runner } from "../runner.js";
import { statementName } from "./statement-name.js";

/** A statement that the server plans once per connection. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** The type of `bigint` in PostgreSQL's catalog; `pg` reads it as text. */
const int8 = 20;

/**
 * Runs statements on one connection, those that come again by `named` if there is such a function. Every `bigint` of the engine is a safe
 * integer.
 */
export function postgresRunner(
  client: PostgresTransaction,
  named?: (statement: NamedStatement) => ReturnType<PostgresTransaction["query"]>,
): Runner {
  return async (text, parameters) => {
    const values = [...parameters];
    const name = named === undefined || values.length === 0 ? undefined : statementName(text);
    const result =
      named === undefined || name === undefined ? client.query(text, values) : named({ name, text, values });
    return rowsOf(await result);
  };
}

type Result = Awaited<ReturnType<PostgresTransaction["query"]>>;

/** The rows of a result, with numbers. */
export function rowsOf({ rows, fields = [] }: Result): readonly object[] {
  // Several statements at once have several results.
  if (rows === undefined) return [];
  const long = fields.filter(({ dataTypeID }) => dataTypeID === int8).map(({ name }) => name);
  if (long.length === 0) return rows;
  for (const row of rows as Record<string, unknown>[])
    for (const column of long) if (row[column] !== null) row[column] = Number(row[column]);
  return rows;
}
