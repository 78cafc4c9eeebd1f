import { fileURLToPath } from "node:url";
import { withEngine } from "./engines.mjs";
import { withPlace } from "./places.mjs";
import { startProcess } from "./process.mjs";

const sender = fileURLToPath(new URL("sender.mjs", import.meta.url));
const concurrency = 64;

/** What is measured in each round. */
export const cases = [
  { id: "floor", label: "floor: HMAC and POST, no store" },
  { id: "sqlite", label: "oipkit, SQLite", kind: "sqlite", endpoints: 8 },
  { id: "postgres", label: "oipkit, PostgreSQL", kind: "postgres", endpoints: 8 },
  { id: "sqlite-many", label: "oipkit, SQLite, 10,000 endpoints", kind: "sqlite", endpoints: 10_000 },
  { id: "postgres-many", label: "oipkit, PostgreSQL, 10,000 endpoints", kind: "postgres", endpoints: 10_000 },
  { id: "graphile-worker", label: "graphile-worker, records in PostgreSQL" },
  { id: "pg-boss", label: "pg-boss, records in PostgreSQL" },
  { id: "jetstream", label: "NATS JetStream, records in PostgreSQL" },
];

/**
 * @typedef {object} Series
 * @property {string} id
 * @property {string} label
 * @property {number[]} rates deliveries per second, one for each round
 * @property {number[]} cpu processor time of the sender per delivery, in microseconds
 * @property {number[]} published events per second, if it is measured
 *
 * @typedef {object} Surroundings
 * @property {import("./endpoint.mjs").Endpoint} endpoint
 * @property {string} scratch folder
 * @property {string} postgres
 * @property {AbortSignal} signal
 */

/**
 * A backlog of `count` events, sent by every case once per round, every second round in reverse order.
 * @param {Surroundings} around
 * @param {{ readonly rounds: number, readonly count: number }} size
 * @returns {Promise<readonly Series[]>}
 */
export async function measureThroughput(around, { rounds, count }) {
  const all = cases.map((one) => ({ ...one, rates: [], cpu: [], published: [] }));
  for (let round = 1; round <= rounds; round++) {
    for (const series of round % 2 === 0 ? all.toReversed() : all) {
      const measure = series.kind === undefined ? sendOnce : drainOnce;
      const { rate, cpu, published } = await measure(around, { ...series, count });
      process.stderr.write(`round ${round} of ${rounds}: ${series.label}: ${Math.round(rate)}/s\n`);
      series.rates.push(rate);
      series.cpu.push((1e6 * cpu) / count);
      if (published !== undefined) series.published.push(published);
    }
  }
  return all;
}

async function sendOnce({ endpoint, signal }, { id, count }) {
  const { reached } = await endpoint.expect(count);
  const child = startProcess(sender, { name: id, origin: endpoint.origin, count, concurrency }, signal);
  try {
    await child.message("ready");
    const result = await child.ask({ kind: "run" }, "run-done");
    await reached;
    return result;
  } finally {
    await child.end();
  }
}

async function drainOnce({ endpoint, scratch, postgres, signal }, { id, kind, endpoints, count }) {
  const settings = { concurrency, concurrencyPerEndpoint: Math.max(1, concurrency / endpoints) };
  return withPlace({ kind, scratch, postgres }, (place) =>
    withEngine(signal, { place, origin: endpoint.origin, endpoints, settings }, async ({ ask }) => {
      await ask("seed");
      const { rate: published } = await ask("publish", { prefix: id, count });
      const { reached } = await endpoint.expect(count);
      const { seconds, cpu } = await ask("drain", { count });
      await reached;
      await ask("stop");
      return { rate: count / seconds, cpu, published };
    }),
  );
}
