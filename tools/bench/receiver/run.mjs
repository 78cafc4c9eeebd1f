import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { built } from "./paths.mjs";
import { installPeers, readVersions } from "./peers.mjs";

const help = `Usage: node tools/bench/receiver/run.mjs [options]

  --rounds N       rounds over HTTP                           (default: 7)
  --postgres URL   a PostgreSQL to measure with               (default: the one of this machine)
  --results FILE   Markdown to write the section into         (default: tools/bench/RESULTS.md)
  --date DATE      the date that the results bear             (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

const memoryCases = [
  { id: "bare", label: "bare server, reads the body" },
  { id: "none", label: "oipkit, stores that store nothing" },
  { id: "memory", label: "oipkit, memory stores" },
  { id: "memory-handled", label: "oipkit, memory stores, with handlers" },
];
const postgresCases = [
  { id: "naive", label: "naive receiver" },
  { id: "postgres", label: "oipkit" },
  { id: "postgres-handled", label: "oipkit, with handlers" },
];

async function main() {
  const values = readOptions(help, {
    rounds: { type: "string", default: "7" },
    postgres: { type: "string", default: "postgres://postgres@127.0.0.1:5432/postgres" },
  });
  if (values === undefined) return 0;
  const rounds = { inProcess: 301, http: countOf(values, "rounds") };
  if (!existsSync(built)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  const load = currentLoad();
  const requests = { memory: 40_000, postgres: 24_000 };
  const { measureInProcess } = await import("./in-process.mjs");
  const { measureOverHttp } = await import("./over-http.mjs");
  const { withDatabase } = await import("./database.mjs");
  const { section } = await import("./section.mjs");
  const { resultOf, targets } = await import("./targets.mjs");
  const { bytes, series } = await measureInProcess({ rounds: rounds.inProcess });
  const flat = (all) => all.map(({ case: one, ...figures }) => ({ ...one, ...figures }));
  const over = { rounds: rounds.http, connections: 64 };
  const memory = await measureOverHttp(memoryCases, { ...over, requests: requests.memory });
  const { postgres, version } = await withDatabase(values.postgres, async (database) => ({
    postgres: await measureOverHttp(postgresCases, { ...over, requests: requests.postgres, database }),
    version: database.version,
  }));
  const measured = {
    inProcess: series.map((one) => ({ ...one, rates: one.times.map((time) => 1e6 / time) })),
    memory: flat(memory),
    postgres: flat(postgres),
  };
  const body = section({
    measured,
    bytes,
    rounds,
    load,
    date: values.date,
    database: version,
    requests: { memory: requests.memory * 0.75, postgres: requests.postgres * 0.75 },
    machine: describeMachine(),
    versions: await readVersions(),
  });
  await writeSection(resolve(values.results), "receiver", body);
  process.stdout.write(body);
  if (targets.every((target) => resultOf(target, measured).reached)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/receiver: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
