import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { installDescription } from "../../github-description/install.mjs";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { cases } from "./cases.mjs";
import { measure } from "./measure.mjs";
import { oipkit } from "./paths.mjs";
import { installPeers, readVersions } from "./peers.mjs";
import { section } from "./section.mjs";
import { resultOf, targets } from "./targets.mjs";
import { prepareProjects } from "./workspace.mjs";

const help = `Usage: node tools/bench/types/run.mjs [options]

  --runs N        runs of each client                     (default: 7)
  --results FILE  Markdown to write the section into      (default: tools/bench/RESULTS.md)
  --date DATE     the date that the results bear          (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    runs: { type: "string", default: "7" },
  });
  if (values === undefined) return 0;
  const runs = countOf(values, "runs");
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  await installDescription();
  const load = currentLoad();
  const series = await inTemporaryFolder(async (folder, signal) => {
    await prepareProjects(cases, folder, signal);
    return measure(cases, { folder, runs, signal });
  });
  const versions = await readVersions();
  const body = section({ series, runs, load, date: values.date, machine: describeMachine(), versions });
  await writeSection(resolve(values.results), "types", body);
  process.stdout.write(body);
  if (targets.every((target) => resultOf(target, series).reached)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/types: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
