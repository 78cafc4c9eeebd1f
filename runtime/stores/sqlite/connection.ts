import { closeSync, existsSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StoreFailure } from "../../ports/store-failure.js";
import type { Columns } from "../event-columns.js";
import { createSerial } from "../serial.js";

/** A value of a parameter; no `boolean`, since the driver aborts the process on one. */
export type SqliteValue = string | number | null;

/** One connection; its statements run one after the other. */
export interface SqliteConnection {
  /** Runs one statement and returns its rows, if any. */
  readonly all: (sql: string, values?: readonly SqliteValue[]) => Promise<Columns[]>;
}

/** A connection with the operations reserved for its owner. */
export interface OpenConnection extends SqliteConnection {
  readonly exec: (sql: string) => Promise<void>;
  readonly close: () => void;
}

interface Statement {
  all(values: readonly SqliteValue[]): Promise<Columns[]>;
}

/** How long another process may hold the file, in milliseconds. */
const busyMs = 10_000;

/** Opens a file. Rejects with `store-driver-missing` or `store-unreachable`. */
export async function openConnection(file: string, place: string): Promise<OpenConnection> {
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
