import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { readOptions } from "../command-line.mjs";
import { oipkit } from "../generate/paths.mjs";
import { installPeers, readPackages } from "../generate/peers.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { cases } from "./cases.mjs";
import { measure } from "./measure.mjs";
import { section } from "./section.mjs";

const help = `Usage: node tools/bench/sdk/run.mjs [options]

  --results FILE  Markdown to write the section into      (default: docs/reference/comparison.md)
  --date DATE     the date that the results bear          (default: today)

Exit codes: 0 measured, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, { results: { type: "string", default: "docs/reference/comparison.md" } });
  if (values === undefined) return 0;
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await installPeers();
  const measured = await inTemporaryFolder(async (folder, signal) => {
    const all = [];
    for (const one of cases) all.push(await measure(one, folder, signal));
    return all;
  });
  const packages = (await readPackages()).filter(({ name }) => name !== "@octokit/openapi");
  const versions = packages.map(({ name, version }) => `${name} ${version}`);
  const body = section(measured, { date: values.date, versions });
  await writeSection(resolve(values.results), "sdk", body);
  process.stdout.write(body);
  return 0;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/sdk: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
