// `npm run mutation`: mutates the receivers of examples/receivers, runs the conformance suite against each mutant, and writes
// docs/mutation.md. CONTRIBUTING.md describes the options.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { runMutation } from "./mutation/run.mjs";

const usage = `usage: node scripts/mutation.mjs [--receiver node|python] [--file NAME[:LINE]]... [--only GLOB]...
  [--seed NUMBER] [--sample PERCENT] [--workers 2] [--page]
--file runs only the mutants of a file, and replaces its part of the page. With a line, or with --only, which selects cases, it is a
trial, and nothing is written.
--sample takes a random part of the Python receiver's mutants, which depends on the seed; StrykerJS takes all of the Node receiver's.
--page only writes the page again, from test/mutation/results.json and survivors.yaml.`;

const text = { type: "string" };
const options = {
  receiver: { ...text, multiple: true, default: ["node", "python"] },
  file: { ...text, multiple: true },
  only: { ...text, multiple: true },
  seed: { ...text, default: "1" },
  sample: { ...text, default: "100" },
  workers: { ...text, default: "2" },
  page: { type: "boolean", default: false },
};

// Processes that this one has started end when it ends.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(2));

try {
  const { values } = parseArgs({ options });
  if (!existsSync(new URL("../dist/conformance/index.js", import.meta.url))) {
    throw new TypeError("dist/ is missing; run `npm run build` first");
  }
  const unknown = values.receiver.filter((name) => name !== "node" && name !== "python");
  if (unknown.length > 0) throw new TypeError(`unknown receiver ${unknown.join(", ")}\n${usage}`);
  for (const name of ["seed", "sample", "workers"]) {
    if (!/^[1-9]\d{0,8}$/.test(values[name]))
      throw new TypeError(`--${name} isn't a number: ${values[name]}`);
  }
  process.exitCode = await runMutation({
    ...values,
    sample: Number(values.sample),
    workers: Number(values.workers),
  });
} catch (error) {
  console.error(error instanceof TypeError ? error.message : error);
  if (error.code?.startsWith("ERR_PARSE_ARGS")) console.error(usage);
  process.exitCode = 2;
}
