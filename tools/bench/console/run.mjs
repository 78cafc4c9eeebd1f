import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { bundleSizes } from "./bundle.mjs";
import { measurePages } from "./pages.mjs";
import { resultsOf, section } from "./section.mjs";

const built = fileURLToPath(new URL("../../../platform/console/dist/app/index.html", import.meta.url));
const help = `Usage: node tools/bench/console/run.mjs [options]

  --rounds N           how often each page is loaded         (default: 7)
  --results FILE       Markdown to write the section into    (default: tools/bench/RESULTS.md)
  --date DATE          the date that the results bear        (default: today)

The browser is the one that CHROMIUM names, or /usr/bin/chromium.
Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, { rounds: { type: "string", default: "7" } });
  if (values === undefined) return 0;
  const rounds = countOf(values, "rounds");
  if (!existsSync(built)) throw new Error("the Console isn't built; run `npm run build`");
  const load = currentLoad();
  const { pages, browser } = await measurePages(rounds);
  const measured = { pages, bundle: await bundleSizes() };
  const body = section(measured, {
    date: values.date,
    machine: describeMachine(),
    load,
    versions: [`Chromium ${browser}`, `Node ${process.versions.node}`],
    rounds,
  });
  await writeSection(resolve(values.results), "console", body);
  process.stdout.write(body);
  if (resultsOf(measured).every(({ reached }) => reached)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/console: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
