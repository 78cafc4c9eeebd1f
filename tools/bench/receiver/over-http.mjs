import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { benchFolder } from "./paths.mjs";

/**
 * @typedef {object} Case
 * @property {string} id of `server.mjs`
 * @property {string} label
 *
 * @typedef {object} Series
 * @property {Case} case
 * @property {number[]} rates deliveries per second, one for each round
 * @property {number[]} p50 milliseconds
 * @property {number[]} p99 milliseconds
 * @property {number[]} cpu processor time of the server per delivery, in microseconds
 */

/**
 * Runs every case once per round, each in its own process, every second round in reverse order.
 * @param {readonly Case[]} cases
 * @param {{ readonly rounds: number, readonly requests: number, readonly connections: number,
 *   readonly database?: { readonly url: string, readonly schema: string, readonly empty: () => Promise<void> } }} options
 * @returns {Promise<readonly Series[]>}
 */
export async function measureOverHttp(cases, options) {
  const all = cases.map((one) => ({ case: one, rates: [], p50: [], p99: [], cpu: [] }));
  for (let round = 1; round <= options.rounds; round++) {
    process.stderr.write(`round ${round} of ${options.rounds}\n`);
    for (const series of round % 2 === 0 ? all : all.toReversed()) {
      const result = await measureOnce(series.case.id, options, round);
      series.rates.push(result.rate);
      series.p50.push(result.p50);
      series.p99.push(result.p99);
      series.cpu.push(result.cpu);
    }
  }
  return all;
}

async function measureOnce(id, { requests, connections, database }, round) {
  await database?.empty();
  const server = fork(join(benchFolder, "server.mjs"), [id, database?.url ?? "", database?.schema ?? ""]);
  try {
    const [{ port }] = await messageOf(server);
    const load = fork(
      join(benchFolder, "load.mjs"),
      [port, requests, connections, `${id}_${round}`].map(String),
    );
    try {
      await messageOf(load);
      await usageOf(server);
      load.send("go");
      const [result] = await messageOf(load);
      return { ...result, cpu: (await usageOf(server)) / result.requests };
    } finally {
      load.kill();
    }
  } finally {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  }
}

async function usageOf(server) {
  server.send("usage");
  const [{ microseconds }] = await messageOf(server);
  return microseconds;
}

/** The next message of a child. Rejects if it ends instead. */
function messageOf(child) {
  const ending = new AbortController();
  const { signal } = ending;
  return Promise.race([
    once(child, "message", { signal }),
    once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`a process of the benchmark exited with ${code}`);
    }),
  ]).finally(() => ending.abort());
}
