import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { countOf, readOptions } from "../../command-line.mjs";
import { install as installDocuments } from "../../corpus/install.mjs";
import { currentLoad, describeMachine } from "../../machine.mjs";
import { writeSection } from "../../results-file.mjs";
import { inTemporaryFolder } from "../../temporary-folder.mjs";
import { readDocuments } from "../documents/documents.mjs";
import { oipkit } from "../paths.mjs";
import { measure } from "./measure.mjs";
import { isReached, section } from "./section.mjs";

const help = `Usage: node tools/bench/generate/validators/run.mjs [options]

Generates the validators of large documents.

  --runs N        runs for each document                  (default: 3)
  --results FILE  Markdown to write the section into      (default: tools/bench/RESULTS.md)
  --date DATE     the date that the results bear          (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, { runs: { type: "string", default: "3" } });
  if (values === undefined) return 0;
  const runs = countOf(values, "runs");
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await installDocuments();
  const names = ["Zuora", "GitHub", "Microsoft Graph", "Microsoft Graph, beta"];
  const [load, documents] = [currentLoad(), await readDocuments(names)];
  const all = await inTemporaryFolder(async (scratch, signal) => {
    const measured = [];
    for (const document of documents) measured.push(await measure(document, { runs, scratch, signal }));
    return measured;
  });
  const body = section({ all, runs, load, date: values.date, machine: describeMachine() });
  await writeSection(resolve(values.results), "generate-validators", body);
  process.stdout.write(body);
  if (isReached(all)) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(
    `tools/bench/generate/validators: ${error instanceof Error ? error.message : error}\n`,
  );
  return 2;
});
