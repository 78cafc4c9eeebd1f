import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { installDescription } from "../../github-description/install.mjs";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { generators, ownCommands } from "./cases.mjs";
import { readNames } from "./completeness.mjs";
import { measure } from "./measure.mjs";
import { readNodes } from "./nodes.mjs";
import { description, oipkit } from "./paths.mjs";
import { installPeers, readPackages } from "./peers.mjs";
import { ofNode, section } from "./section.mjs";
import { resultOf, targets } from "./targets.mjs";
import { preparePlatform } from "./workspace.mjs";

const help = `Usage: node tools/bench/generate/run.mjs [options]

  --runs N        runs of each command line               (default: 7)
  --node PATH     a Node to measure with; may be given several times
                  (default: the one that runs this, and the pinned one)
  --results FILE  Markdown to write the section into      (default: tools/bench/RESULTS.md)
  --date DATE     the date that the results bear          (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    runs: { type: "string", default: "7" },
    node: { type: "string", multiple: true },
  });
  if (values === undefined) return 0;
  const runs = countOf(values, "runs");
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  await installDescription();
  const [load, nodes, names] = [currentLoad(), await readNodes(values.node), await readNames(description)];
  const series = await inTemporaryFolder(async (scratch, signal) => {
    const platform = join(scratch, "platform");
    await preparePlatform(platform, signal);
    return measure({ cases: [...generators, ...ownCommands], nodes, runs, names, platform, scratch, signal });
  });
  const body = section({
    series,
    runs,
    load,
    date: values.date,
    machine: describeMachine(),
    nodes: nodes.map(({ version }) => version),
    description: {
      bytes: (await stat(description)).size,
      operations: names.operations.length,
      schemas: names.schemas.length,
    },
    packages: await readPackages(),
  });
  await writeSection(resolve(values.results), "generate", body);
  process.stdout.write(body);
  const reached = nodes.every(({ version }) =>
    targets.every((target) => resultOf(target, ofNode(series, version)).reached),
  );
  if (reached) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/generate: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
