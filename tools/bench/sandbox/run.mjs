import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { measureReading } from "./reading.mjs";
import { section } from "./section.mjs";
import { measureStarts } from "./start.mjs";
import { resultsOf } from "./targets.mjs";
import { readVersions } from "./versions.mjs";
import { measureMonths, measureYears } from "./year.mjs";

const built = fileURLToPath(new URL("../../../platform/sandbox/dist/index.js", import.meta.url));
const help = `Usage: node tools/bench/sandbox/run.mjs [options]

  --rounds N           starts, and rounds of requests        (default: 5)
  --requests N         requests of each case in a round      (default: 20000)
  --subscriptions N    of which a year passes                (default: 1000)
  --results FILE       Markdown to write the section into    (default: tools/bench/RESULTS.md)
  --date DATE          the date that the results bear        (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    rounds: { type: "string", default: "5" },
    requests: { type: "string", default: "20000" },
    subscriptions: { type: "string", default: "1000" },
  });
  if (values === undefined) return 0;
  const names = ["rounds", "requests", "subscriptions"];
  const [rounds, requests, subscriptions] = names.map((name) => countOf(values, name));
  if (!existsSync(built)) throw new Error("dist/ isn't built; run `npm run build`");
  const load = currentLoad();
  const measured = await inTemporaryFolder(async (scratch, signal) => {
    const around = { scratch, signal };
    return {
      starts: await measureStarts(around, { rounds }),
      reading: await measureReading(around, { rounds, requests }),
      years: await measureYears(around, { subscriptions }),
      months: await measureMonths(around),
    };
  });
  const run = { date: values.date, machine: describeMachine(), load, versions: await readVersions() };
  const body = section(measured, { ...run, rounds, requests });
  await writeSection(resolve(values.results), "sandbox", body);
  process.stdout.write(body);
  if (resultsOf(measured).every(({ reached }) => reached)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/sandbox: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
