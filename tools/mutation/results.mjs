// What is kept of the runs of a receiver's mutants, in test/mutation/results.json.
import { readFileSync } from "node:fs";
import { expandCases } from "oipkit/conform";
import { CannotRun } from "./cannot-run.mjs";
import { mutatePython } from "./python/run.mjs";
import { scoreOf } from "./score.mjs";
import { readSuite } from "./stages.mjs";
import { mutateNode } from "./stryker/run.mjs";

/** Runs the mutants of a receiver, `node` or `python`. Resolves with all of them, and with the run as it is kept. */
export async function runReceiver(receiver, { seed, workers, sample, file, only }) {
  const started = Date.now();
  const options = { seed, workers, sample, files: file, only };
  const { versions, mutants } = await (receiver === "node" ? nodeMutants(options) : pythonMutants(options));
  if (mutants.length === 0)
    throw new CannotRun(`no mutants in ${file?.join(", ")} of the receiver ${receiver}`);
  const names = [...new Set(mutants.map((mutant) => mutant.file))].sort();
  const run = {
    date: new Date(started).toISOString().slice(0, 10),
    minutes: Math.ceil((Date.now() - started) / 60_000),
    seed,
    workers,
    ...(receiver === "python" && sample < 100 && { sample }),
    versions: { "Node.js": process.versions.node, ...versions },
    cases: levels(),
    files: names.map((name) => fileOf(mutants.filter((mutant) => mutant.file === name))),
  };
  return { mutants, run };
}

/** The earlier runs of a receiver and a new one, which replaces what they have of the same files. */
export function merged(runs, run) {
  const again = new Set(run.files.map(({ file }) => file));
  const earlier = runs.map((each) => ({ ...each, files: each.files.filter(({ file }) => !again.has(file)) }));
  return [...earlier.filter(({ files }) => files.length > 0), run];
}

async function nodeMutants(options) {
  const manifest = new URL("../../node_modules/@stryker-mutator/core/package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  return { mutants: await mutateNode(options), versions: { StrykerJS: version } };
}

async function pythonMutants(options) {
  const { version, mutants } = await mutatePython(options);
  return { mutants, versions: { Python: version } };
}

/** The number of cases of each level. */
function levels() {
  const all = expandCases(readSuite());
  const count = (wanted) => all.filter(({ level }) => level === wanted).length;
  return { must: count("must"), should: count("should"), info: count("info") };
}

function fileOf(mutants) {
  const [{ file }] = mutants;
  const of = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).map(kept);
  const leftOut = mutants.filter(({ status }) => status === "left out").map(({ reason }) => reason);
  const reasons = [...new Set(leftOut)].map((reason) => ({
    reason,
    mutants: leftOut.filter((each) => each === reason).length,
  }));
  return {
    file,
    ...scoreOf(mutants),
    reasons,
    notedMutants: of("noted"),
    survivors: of("survived", "error"),
  };
}

/** What a reader needs to find the mutant again. */
function kept({ file, line, place, before, after, status, by }) {
  return { file, line, place, before, after, status, ...(status === "noted" && { by }) };
}
