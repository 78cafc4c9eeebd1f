import { inTemporaryFolder } from "../temporary-folder.mjs";
import { withEndpoint } from "./parts.mjs";
import { withEngine } from "./engines.mjs";
import { withPlace } from "./places.mjs";
import { steadyTarget } from "./steady.mjs";
const [kindsText = "warm-0,warm-15,warm-60,cold-15,cold-60", rounds = "1", store = "sqlite"] = process.argv.slice(2);
const endpoints = 10000, each = 2, rate = 300, seconds = 10;
const postgres = "postgres://postgres@127.0.0.1:5432/postgres";
await inTemporaryFolder(async (scratch, signal) =>
  withEndpoint(signal, async (endpoint) => {
    for (let r = 0; r < Number(rounds); r++)
      for (const kind of kindsText.split(",")) {
        const isWarm = kind.startsWith("warm");
        const hanging = (endpoints * Number(kind.split("-")[1])) / 100;
        const count = rate * seconds;
        const targets = Array.from({ length: count }, (_, number) => steadyTarget(number, endpoints));
        const answered = targets.filter((t) => t >= hanging).length;
        const waits = await withPlace({ kind: store, scratch, postgres }, (place) =>
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
            if (hanging > 0) await ask("publish", { prefix: "before", count: hanging * each, among: hanging });
            await ask("steady", { prefix: "steady", rate, count });
            await reached;
            return endpoint.waits();
          }),
        );
        const q = (p) => waits[Math.floor(p * (waits.length - 1))];
        console.log(kind, "n", waits.length, "p50", q(0.5), "p90", q(0.9), "p95", q(0.95), "p99", q(0.99), "max", q(1));
      }
  }),
);
