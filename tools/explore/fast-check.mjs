// Stands for fast-check while `npm run explore` runs: a property draws more cases, and a failure is noted.
import { appendFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "vitest";

const real = createRequire(import.meta.url)("fast-check");
const { runs, notes } = JSON.parse(process.env.OIPKIT_EXPLORE ?? "{}");

/** As fast-check's own `assert`. */
function assert(property, parameters = {}) {
  const numRuns = Math.ceil((parameters.numRuns ?? real.readConfigureGlobal()?.numRuns ?? 100) * (runs ?? 1));
  const details = real.check(property, { ...parameters, numRuns });
  if (details instanceof Promise) return details.then(settle);
  return settle(details);
}

function settle(details) {
  if (!details.failed) return;
  const { testPath, currentTestName } = expect.getState();
  const { seed, counterexample, counterexamplePath, errorInstance } = details;
  const note = {
    file: testPath,
    test: currentTestName,
    seed,
    path: counterexamplePath,
    counterexample: real.stringify(counterexample),
    error: firstLine(errorInstance),
  };
  if (notes !== undefined) appendFileSync(notes, `${JSON.stringify(note)}\n`);
  throw new Error(real.defaultReportMessage(details), { cause: errorInstance });
}

function firstLine(error) {
  return String(error?.message ?? error).split("\n", 1)[0];
}

const exploring = { ...real, assert };
export default exploring;
