import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { oipkit, resultsFile } from "./paths.mjs";
import { preparePeers, readPackages } from "./peers.mjs";

const help = `Usage: node bench/validator/run.mjs [options]

  --rounds N      rounds of each event                    (default: 151)
  --results FILE  Markdown to write the section into      (default: bench/RESULTS.md)
  --date DATE     the date that the results bear          (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const { values } = parseArgs({
    options: {
      rounds: { type: "string", default: "151" },
      results: { type: "string", default: resultsFile },
      date: { type: "string", default: new Date().toISOString().slice(0, 10) },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds is a whole number above nought");
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await preparePeers();
  // What imports a peer can't be loaded before it is installed.
  const [{ generateWithoutRules, readContract, readExamples }, { createSubjects }, { assertAgreement }] =
    await Promise.all([import("./contract.mjs"), import("./subjects.mjs"), import("./agreement.mjs")]);
  const [{ measure }, { section }, { resultOf, targets }] = await Promise.all([
    import("./measure.mjs"),
    import("./section.mjs"),
    import("./targets.mjs"),
  ]);
  const [contract, examples] = [await readContract(), await readExamples()];
  const subjects = await createSubjects(contract, await inTemporaryFolder(generateWithoutRules));
  const load = currentLoad();
  const measured = {
    minimal: measure(subjects, [examples.get("minimal") ?? ""], rounds),
    full: measure(subjects, [examples.get("full") ?? ""], rounds),
    mixed: measure(subjects, [...examples.values()], rounds),
  };
  // Afterwards: what a function has seen before changes how the engine compiles it.
  assertAgreement(subjects, examples);
  const packages = await readPackages();
  const body = section({ measured, rounds, date: values.date, machine: describeMachine(), load, packages });
  await writeSection(resolve(values.results), "validator", body);
  process.stdout.write(body);
  const reached = targets.every((target) =>
    Object.values(measured).every((series) => resultOf(target, series).reached),
  );
  return reached ? 0 : 1;
}

/**
 * @template T
 * @param {(folder: string, signal: AbortSignal) => Promise<T>} work
 */
async function inTemporaryFolder(work) {
  const ending = new AbortController();
  const stop = () => ending.abort();
  process.once("SIGINT", stop).once("SIGTERM", stop);
  const folder = await mkdtemp(join(tmpdir(), "oipkit-bench-"));
  try {
    return await work(folder, ending.signal);
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`bench/validator: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
