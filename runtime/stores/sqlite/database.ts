import { randomBytes } from "node:crypto";
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StoreFailure } from "../../ports/stores.js";
import { createSerial } from "../batcher.js";
import type { Columns } from "../event-columns.js";
import { triedCharacters, unwritable } from "../write-watch.js";

/** A database file: one connection for writes, used one at a time, and one to read committed data. */
export interface SqliteDatabase {
  /** Where it is, for messages. */
  readonly place: string;
  readonly reader: SqliteConnection;
  /** Runs work in a transaction that no other writer of the file overlaps. */
  readonly transact: <Result>(work: (connection: SqliteConnection) => Promise<Result>) => Promise<Result>;
  /** Begins such a transaction, which `end` ends. */
  readonly begin: () => Promise<{
    readonly connection: SqliteConnection;
    readonly end: (statement: "commit" | "rollback") => Promise<void>;
  }>;
  /** Rejects with `store-unwritable` if the file is read-only. Writes nothing. */
  readonly assertWritable: () => Promise<void>;
  /** Commits text of the size of an event to the table of nonces, as one that has expired, and removes it. */
  readonly tryWrite: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens nothing yet; the first statement does. Throws `store-options`. */
export function sqliteDatabase(file: string): SqliteDatabase {
  if (file === "") throw new StoreFailure("store-options", "the name of the SQLite file is empty");
  const place = `the SQLite file ${file}`;
  const serial = createSerial();
  let opened: Promise<{ writer: OpenConnection; reader: OpenConnection }> | undefined;
  let isClosed = false;

  async function open(): Promise<{ writer: OpenConnection; reader: OpenConnection }> {
    if (isClosed) throw new StoreFailure("store-closed", `${place} was closed`);
    opened ??= (async () => {
      const writer = await openConnection(file, place);
      return { writer, reader: await openConnection(file, place) };
    })();
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  }

  async function inTransaction<Result>(
    work: (connection: SqliteConnection) => Promise<Result>,
  ): Promise<Result> {
    const { writer } = await open();
    await writer.exec("begin immediate");
    let result: Result;
    try {
      result = await work(writer);
    } catch (failure) {
      // A full disk has rolled it back already.
      await writer.exec("rollback").catch(() => {});
      throw failure;
    }
    try {
      await writer.exec("commit");
    } catch (failure) {
      await writer.exec("rollback").catch(() => {});
      throw failure;
    }
    return result;
  }

  return {
    place,
    reader: { all: async (sql, values) => (await open()).reader.all(sql, values) },
    transact: (work) => serial(() => inTransaction(work)),
    begin: () =>
      new Promise((resolve, reject) => {
        serial(async () => {
          const { writer } = await open();
          await writer.exec("begin immediate");
          let finish: (() => void) | undefined;
          const finished = new Promise<void>((done) => {
            finish = done;
          });
          let isOpen = true;
          resolve({
            connection: {
              async all(sql, values) {
                if (!isOpen) throw new StoreFailure("store-closed", "the transaction has ended");
                return writer.all(sql, values);
              },
            },
            async end(statement) {
              if (!isOpen) return;
              isOpen = false;
              try {
                await writer.exec(statement);
              } catch (failure) {
                await writer.exec("rollback").catch(() => {});
                throw failure;
              } finally {
                finish?.();
              }
            },
          });
          await finished;
        }).catch(reject);
      }),
    async assertWritable() {
      if (file === ":memory:") return;
      await access(file, constants.W_OK).catch((cause: unknown) => {
        throw unwritable(place, cause);
      });
    },
    async tryWrite() {
      const key = `tried ${randomBytes(triedCharacters / 2).toString("hex")}`;
      await serial(() =>
        inTransaction(({ all }) => all("insert into nonces (key, expires_at) values (?, 0)", [key])),
      );
      // Also what an earlier try couldn't remove. Pages that are freed in the same transaction wouldn't be written.
      await serial(() =>
        inTransaction(({ all }) => all("delete from nonces where key >= 'tried ' and key < 'tried!'")),
      );
    },
    async close() {
      isClosed = true;
      const connections = await opened?.catch(() => undefined);
      await serial(async () => {
        connections?.writer.close();
        connections?.reader.close();
      });
    },
  };
}

/** A value of a parameter; no `boolean`, since the driver aborts the process on one. */
export type SqliteValue = string | number | null;

/** One connection; its statements run one after the other. */
export interface SqliteConnection {
  /** Runs one statement and returns its rows, if any. */
  readonly all: (sql: string, values?: readonly SqliteValue[]) => Promise<Columns[]>;
}

/** A connection with the operations reserved for its owner. */
interface OpenConnection extends SqliteConnection {
  readonly exec: (sql: string) => Promise<void>;
  readonly close: () => void;
}

interface Statement {
  all(values: readonly SqliteValue[]): Promise<Columns[]>;
}

/** How long another process may hold the file, in milliseconds. */
const busyMs = 10_000;

/** Opens a file. Rejects with `store-driver-missing` or `store-unreachable`. */
async function openConnection(file: string, place: string): Promise<OpenConnection> {
  const { default: Database } = await import("libsql/promise").catch((cause: unknown) => {
    const message = `${place} needs the package \`libsql\`: npm install libsql`;
    throw new StoreFailure("store-driver-missing", message, { cause });
  });
  if (!existsSync(dirname(file))) {
    const message = `${place} can't be opened: the folder ${dirname(file)} doesn't exist`;
    throw new StoreFailure("store-unreachable", message);
  }
  let database: InstanceType<typeof Database>;
  try {
    createForOwner(file);
    database = new Database(file, {});
    await patiently(() => database.exec("pragma journal_mode = wal"));
    // A success response ends the sender's retries: what it confirms must survive a power cut.
    await patiently(() => database.exec("pragma synchronous = full"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "the file can't be opened";
    throw new StoreFailure("store-unreachable", `${place} can't be opened: ${reason}`, { cause });
  }
  // The driver would mix up two executions of one prepared statement.
  const serial = createSerial();
  const statements = new Map<string, Statement>();
  return {
    exec: (sql) => serial(async () => void (await patiently(() => database.exec(sql)))),
    all: (sql, values = []) =>
      serial(() =>
        patiently(async () => {
          const statement = statements.get(sql) ?? ((await database.prepare(sql)) as unknown as Statement);
          statements.set(sql, statement);
          return statement.all(values);
        }),
      ),
    close: () => database.close(),
  };
}

/**
 * Creates a missing file that only its owner can read, since it will hold events; SQLite gives its `-wal` and `-shm` files
 * the same permissions. An existing file keeps its own.
 */
function createForOwner(file: string): void {
  if (file === ":memory:") return;
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== "EEXIST") throw failure;
  }
}

/**
 * Retries what another transaction blocks. The driver's own waiting would block its few
 * threads, including the one that the other transaction needs to end.
 */
async function patiently<Result>(work: () => Promise<Result> | Result): Promise<Result> {
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
