import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { loadOf } from "../request-load.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { cases } from "./cases.mjs";
import { isReached, section } from "./section.mjs";
import { installPeers, oipkit, readVersions, servers, startServer } from "./servers.mjs";

const connections = 16;
const help = `Usage: node tools/bench/mock/run.mjs [options]

  --rounds N       starts of each server, and rounds of requests  (default: 5)
  --requests N     requests of each case in a round               (default: 3000)
  --document FILE  also measure the start with this document
  --results FILE   Markdown to write the section into             (default: tools/bench/RESULTS.md)
  --date DATE      the date that the results bear                 (default: today)

The first run installs Prism in this folder. Exit codes: 0 the targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    rounds: { type: "string", default: "5" },
    requests: { type: "string", default: "3000" },
    document: { type: "string" },
  });
  if (values === undefined) return 0;
  const [rounds, requests] = ["rounds", "requests"].map((name) => countOf(values, name));
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  const load = currentLoad();
  const document = values.document === undefined ? undefined : resolve(values.document);
  const measured = await inTemporaryFolder((_, signal) => measure({ rounds, requests, document, signal }));
  const run = { date: values.date, machine: describeMachine(), load, versions: await readVersions() };
  const body = section(measured, { ...run, rounds, requests, connections, document });
  await writeSection(resolve(values.results), "mock", body);
  process.stdout.write(body);
  if (isReached(measured)) return 0;
  return 1;
}

/** Rounds of all servers in turn, each in a process of its own. */
async function measure({ rounds, requests, document, signal }) {
  const measured = servers.map((server) => ({ server, starts: [], large: [], cases: cases.map(() => []) }));
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`round ${round} of ${rounds}\n`);
    for (const one of round % 2 === 0 ? measured : measured.toReversed()) {
      const server = await startServer(one.server, { signal });
      try {
        one.starts.push(server.readyMs);
        for (const [index, { label: _label, status, ...request }] of cases.entries()) {
          const about = { request, status, connections };
          await loadOf(server.origin, { ...about, count: Math.ceil(requests / 4) });
          one.cases[index].push(await loadOf(server.origin, { ...about, count: requests }));
        }
      } finally {
        await server.stop();
      }
    }
  }
  for (const one of document === undefined ? [] : measured.slice(1)) {
    const server = await startServer(one.server, { signal, document, limitMs: 600_000 });
    one.large.push(server.readyMs);
    await server.stop();
  }
  return measured;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/mock: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
