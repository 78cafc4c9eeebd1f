// The thread that has an SQLite file open. It is JavaScript, so that Node can run it beside the sources as well as beside what is compiled.
import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";

/**
 * @typedef {Exclude<import("./messages.js").Request, { kind: "close" }>} Work
 * @typedef {import("../step.js").Step} Step
 */

/** How long another process may hold the file, in milliseconds. */
const busyMs = 10_000;
/** Statements are few and fixed, apart from those with lists. */
const maxPrepared = 200;

const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
/** @type {Database.Database} */
let database;
/** @type {Map<string, Database.Statement>} */
const prepared = new Map();

port.on("message", (/** @type {import("./messages.js").Request} */ request) => {
  if (request.kind !== "close") return answer(request.id, () => perform(request));
  database?.close();
  port.close();
});
answer(0, () => {
  database = new Database(workerData.file, {});
  // Somebody else may be opening it too.
  patiently(() => database.exec("pragma journal_mode = wal"));
  database.exec("pragma synchronous = full");
  return [];
});

/** @param {number} id @param {() => object[][]} work */
function answer(id, work) {
  try {
    port.postMessage({ id, rows: work() });
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
    const rows = steps.map(run);
    run({ sql: "commit", parameters: [] });
    return rows;
  } catch (failure) {
    if (database.inTransaction) run({ sql: "rollback", parameters: [] });
    throw failure;
  }
}

/** Statements are prepared once. @param {Step} step @returns {object[]} */
function run({ sql, parameters }) {
  return patiently(() => {
    let statement = prepared.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      if (prepared.size === maxPrepared) prepared.clear();
      prepared.set(sql, statement);
    }
    return /** @type {object[]} */ (statement.all(parameters.map(bindable)));
  });
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
