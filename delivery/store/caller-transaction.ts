import { type Driver, Kysely } from "kysely";
import type { CallerTransaction } from "./caller-connection.js";
import { kyselyOn } from "./kysely-on.js";
import { postgresRunner } from "./postgres/runner.js";
import { connectionOf, type Runner } from "./runner.js";
import { sqliteRunner } from "./sqlite/runner.js";
import type { Tables } from "./tables.js";

/** The tables on such a connection. The caller commits. */
export function onCallersConnection(transaction: CallerTransaction): Kysely<Tables> {
  if (transaction instanceof Kysely) return transaction;
  return "prepare" in transaction
    ? kyselyOn("sqlite", borrowed(sqliteRunner(transaction)))
    : kyselyOn("postgres", borrowed(postgresRunner(transaction)));
}

function borrowed(run: Runner): Driver {
  const connection = connectionOf(run);
  const refuse = (): Promise<never> =>
    Promise.reject(new Error("the caller's transaction isn't ours to end"));
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}
