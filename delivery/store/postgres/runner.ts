import { createHash } from "node:crypto";
import type { PostgresTransaction, Runner } from "../store.js";

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
    return typedRows(await result);
  };
}

type Result = Awaited<ReturnType<PostgresTransaction["query"]>>;

/** The rows of a result, with numbers. */
export function typedRows({ rows, fields = [] }: Result): readonly object[] {
  // Several statements at once have several results.
  if (rows === undefined) return [];
  const long = fields.filter(({ dataTypeID }) => dataTypeID === int8).map(({ name }) => name);
  if (long.length === 0) return rows;
  for (const row of rows as Record<string, unknown>[])
    for (const column of long) if (row[column] !== null) row[column] = Number(row[column]);
  return rows;
}

/** A server keeps so many plans for each connection at most. */
const mostNames = 200;
/** Texts that came once; with more, they are forgotten. */
const mostSeen = 1000;

const names = new Map<string, string>();
const seen = new Set<string>();

/**
 * The name of a statement, from its second use in this process on; `undefined` for one that doesn't get any. It depends on the text
 * alone, since a pool may be shared.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= mostNames) return undefined;
  if (!seen.delete(text)) {
    if (seen.size >= mostSeen) seen.clear();
    seen.add(text);
    return undefined;
  }
  const name = `oipkit_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  names.set(text, name);
  return name;
}

type PostgresResult = Awaited<ReturnType<PostgresTransaction["query"]>>;

/** What the engine needs of a connection borrowed from a pool. */
export interface PostgresClient extends PostgresTransaction {
  query(text: string, values?: unknown[]): ReturnType<PostgresTransaction["query"]>;
  /** One text without values can have several statements, and several results. */
  query(text: string): Promise<PostgresResult | readonly PostgresResult[]>;
  query(statement: NamedStatement): ReturnType<PostgresTransaction["query"]>;
  /** With an error or `true`, the pool destroys the connection. */
  release(failure?: Error | boolean): void;
  on?(event: "error", listener: (error: Error) => void): unknown;
}

/** What the engine needs of a `Pool` of `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  on?(event: "connect", listener: (client: PostgresClient) => void): unknown;
}
