// Mutates the Python receiver with the operators of operators.py.
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { seededRandom } from "../random.mjs";

const receivers = "examples/receivers/python";
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = at(`../../../${receivers}`);

/**
 * Runs every mutant of the receiver, or of `files`, each a name or a name and a line, against the cases that `only` selects; of them, a random
 * part of `sample` percent, which depends on the seed. Resolves with `{ version, mutants }`: Python's version, and a list as that of
 * `mutateNode`. Rejects if the correct receiver fails.
 */
export async function mutatePython({ seed, workers, sample, files, only = [] }) {
  const { python, mutants } = JSON.parse(
    execFileSync("python3", ["-B", at("list.py"), folder], { encoding: "utf8", maxBuffer: 2 ** 26 }),
  );
  const wanted = mutants.filter((mutant) => isIn(mutant, files) && isSampled(mutant, { seed, sample }));
  const judged = await judgeAll(
    wanted.filter(({ leftOut }) => leftOut === null),
    { seed, workers, only },
  );
  const results = wanted.map(({ index, leftOut, ...mutant }) => ({
    ...mutant,
    file: `${receivers}/${mutant.file}`,
    ...(leftOut === null ? judged.get(`${mutant.file}:${index}`) : { status: "left out", reason: leftOut }),
  }));
  return { version: python, mutants: results };
}

function isIn({ file, line }, files) {
  return files === undefined || files.includes(file) || files.includes(`${file}:${line}`);
}

/** What is left out costs nothing, so it is always counted. */
function isSampled({ file, index, leftOut }, { seed, sample }) {
  const [first] = seededRandom(`${seed} ${file}:${index}`)(1);
  return leftOut !== null || first < (256 * sample) / 100;
}

async function judgeAll(mutants, { workers, ...settings }) {
  const verdicts = new Map();
  const queue = mutants.values();
  const work = async (judge) => {
    for (const { file, index, line, before, after } of queue) {
      const name = `${file}:${index}`;
      const verdict = await judge(name);
      verdicts.set(name, verdict);
      const what = verdict.status === "survived" ? ` ${file}:${line} ${before} → ${after}` : "";
      if (what !== "" || verdicts.size % 25 === 0) {
        console.error(`${verdicts.size}/${mutants.length} ${verdict.status}${what}`);
      }
    }
  };
  await withWorker(settings, mustSurvive);
  await Promise.all(Array.from({ length: workers }, () => withWorker(settings, work)));
  return verdicts;
}

async function mustSurvive(judge) {
  const verdict = await judge("none");
  if (verdict.status !== "survived")
    throw new Error(`the correct receiver fails: ${JSON.stringify(verdict)}`);
}

/** Calls `use` with a function that judges a mutant by its name, in a process of its own. */
async function withWorker({ seed, only }, use) {
  const child = fork(at("worker.mjs"), [folder, String(seed), ...only]);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`a worker ended with ${code}`);
  });
  const judge = async (name) => {
    child.send(name);
    const [verdict] = await Promise.race([once(child, "message"), ended]);
    return verdict;
  };
  try {
    await use(judge);
  } finally {
    ended.catch(() => {});
    child.kill();
  }
}
