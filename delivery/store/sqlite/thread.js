// The thread that has an SQLite file open. It is JavaScript, so that Node can run it beside the sources as well as beside what is compiled.
import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";

/**
 * @typedef {Exclude<import("./connection.js").ThreadRequest, { kind: "close" }>} Work
 * @typedef {import("../store.js").SqlStatement} SqlStatement
 * @typedef {import("./connection.js").StatementResult} Result
 * @typedef {{ readonly statement: Database.Statement, readonly names: readonly string[] }} Prepared
 */

/** How long another process may hold the file, in milliseconds. */
const busyMs = 10_000;
/** Statements are few and fixed, apart from those with lists. */
const maxPrepared = 200;
/**
 * Pages of the log after which they are written to the database: 16 MB. The engine changes the same pages again and again, and the more of its
 * transactions share a checkpoint, the fewer of them are written and synchronised.
 */
const checkpointPages = 4000;

const lasting = ["journal_mode = wal", "synchronous = full", `wal_autocheckpoint = ${checkpointPages}`];
/** Nothing beside the file, which has no name any more, and nothing that waits for the disk. The cache has 16 MB. */
const temporary = ["journal_mode = memory", "synchronous = off", "cache_size = -16000"];

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
/** @type {Database.Database} */
let database;
/** @type {Map<string, Prepared>} */
const prepared = new Map();

port.on("message", (/** @type {import("./connection.js").ThreadRequest} */ request) => {
  if (request.kind !== "close") return answer(request.id, () => perform(request));
  database?.close();
  port.close();
});
answer(0, () => {
  const { file, isTemporary } = /** @type {import("./connection.js").SqliteFile} */ (workerData);
  database = new Database(file, {});
  // Somebody else may be opening it too, and each of these reads the file.
  for (const setting of isTemporary ? temporary : lasting)
    patiently(() => database.exec(`pragma ${setting}`));
  return [];
});

/** @param {number} id @param {() => Result[]} work */
function answer(id, work) {
  try {
    port.postMessage({ id, results: work() });
  } catch (failure) {
    const { message, code } = /** @type {Error & { code?: unknown }} */ (failure);
    port.postMessage({ id, failure: { message, code: typeof code === "string" ? code : undefined } });
  }
}

/** @param {Work} work */
function perform({ kind, steps }) {
  if (kind === "run") return steps.map(run);
  run({ sql: "begin immediate", parameters: [] });
  try {
    const results = steps.map(run);
    run({ sql: "commit", parameters: [] });
    return results;
  } catch (failure) {
    if (database.inTransaction) run({ sql: "rollback", parameters: [] });
    throw failure;
  }
}

/** @param {SqlStatement} step @returns {Result} */
function run({ sql, parameters }) {
  return patiently(() => {
    const { statement, names } = preparedFor(sql);
    return { names, rows: /** @type {unknown[][]} */ (statement.all(parameters.map(bindable))) };
  });
}

/** Statements are prepared once. Their rows are lists: the driver and the copy to the other thread take half as long as for objects. @param {string} sql */
function preparedFor(sql) {
  let found = prepared.get(sql);
  if (found === undefined) {
    const statement = database.prepare(sql);
    const names = statement.reader ? statement.columns().map(({ name }) => name) : [];
    if (statement.reader) statement.raw(true);
    found = { statement, names };
    if (prepared.size === maxPrepared) prepared.clear();
    prepared.set(sql, found);
  }
  return found;
}

/** The driver aborts the process on a boolean. @param {unknown} value */
function bindable(value) {
  if (typeof value === "boolean") return value ? 1 : 0;
  return value ?? null;
}

/** Retries what another process blocks. @template Result @param {() => Result} work @returns {Result} */
function patiently(work) {
  const until = performance.now() + busyMs;
  for (let waitMs = 1; ; waitMs = Math.min(2 * waitMs, 20)) {
    try {
      return work();
    } catch (failure) {
      const { code } = /** @type {{ code?: unknown }} */ (failure);
      const isBusy = typeof code === "string" && code.startsWith("SQLITE_BUSY");
      if (!isBusy || performance.now() >= until) throw failure;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
}
