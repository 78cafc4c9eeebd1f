import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startProcess } from "../delivery/process.mjs";

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const year = 365;

/**
 * @typedef {object} Year
 * @property {string} id
 * @property {string} label
 * @property {boolean} isCommand whether it keeps its memory small as `oipkit sandbox` does; the target is for that
 * @property {number} subscriptions
 * @property {number} timers that were run
 * @property {number} emitted deliveries that the sandbox has made
 * @property {number} received events, each counted once
 * @property {number} repeated
 * @property {number} seconds that the advance took
 * @property {number} peak the most resident memory of the sandbox, in megabytes
 */

/**
 * What a year of subscriptions takes: in memory and in a file, with `smallHeap` as `oipkit sandbox` has it, and without.
 * @param {{ readonly scratch: string, readonly signal: AbortSignal }} around
 * @param {{ readonly subscriptions: number }} size
 * @returns {Promise<readonly Year[]>}
 */
export async function measureYears(around, { subscriptions }) {
  const all = [];
  for (const { id, label, file, isCommand } of [
    { id: "memory", label: "in memory", isCommand: true },
    { id: "sqlite", label: "SQLite file", isCommand: true, file: join(around.scratch, "year.sqlite") },
    { id: "library", label: "in memory, without `smallHeap`", isCommand: false },
  ]) {
    const year = await measureYear(around, { file, isCommand, subscriptions });
    process.stderr.write(
      `year, ${label}: ${year.received} of ${year.emitted} events, ${year.seconds.toFixed(1)} s, ${year.peak.toFixed(0)} MB\n`,
    );
    all.push({ id, label, isCommand, subscriptions, ...year });
  }
  return all;
}

/** Subscriptions of which a month passes, and its days. */
const month = { subscriptions: 10_000, days: 31 };

/**
 * What a month of many subscriptions takes, for the memory: in memory and in a file, as `oipkit sandbox` has it.
 * @param {{ readonly scratch: string, readonly signal: AbortSignal }} around
 * @returns {Promise<readonly Year[]>}
 */
export async function measureMonths(around) {
  const all = [];
  for (const { id, label, file } of [
    { id: "memory", label: "in memory" },
    { id: "sqlite", label: "SQLite file", file: join(around.scratch, "month.sqlite") },
  ]) {
    const measured = await measureYear(around, { file, isCommand: true, ...month });
    process.stderr.write(
      `month, ${label}: ${measured.seconds.toFixed(1)} s, ${measured.peak.toFixed(0)} MB\n`,
    );
    all.push({ id, label, isCommand: true, subscriptions: month.subscriptions, ...measured });
  }
  return all;
}

/** Receiver and sandbox are processes of their own. */
async function measureYear({ signal }, { file, isCommand, subscriptions, days = year }) {
  const receiver = startProcess(fileOf("year-receiver.mjs"), {}, signal);
  try {
    const { port } = await receiver.message("listening");
    const sandbox = startProcess(
      fileOf("year-sandbox.mjs"),
      { file, isCommand, url: `http://127.0.0.1:${port}/` },
      signal,
    );
    try {
      await sandbox.message("ready");
      await sandbox.ask({ kind: "buy", count: subscriptions }, "buy-done");
      const { kind: _kind, ...passed } = await sandbox.ask({ kind: "advance", days }, "advance-done");
      const { events, repeated } = await receiver.ask({ kind: "count" }, "count-done");
      return { ...passed, received: events, repeated };
    } finally {
      await sandbox.end();
    }
  } finally {
    await receiver.end();
  }
}
