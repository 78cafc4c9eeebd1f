import type { PostgresTransaction } from "../caller-connection.js";
import type { NamedStatement } from "./runner.js";

type PostgresResult = Awaited<ReturnType<PostgresTransaction["query"]>>;

/** What the engine needs of a connection borrowed from a pool. */
export interface PostgresClient extends PostgresTransaction {
  query(text: string, values?: unknown[]): ReturnType<PostgresTransaction["query"]>;
  /** One text without values can have several statements, and several results. */
  query(text: string): Promise<PostgresResult | readonly PostgresResult[]>;
  query(statement: NamedStatement): ReturnType<PostgresTransaction["query"]>;
  release(): void;
  on?(event: "error", listener: (error: Error) => void): unknown;
}

/** What the engine needs of a `Pool` of `pg`. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  on?(event: "connect", listener: (client: PostgresClient) => void): unknown;
}

const tolerant = new WeakSet<PostgresClient>();

/**
 * The pool doesn't listen to what it has lent, so a connection that breaks between two statements would end the process. Here, the next
 * statement fails, and the pool drops the connection.
 */
export function tolerateErrors(client: PostgresClient): void {
  if (tolerant.has(client)) return;
  tolerant.add(client);
  client.on?.("error", () => {});
}
