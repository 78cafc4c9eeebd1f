// A preload (`node --import`) between a program and its files: it kills the process at one point of its writes, or lets them fail from there on.
// Only calls that change something are points, since a kill after a read leaves what the write before it left. A call that takes
// several steps has a point in each: a file is made, half written, whole; a folder is removed one entry after the other.
import fs from "node:fs";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** @typedef {"kill" | "ENOSPC" | "EROFS"} Fault */

const { at, fault, under, log } =
  /** @type {{ readonly at: number, readonly fault: Fault, readonly under: string, readonly log: string }} */ (
    JSON.parse(process.env.OIPKIT_CRASH ?? "{}")
  );
const real = { ...fs };
const promises = { ...fs.promises };
const count = real.openSync(log, "a");

/** Begins a change, or throws what a file system does. @param {string} name @param {boolean} needsRoom */
function begin(name, needsRoom) {
  if (fault === "kill" || real.statSync(log).size < at) return;
  if (fault === "ENOSPC" && !needsRoom) return;
  const message = fault === "ENOSPC" ? "no space left on device" : "read-only file system";
  throw Object.assign(new Error(`${fault}: ${message}, ${name}`), { code: fault, syscall: name });
}

/** Ends a change, with the process if it is its turn. All threads count in one file. */
function done() {
  real.writeSync(count, ".");
  if (fault !== "kill" || real.statSync(log).size < at) return;
  process.kill(process.pid, "SIGKILL");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** @param {unknown} path */
function isOurs(path) {
  if (path instanceof URL) return isOurs(fileURLToPath(path));
  return typeof path === "string" && `${resolve(path)}/`.startsWith(`${under}/`);
}

/** @param {unknown} flags */
const writes = (flags) => typeof flags === "string" && /[wa+]/.test(flags);

/** @param {string} name @param {boolean} needsRoom @param {() => any} work */
function step(name, needsRoom, work) {
  begin(name, needsRoom);
  const result = work();
  done();
  return result;
}

/** @param {string} path @param {any} content @param {any} options */
function writeFile(path, content, options = {}) {
  const { flag = "w", mode = 0o666 } = typeof options === "string" ? {} : options;
  const target = step("open", true, () => real.openSync(path, flag, mode));
  try {
    const bytes = Buffer.from(content);
    const half = bytes.length >> 1;
    for (const part of [bytes.subarray(0, half), bytes.subarray(half)])
      if (part.length > 0) step("write", true, () => real.writeSync(target, part));
  } finally {
    real.closeSync(target);
  }
}

/** @param {string} path @param {any} options */
function remove(path, { recursive = false, force = false } = {}) {
  const found = real.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined && force) return;
  if (recursive && found?.isDirectory()) {
    for (const name of real.readdirSync(path)) remove(join(path, name), { recursive });
    return step("rmdir", false, () => real.rmdirSync(path));
  }
  step("unlink", false, () => real.unlinkSync(path));
}

/** @type {Readonly<Record<string, (...args: any[]) => unknown>>} */
const changes = {
  writeFile,
  rm: remove,
  mkdir: (path, options) =>
    real.existsSync(path)
      ? real.mkdirSync(path, options)
      : step("mkdir", true, () => real.mkdirSync(path, options)),
  rename: (from, to) => step("rename", false, () => real.renameSync(from, to)),
  rmdir: (path) => step("rmdir", false, () => real.rmdirSync(path)),
  unlink: (path) => step("unlink", false, () => real.unlinkSync(path)),
  chmod: (path, mode) => step("chmod", false, () => real.chmodSync(path, mode)),
  utimes: (path, ...times) => step("utimes", false, () => real.utimesSync(path, times[0], times[1])),
};

/** @type {Set<unknown>} */
const opened = new Set();

const mutable = /** @type {any} */ (fs);
for (const [name, change] of Object.entries(changes)) {
  const sync = `${name}Sync`;
  const [plain, plainSync, asynchronous] = [
    mutable[name],
    mutable[sync],
    /** @type {any} */ (fs.promises)[name],
  ];
  mutable[sync] = (/** @type {any[]} */ ...args) => (isOurs(args[0]) ? change(...args) : plainSync(...args));
  mutable.promises[name] = async (/** @type {any[]} */ ...args) =>
    isOurs(args[0]) ? change(...args) : asynchronous(...args);
  mutable[name] = (/** @type {any[]} */ ...args) => {
    if (!isOurs(args[0])) return plain(...args);
    const callback = args.pop();
    Promise.resolve()
      .then(() => change(...args))
      .then(
        (result) => callback(null, result),
        (error) => callback(error),
      );
  };
}

fs.openSync = (path, flags, mode) => {
  if (!isOurs(path) || !writes(flags)) return real.openSync(path, flags, mode);
  const target = step("open", true, () => real.openSync(path, flags, mode));
  opened.add(target);
  return target;
};
fs.closeSync = (target) => {
  opened.delete(target);
  real.closeSync(target);
};
const writeFileSync = /** @type {any} */ (mutable.writeFileSync);
mutable.writeFileSync = (/** @type {any[]} */ target, /** @type {any[]} */ ...args) => {
  if (!opened.has(target)) return writeFileSync(target, ...args);
  const bytes = Buffer.from(/** @type {any} */ (args[0]));
  const half = bytes.length >> 1;
  for (const part of [bytes.subarray(0, half), bytes.subarray(half)])
    if (part.length > 0) step("write", true, () => real.writeSync(/** @type {any} */ (target), part));
};
const writeSync = /** @type {any} */ (real.writeSync);
mutable.writeSync = (/** @type {any[]} */ target, /** @type {any[]} */ ...args) => {
  if (!opened.has(target)) return writeSync(target, ...args);
  return step("write", true, () => writeSync(target, ...args));
};
mutable.promises.open = async (
  /** @type {any} */ path,
  /** @type {any} */ flags,
  /** @type {any} */ mode,
) => {
  if (!isOurs(path) || !writes(flags)) return promises.open(path, flags, mode);
  begin("open", true);
  const handle = /** @type {any} */ (await promises.open(path, flags, mode));
  done();
  for (const name of ["write", "writeFile", "appendFile", "truncate", "sync", "datasync", "chmod"]) {
    const work = handle[name].bind(handle);
    handle[name] = async (/** @type {any[]} */ ...args) => {
      begin(name, name !== "chmod");
      const result = await work(...args);
      done();
      return result;
    };
  }
  return handle;
};
syncBuiltinESMExports();

/** Every statement of SQLite is a point: what is in its files between two of them is its own business. */
const require = createRequire(import.meta.url);

/** @param {string} sql */
function beginSql(sql) {
  const reads = /^\s*(?:select|begin|rollback|pragma)/i.test(sql);
  try {
    begin("write", true);
  } catch (error) {
    if (reads) return;
    const code = fault === "ENOSPC" ? "SQLITE_FULL" : "SQLITE_READONLY";
    throw Object.assign(/** @type {Error} */ (error), { code });
  }
}

for (const name of ["libsql", "libsql/promise"]) {
  const { prototype } = require(name);
  const { exec, prepare } = prototype;
  /** @param {any} result @param {string} sql */
  const after = (result, sql) => {
    const end = (/** @type {unknown} */ value) => {
      if (!/^\s*(?:select|pragma)/i.test(sql)) done();
      return value;
    };
    return typeof result?.then === "function" ? result.then(end) : end(result);
  };
  prototype.exec = function (/** @type {string} */ sql) {
    beginSql(sql);
    return after(exec.call(this, sql), sql);
  };
  prototype.prepare = function (/** @type {string} */ sql) {
    const wrapped = (/** @type {any} */ statement) => {
      for (const call of ["all", "run", "get"]) {
        const work = statement[call];
        statement[call] = function (/** @type {any[]} */ ...args) {
          beginSql(sql);
          return after(work.apply(this, args), sql);
        };
      }
      return statement;
    };
    const prepared = prepare.call(this, sql);
    return typeof prepared?.then === "function" ? prepared.then(wrapped) : wrapped(prepared);
  };
}

/** So is every statement of PostgreSQL, when it has answered. */
const { prototype: client } = require("pg").Client;
const { query } = client;
client.query = function (/** @type {any[]} */ ...args) {
  const end = (/** @type {any} */ result) => {
    if (fault === "kill") done();
    return result;
  };
  const callback = args.at(-1);
  if (typeof callback !== "function") {
    const result = query.apply(this, args);
    return typeof result?.then === "function" ? result.then(end) : result;
  }
  args.splice(-1, 1, (/** @type {any[]} */ ...answer) => callback(...end(answer)));
  return query.apply(this, args);
};
