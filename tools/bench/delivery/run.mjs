import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { built, installPeers, readVersions } from "./peers.mjs";

const help = `Usage: node tools/bench/delivery/run.mjs [options]

  --rounds N           rounds of the backlog and of hanging endpoints  (default: 3)
  --count N            events of a backlog                             (default: 20000)
  --backlog N          events of the backlog for memory                (default: 1000000)
  --drain-seconds N    time to deliver that backlog                    (default: 300)
  --steady-seconds N   time for each case of hanging endpoints         (default: 10)
  --postgres URL       a PostgreSQL to measure with                    (default: the one of this machine)
  --nats HOST:PORT     a NATS server with JetStream                    (default: the one of this machine)
  --results FILE       Markdown to write the section into              (default: tools/bench/RESULTS.md)
  --date DATE          the date that the results bear                  (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    rounds: { type: "string", default: "3" },
    count: { type: "string", default: "20000" },
    backlog: { type: "string", default: "1000000" },
    "drain-seconds": { type: "string", default: "300" },
    "steady-seconds": { type: "string", default: "10" },
    postgres: { type: "string", default: "postgres://postgres@127.0.0.1:5432/postgres" },
    nats: { type: "string", default: "127.0.0.1:4222" },
  });
  if (values === undefined) return 0;
  const [rounds, count, backlog] = ["rounds", "count", "backlog"].map((name) => countOf(values, name));
  const [drain, steady] = ["drain-seconds", "steady-seconds"].map((name) => countOf(values, name));
  if (!existsSync(built)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  const { postgres, nats } = values;
  // The queues' processes read these.
  process.env.OIPKIT_BENCH_POSTGRES = postgres;
  process.env.OIPKIT_BENCH_NATS = nats;
  const parts = await import("./parts.mjs");
  const versions = [...(await readVersions()), `PostgreSQL ${await parts.postgresVersion(postgres)}`];
  const load = currentLoad();
  const measured = await inTemporaryFolder(async (scratch, signal) => {
    try {
      return await parts.withEndpoint(signal, async (endpoint) => {
        const around = { endpoint, scratch, postgres, signal };
        return {
          throughput: await parts.measureThroughput(around, { rounds, count }),
          isolation: await parts.measureIsolation(around, { rounds, seconds: steady }),
          shared: await parts.measureTwoProcesses(around, { count }),
          backlog: await parts.measureBacklog(around, { count: backlog, seconds: drain }),
        };
      });
    } finally {
      await parts.removeQueues({ postgres, nats });
    }
  });
  const run = { date: values.date, machine: describeMachine(), load, versions, rounds, count };
  const body = parts.section(measured, { ...run, isolationRounds: rounds });
  await writeSection(resolve(values.results), "delivery", body);
  process.stdout.write(body);
  if (parts.resultsOf(measured).every(({ reached }) => reached)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/delivery: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
