import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { countOf, readOptions } from "../command-line.mjs";
import { currentLoad, describeMachine } from "../machine.mjs";
import { writeSection } from "../results-file.mjs";
import { inTemporaryFolder } from "../temporary-folder.mjs";
import { oipkit } from "./paths.mjs";
import { preparePeers, readPackages } from "./peers.mjs";

const help = `Usage: node tools/bench/validator/run.mjs [options]

  --rounds N      rounds of each event                    (default: 151)
  --results FILE  Markdown to write the section into      (default: tools/bench/RESULTS.md)
  --date DATE     the date that the results bear          (default: today)

Exit codes: 0 all targets reached, 1 one missed, 2 couldn't run.
`;

async function main() {
  const values = readOptions(help, {
    rounds: { type: "string", default: "151" },
  });
  if (values === undefined) return 0;
  const rounds = countOf(values, "rounds");
  if (!existsSync(oipkit)) throw new Error("dist/ isn't built; run `npm run build`");
  await preparePeers();
  // Modules that import a compared package can't be loaded before it is installed.
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
  // After the measurement, because earlier inputs of a function change how the engine compiles it.
  assertAgreement(subjects, examples);
  const packages = await readPackages();
  const body = section({ measured, rounds, date: values.date, machine: describeMachine(), load, packages });
  await writeSection(resolve(values.results), "validator", body);
  process.stdout.write(body);
  const reached = targets.every((target) =>
    Object.values(measured).every((series) => resultOf(target, series).reached),
  );
  if (reached) return 0;
  return 1;
}

process.exitCode = await main().catch((error) => {
  process.stderr.write(`tools/bench/validator: ${error instanceof Error ? error.message : error}\n`);
  return 2;
});
