import { setTimeout as delay } from "node:timers/promises";
import { withEngine } from "./engines.mjs";
import { withPlace } from "./places.mjs";

/**
 * Two engines on one PostgreSQL share a backlog: how many requests arrive, and how many of them a second time.
 * @param {import("./throughput.mjs").Surroundings} around
 * @param {{ readonly count: number }} size
 */
export async function measureTwoProcesses({ endpoint, scratch, postgres, signal }, { count }) {
  return withPlace({ kind: "postgres", scratch, postgres }, (place) => {
    const settings = { concurrency: 32, concurrencyPerEndpoint: 8 };
    const task = { place, origin: endpoint.origin, endpoints: 50, settings };
    return withEngine(signal, task, (first) =>
      withEngine(signal, task, async (second) => {
        await first.ask("seed");
        await first.ask("publish", { prefix: "shared", count });
        const { reached } = await endpoint.expect(count, { isCounted: true });
        const started = performance.now();
        const drains = await Promise.all([first, second].map(({ ask }) => ask("drain")));
        await reached;
        const rate = (1000 * count) / (performance.now() - started);
        // A repetition could come late.
        await delay(1000);
        const { answered, repeated } = await endpoint.count();
        const shares = drains.map(({ attempts }) => attempts);
        process.stderr.write(`two processes: ${shares.join(" and ")}, ${repeated} twice\n`);
        return { count, answered, repeated, rate, shares };
      }),
    );
  });
}
