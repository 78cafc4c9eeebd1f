import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StoreFailure } from "@oipkit/runtime/stores";
import type { Driver } from "kysely";
import { kyselyOn, onCallersConnection } from "../kysely-on.js";
import { migrate, pendingMigrations } from "../migrations/migrate.js";
import { runnerConnection, type Store } from "../store.js";
import { watchStore } from "../watch-store.js";
import { connect, type SqliteConnection } from "./connection.js";

/** Where an SQLite store is. */
export interface SqliteStoreOptions {
  /** Path of the file, created if missing, or `:memory:` for one that ends with the process. */
  readonly file: string;
  /**
   * Lets a store in memory use the disk: it is in a file of the temporary folder that is deleted at once and ends with the process, so that a
   * large one takes little of its memory. Default: false.
   */
  readonly spills?: boolean | undefined;
}

/** Opens a store for one process. Rejects with `store-driver-missing` or `store-unreachable`. */
export async function openSqliteStore({ file, spills = false }: SqliteStoreOptions): Promise<Store> {
  const place = file === ":memory:" ? "the SQLite store in memory" : `the SQLite file ${file}`;
  let own: SqliteConnection;
  try {
    createForOwner(file);
    const isTemporary = file === ":memory:" && spills;
    // Without a temporary folder, it is in memory after all.
    own = await (isTemporary ? connectTemporary().catch(() => connect({ file })) : connect({ file }));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") {
      const message = `${place} needs the package \`libsql\`: npm install libsql`;
      throw new StoreFailure("store-driver-missing", message, { cause });
    }
    const reason = cause instanceof Error ? cause.message : "the file can't be opened";
    throw new StoreFailure("store-unreachable", `${place} can't be opened: ${reason}`, { cause });
  }
  const db = kyselyOn("sqlite", sqliteDriver(own));
  // What ends with the process needn't survive the machine.
  let isDurable = file !== ":memory:";
  /** The end of a commit; the connection is ours. */
  const setDurable = async (durable: boolean): Promise<void> => {
    if (durable === isDurable || file === ":memory:") return;
    await own.run([{ sql: `pragma synchronous = ${durable ? "full" : "normal"}`, parameters: [] }]);
    isDurable = durable;
  };
  const store: Omit<Store, "check"> = {
    dialect: "sqlite",
    place,
    db,
    watching: db,
    transact: (work, { durable = true } = {}) =>
      db.connection().execute(async (connection) => {
        await setDurable(durable);
        return connection.transaction().execute(work);
      }),
    script: (steps) =>
      db.connection().execute(async () => {
        await setDurable(false);
        return own.transact(steps);
      }),
    within: onCallersConnection,
    migrate: () => migrate({ db, place, dialect: "sqlite" }),
    pendingMigrations: () => pendingMigrations({ db, place, dialect: "sqlite" }),
    close: () => db.destroy(),
  };
  return watchStore(store, file === ":memory:" ? undefined : file);
}

/** Opens a database in a new file, which no other process can open. */
async function connectTemporary(): Promise<SqliteConnection> {
  const folder = mkdtempSync(join(tmpdir(), "oipkit-store-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const connection = await connect({ file: join(folder, "store.sqlite"), isTemporary: true });
    // Windows deletes it only when it is closed.
    if (process.platform !== "win32") remove();
    return { ...connection, close: () => connection.close().finally(remove) };
  } catch (failure) {
    remove();
    throw failure;
  }
}

/** One connection, used by one caller at a time. */
function sqliteDriver(own: SqliteConnection): Driver {
  const run = async (text: string, parameters: readonly unknown[] = []): Promise<readonly object[]> => {
    const [rows = []] = await own.run([{ sql: text, parameters }]);
    return rows;
  };
  const connection = runnerConnection(run);
  let last: Promise<void> = Promise.resolve();
  let release: () => void = () => {};
  return {
    init: async () => {},
    async acquireConnection() {
      const before = last;
      let done: () => void = () => {};
      last = new Promise((resolve) => {
        done = resolve;
      });
      await before;
      release = done;
      return connection;
    },
    beginTransaction: async () => void (await run("begin immediate")),
    commitTransaction: async () => void (await run("commit")),
    rollbackTransaction: async () => void (await run("rollback")),
    releaseConnection: async () => release(),
    destroy: () => own.close(),
  };
}

/** Only its owner can read a new file, since it will hold events. SQLite gives the files beside it the same permissions. */
function createForOwner(file: string): void {
  if (file === ":memory:") return;
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== "EEXIST") throw failure;
  }
}
