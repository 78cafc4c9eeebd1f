import { setTimeout as delay } from "node:timers/promises";
import type { Runner, SqliteStatement, SqliteTransaction } from "../store.js";

/** How long another process may hold the file, in milliseconds. */
const busyMs = 10_000;
/** Statements are few and fixed, apart from those with lists. */
const maxPrepared = 200;

/** Runs statements on one connection, which nobody else uses meanwhile. They are prepared once. */
export function sqliteRunner(database: SqliteTransaction): Runner {
  const prepared = new Map<string, SqliteStatement>();
  return (sql, parameters) =>
    patiently(async () => {
      let statement = prepared.get(sql);
      if (statement === undefined) {
        statement = await database.prepare(sql);
        if (prepared.size === maxPrepared) prepared.clear();
        prepared.set(sql, statement);
      }
      return statement.all(parameters.map(bindable));
    });
}

/** The driver aborts the process on a boolean. */
function bindable(value: unknown): unknown {
  if (typeof value === "boolean") return value ? 1 : 0;
  return value ?? null;
}

/** Retries what another process blocks; the driver's own waiting would block its few threads. */
async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + busyMs;
  for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, 20)) {
    try {
      return await work();
    } catch (failure) {
      const code = (failure as { code?: unknown } | null)?.code;
      const isBusy = typeof code === "string" && code.startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() >= until) throw failure;
      await delay(waitMs);
    }
  }
}
