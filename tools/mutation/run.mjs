// A run of the mutants of some receivers: what it writes, prints and returns.
import { readFileSync, writeFileSync } from "node:fs";
import { explain, readExplanations } from "./explanations.mjs";
import { page } from "./page.mjs";
import { merged, runReceiver } from "./results.mjs";
import { adjustedScore, leastScore, percent, scoreOf, sumOf } from "./score.mjs";

const at = (path) => new URL(path, import.meta.url);
const resultsFile = at("../../test/mutation/results.json");
const survivorsFile = at("../../test/mutation/survivors.yaml");
const pageFile = at("../../docs/contributing/mutation.md");

/** Runs the mutants of the receivers that the options name, and reports them. Resolves with the exit code. */
export async function runMutation(options) {
  const explanations = readExplanations(survivorsFile);
  const isTrial = options.only !== undefined || options.file?.some((name) => name.includes(":"));
  const verdicts = await (isTrial ? tried : measured)(options, explanations);
  for (const verdict of verdicts) print(verdict);
  if (verdicts.every(({ suffices }) => suffices)) return 0;
  return 1;
}

/** The verdicts on some of the mutants, or by some of the cases, so that nothing is said about the explanations of others. */
async function tried(options, explanations) {
  const verdicts = [];
  for (const receiver of options.receiver) {
    const { mutants } = await runReceiver(receiver, options);
    verdicts.push({ ...verdictOf(receiver, scoreOf(mutants), explain(mutants, explanations)), stale: [] });
  }
  return verdicts;
}

/** The verdicts on all that is stored; what runs now is stored first, and the page is written. */
async function measured(options, explanations) {
  const results = readResults();
  for (const receiver of options.page ? [] : options.receiver) {
    const { run } = await runReceiver(receiver, options);
    results[receiver] = merged(results[receiver] ?? [], run);
    writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  }
  writeFileSync(pageFile, page(results, explanations));
  return verdictsOf(results, explanations);
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
    // Of the mutants, only the survivors are kept; that a whole file ran makes its other explanations stale.
    const whole = runs.filter(({ sample }) => sample === undefined).flatMap((run) => run.files);
    const ran = whole.map(({ file }) => ({ file, status: "ran" }));
    const mutants = [...files.flatMap(({ survivors }) => survivors), ...ran];
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
