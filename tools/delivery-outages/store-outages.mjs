// Makes the engine's store unreachable, from outside of its process.
import { setTimeout as delay } from "node:timers/promises";

/** Holds the file's write lock, as another process that writes for long. */
export async function lockSqlite(file, ms) {
  const { default: Database } = await import("libsql/promise");
  const database = new Database(file, {});
  await retried(() => database.exec("begin immediate"));
  await delay(ms);
  await database.exec("rollback");
  database.close();
}

/** Ends all its connections, and each new one, as a server does that restarts. */
export async function terminateConnections({ admin, name }, ms) {
  const until = performance.now() + ms;
  do {
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
      name,
    ]);
    await delay(20);
  } while (performance.now() < until);
}

/** Locks a table: connections work, statements wait. Only one, since two could be a deadlock with the engine. */
export async function blockTables({ admin, schema }, ms) {
  const client = await admin.connect();
  try {
    await client.query(`begin; lock table ${schema}.lanes in access exclusive mode`);
    await delay(ms);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

async function retried(work) {
  for (;;) {
    try {
      return await work();
    } catch (failure) {
      if (!String(failure.code).startsWith("SQLITE_BUSY")) throw failure;
      await delay(2);
    }
  }
}
