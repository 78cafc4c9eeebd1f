import { withEngine } from "./engines.mjs";
import { withPlace } from "./places.mjs";
import { steadyTarget } from "./steady.mjs";

/** Sizes of this part, for the report. */
export const isolation = { endpoints: 10_000, each: 2, rate: 300 };

const percents = [0, 3, 15, 60];

/**
 * How long events take from publication to arrival at endpoints that answer, while a part of the others begins to hang at once: endpoints of
 * which nothing is known yet (cold), and ones that have answered before (warm).
 * @param {import("./throughput.mjs").Surroundings} around
 * @param {{ readonly rounds: number, readonly seconds: number }} size
 */
export async function measureIsolation(around, { rounds, seconds }) {
  const all = ["cold", "warm"].flatMap((start) =>
    percents.map((percent) => ({
      id: `${start}-${percent}`,
      label: percent === 0 ? `${start}, all answer` : `${start}, ${percent} % hang`,
      isWarm: start === "warm",
      hanging: (isolation.endpoints * percent) / 100,
      p50: [],
      p99: [],
    })),
  );
  for (let round = 1; round <= rounds; round++) {
    for (const series of round % 2 === 0 ? all.toReversed() : all) {
      const waits = await waitsOnce(around, { ...series, seconds });
      const [p50, p99] = [0.5, 0.99].map((part) => waits[Math.floor(part * (waits.length - 1))]);
      process.stderr.write(`isolation, ${series.label}: p50 ${p50} ms, p99 ${p99} ms\n`);
      series.p50.push(p50);
      series.p99.push(p99);
    }
  }
  return all;
}

async function waitsOnce({ endpoint, scratch, postgres, signal }, { hanging, isWarm, seconds }) {
  const { endpoints, each, rate } = isolation;
  const count = rate * seconds;
  const targets = Array.from({ length: count }, (_, number) => steadyTarget(number, endpoints));
  const answered = targets.filter((target) => target >= hanging).length;
  return withPlace({ kind: "sqlite", scratch, postgres }, (place) =>
    withEngine(signal, { place, origin: endpoint.origin, endpoints, hanging }, async ({ ask }) => {
      await ask("seed");
      await ask("start");
      if (isWarm) {
        await endpoint.hang(false);
        const { reached } = await endpoint.expect(endpoints);
        await ask("publish", { prefix: "warm", count: endpoints });
        await reached;
      }
      await endpoint.hang(true);
      const { reached } = await endpoint.expect(answered);
      // What waits for them already; nobody has answered or failed yet.
      if (hanging > 0) await ask("publish", { prefix: "before", count: hanging * each, among: hanging });
      await ask("steady", { prefix: "steady", rate, count });
      await reached;
      return endpoint.waits();
    }),
  );
}
