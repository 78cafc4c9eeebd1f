import { setTimeout as delay } from "node:timers/promises";
import { withEngine } from "./engines.mjs";
import { withPlace } from "./places.mjs";
import { steadyTarget } from "./steady.mjs";

const endpoints = 10_000;
const share = 0.01;
const settleMs = 1500;

/** Sizes of this part, for the report. */
export const isolation = { endpoints, hanging: endpoints * share, each: 10, rate: 300 };

/**
 * How long events take from publication to arrival at endpoints that answer, without hanging ones and with them.
 * @param {import("./throughput.mjs").Surroundings} around
 * @param {{ readonly rounds: number, readonly seconds: number }} size
 */
export async function measureIsolation(around, { rounds, seconds }) {
  const all = [
    { id: "answering", label: "all answer", hanging: 0, p50: [], p99: [] },
    { id: "hanging", label: "1 % hang", hanging: isolation.hanging, p50: [], p99: [] },
  ];
  for (let round = 1; round <= rounds; round++) {
    for (const series of round % 2 === 0 ? all.toReversed() : all) {
      const waits = await waitsOnce(around, { hanging: series.hanging, seconds });
      const [p50, p99] = [0.5, 0.99].map((part) => waits[Math.floor(part * (waits.length - 1))]);
      process.stderr.write(`isolation, ${series.label}: p50 ${p50} ms, p99 ${p99} ms\n`);
      series.p50.push(p50);
      series.p99.push(p99);
    }
  }
  return all;
}

async function waitsOnce({ endpoint, scratch, postgres, signal }, { hanging, seconds }) {
  const count = isolation.rate * seconds;
  const targets = Array.from({ length: count }, (_, number) => steadyTarget(number, endpoints));
  const answered = targets.filter((target) => target >= hanging).length;
  return withPlace({ kind: "sqlite", scratch, postgres }, (place) =>
    withEngine(
      signal,
      { place, origin: endpoint.origin, endpoints, hanging, settings: { concurrency: 512 } },
      async ({ ask }) => {
        await ask("seed");
        await ask("start");
        // What the hanging ones are busy with; the same events in both cases.
        await ask("publish", {
          prefix: "before",
          count: isolation.hanging * isolation.each,
          among: isolation.hanging,
        });
        await delay(settleMs);
        const { reached } = await endpoint.expect(answered);
        await ask("steady", { prefix: "steady", rate: isolation.rate, count });
        await reached;
        return endpoint.waits();
      },
    ),
  );
}
