// A run of the mutants of some receivers: what it writes, prints and returns.
import { readFileSync, writeFileSync } from "node:fs";
import { explain, readExplanations } from "./explanations.mjs";
import { page } from "./page.mjs";
import { merged, runReceiver } from "./results.mjs";
import { adjustedScore, leastScore, percent, scoreOf, sumOf } from "./score.mjs";

const at = (path) => new URL(path, import.meta.url);
const resultsFile = at("../../test/mutation/results.json");
const survivorsFile = at("../../test/mutation/survivors.yaml");
const pageFile = at("../../docs/mutation.md");

/** Runs the mutants of the receivers that the options name, and reports them. Resolves with the exit code. */
export async function runMutation(options) {
  const explanations = readExplanations(survivorsFile);
  const isTrial = options.only !== undefined || options.file?.some((name) => name.includes(":"));
  const results = isTrial ? {} : readResults();
  for (const receiver of options.page ? [] : options.receiver) {
    const { mutants, run } = await runReceiver(receiver, options);
    if (isTrial) results[receiver] = { counts: scoreOf(mutants), mutants };
    else {
      results[receiver] = merged(results[receiver] ?? [], run);
      writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
    }
  }
  if (!isTrial) writeFileSync(pageFile, page(results, explanations));
  const verdicts = isTrial
    ? Object.entries(results).map(([receiver, { counts, mutants }]) =>
        verdictOf(receiver, counts, explain(mutants, explanations)),
      )
    : verdictsOf(results, explanations);
  for (const verdict of verdicts) print(verdict);
  return verdicts.every(({ suffices }) => suffices) ? 0 : 1;
}

/** The runs of each receiver, as they are kept. */
export function readResults() {
  return JSON.parse(readFileSync(resultsFile, "utf8"));
}

/**
 * Of each receiver, from its stored runs: the counts, the score, whether it `suffices` and each survivor is explained, and the survivors
 * and explanations that have no counterpart.
 */
export function verdictsOf(results, explanations) {
  return Object.entries(results).map(([receiver, runs]) => {
    const files = runs.flatMap((run) => run.files);
    // Of the mutants, only the survivors are kept; that a file ran makes its other explanations stale.
    const mutants = files.flatMap(({ file, survivors }) => [...survivors, { file, status: "ran" }]);
    return verdictOf(receiver, sumOf(files), explain(mutants, explanations));
  });
}

function verdictOf(receiver, counts, { explained, unexplained, stale }) {
  const harmless = explained.filter(({ kind }) => kind !== "hole").length;
  const score = adjustedScore(counts, harmless);
  return {
    receiver,
    counts,
    score,
    suffices: score >= leastScore && unexplained.length === 0,
    unexplained,
    stale,
  };
}

function print({ receiver, counts, score, unexplained, stale }) {
  const { judged, killed, noted, survived } = counts;
  console.log(`${receiver}: ${judged} mutants, ${killed} killed, ${noted} noted, ${survived} survived`);
  console.log(`${receiver}: score ${score} %, ${percent(killed, judged)} % of all`);
  for (const { file, line, before, after } of unexplained) {
    console.log(`not explained: ${file}:${line}: ${before} → ${after || "removed"}`);
  }
  for (const { file, before, after } of stale) {
    console.log(`explained, but doesn't survive: ${file}: ${before} → ${after || "removed"}`);
  }
}
