import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { installPeers, oipkit, oldVersion, prepare, redocly } from "./documents.mjs";
import { measure } from "./measure.mjs";

const help = `Usage: node tools/bench/diff/run.mjs [options]

  --runs N        runs of each command line               (default: 5)
  --results FILE  Markdown to write the section into      (default: tools/bench/RESULTS.md)
  --date DATE     the date that the results bear          (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, { runs: { type: "string", default: "5" } });
  if (values === undefined) return 0;
  const runs = countOf(values, "runs");
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  const load = currentLoad();
  return inTemporaryFolder(async (scratch, signal) => {
    const documents = await prepare(scratch);
    const github = [documents.old, documents.new];
    const commands = {
      "oipkit diff, GitHub": { args: [oipkit, "diff", ...github], cwd: scratch },
      "redocly diff, GitHub": { args: [redocly, "diff", ...github, "--format", "json"], cwd: scratch },
      "oipkit diff, this repository's contracts": { args: [oipkit, "diff"], cwd: documents.platform },
      "node -e 0": { args: ["-e", "0"], cwd: scratch },
    };
    const series = Object.keys(commands).map((name) => ({ name, times: [], memory: 0 }));
    for (let round = 0; round <= runs; round++)
      for (const each of series) {
        const { time, memory } = await measure({ ...commands[each.name], scratch, signal });
        process.stderr.write(`${each.name}: ${Math.round(time)} ms\n`);
        // The first round fills the caches of the system.
        if (round === 0) continue;
        each.times.push(time);
        each.memory = Math.max(each.memory, memory);
      }
    const { body, reached } = report(series, {
      runs,
      load,
      date: values.date,
      size: (await stat(documents.new)).size,
    });
    await writeSection(resolve(values.results), "diff", body);
    process.stdout.write(body);
    if (reached) return 0;
    return 1;
  });
}

function report(series, { runs, load, date, size }) {
  const [github, peer, own] = series;
  const range = ({ median, min, max }) => `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
  const against = ratio(github.times, peer.times);
  const targets = [
    [
      "GitHub below 10 s",
      `${(summarise(github.times).median / 1000).toFixed(1)} s`,
      summarise(github.times).median < 10_000,
    ],
    ["GitHub below 1.5 GB", `${github.memory} MB`, github.memory < 1500],
    [
      "this repository's contracts below 0.8 s",
      `${summarise(own.times).median.toFixed(0)} ms`,
      summarise(own.times).median < 800,
    ],
  ];
  const body = `## diff

Wall time of a whole process in milliseconds: the median of all rounds, then the fastest and the slowest; and the highest peak
of memory. A round runs each command line once, so noise affects all equally.

- Date: ${date}
- Rounds: ${runs}, after one that isn't counted
- Machine: ${describeMachine()}, Node ${process.versions.node}; load at the start ${load.toFixed(1)}
- GitHub: \`api.github.com.json\` of \`@octokit/openapi\` ${oldVersion} and the installed version (${(size / 1e6).toFixed(1)} MB)
- This repository's contracts: the last commit against a working tree with one more schema
- Again: \`npm run bench:diff\`

${markdownTable(
  ["Command", "Time", "Memory"],
  series.map(({ name, times, memory }) => [name, range(summarise(times)), `${memory} MB`]),
)}

oipkit's time divided by Redocly's, round by round: ${against.median.toFixed(2)} (${against.min.toFixed(2)}–${against.max.toFixed(2)}). Redocly compares
keyword by keyword; oipkit proves inclusion, or finds a witness.

${markdownTable(
  ["Target", "Result", "Reached"],
  targets.map(([name, result, reached]) => [name, result, reached ? "yes" : "no"]),
)}
`;
  return { body, reached: targets.every(([, , reached]) => reached) };
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/diff: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
