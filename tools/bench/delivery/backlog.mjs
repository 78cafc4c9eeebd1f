import { withEngine } from "./engines.mjs";
import { withPlace } from "./places.mjs";

const endpoints = 100;
/** Publishing isn't what is measured; it may be slow. */
const publishMs = 1_800_000;
/** For what the engine does after its time is up: counting what it delivered. */
const countMs = 60_000;

/**
 * The memory of a process that begins to deliver a backlog in SQLite, which another process published: for at most `seconds`.
 * @param {import("./throughput.mjs").Surroundings} around
 * @param {{ readonly count: number, readonly seconds: number }} size
 */
export async function measureBacklog({ endpoint, scratch, postgres, signal }, { count, seconds }) {
  return withPlace({ kind: "sqlite", scratch, postgres }, async (place) => {
    const task = { place, origin: endpoint.origin, endpoints, settings: {} };
    const published = await withEngine(signal, task, async ({ ask }) => {
      await ask("seed");
      const { rate } = await ask("publish", { prefix: "backlog", count }, publishMs);
      process.stderr.write(`backlog: ${count} published, ${Math.round(rate)}/s\n`);
      await ask("stop");
      return rate;
    });
    return withEngine(signal, task, async ({ ask }) => {
      await endpoint.expect(count);
      const limitMs = 1000 * seconds;
      const drained = await ask("drain", { count, limitMs }, limitMs + countMs);
      const { peak } = await ask("memory");
      process.stderr.write(`backlog: ${drained.delivered} delivered, ${Math.round(peak)} MB\n`);
      return { count, published, peak, seconds: drained.seconds, delivered: drained.delivered };
    });
  });
}
