import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { coldCases, lineCases } from "./cases.mjs";
import { writeEvents } from "./input.mjs";
import { measure } from "./measure.mjs";
import { oipkit } from "./paths.mjs";
import { installPeers, peerBinary, readPackages } from "./peers.mjs";
import { bundledSchema } from "./schema.mjs";
import { section } from "./section.mjs";
import { resultOf, targets } from "./targets.mjs";

const help = `Usage: node tools/bench/validate/run.mjs [options]

  --runs N        rounds over 100,000 lines and of the cold start        (default: 9)
  --long-runs N   rounds over 1,000,000 lines                            (default: 3)
  --results FILE  Markdown to write the section into                     (default: tools/bench/RESULTS.md)
  --date DATE     the date that the results bear                         (default: today)

Writes about 900 MB to a temporary folder and takes it away again.
Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    runs: { type: "string", default: "9" },
    "long-runs": { type: "string", default: "3" },
  });
  if (values === undefined) return 0;
  const [count, longCount] = [countOf(values, "runs"), countOf(values, "long-runs")];
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  const load = currentLoad();
  const runs = { short: count, long: longCount, cold: count };
  const { measured, inputs } = await inTemporaryFolder(async (folder, signal) => {
    const schema = join(folder, "schema.json");
    await writeFile(schema, JSON.stringify(await bundledSchema()));
    const others = { schema, peer: peerBinary() };
    const inputs = {
      // jsonschema recognizes NDJSON only by this extension.
      short: await writeEvents(join(folder, "short.jsonl"), 100_000),
      long: await writeEvents(join(folder, "long.jsonl"), 1_000_000),
    };
    const measured = {
      cold: await measure(coldCases, { runs: runs.cold, signal }),
      short: await measure(lineCases(inputs.short.path, others), { runs: runs.short, signal }),
      long: await measure(lineCases(inputs.long.path, others), { runs: runs.long, signal }),
    };
    return { measured, inputs };
  });
  const machine = describeMachine();
  const body = section({
    measured,
    inputs,
    runs,
    load,
    machine,
    date: values.date,
    packages: await readPackages(),
  });
  await writeSection(resolve(values.results), "validate", body);
  process.stdout.write(body);
  if (targets.every((target) => resultOf(target, measured).reached)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/validate: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
