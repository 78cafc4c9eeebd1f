// `npm run mutation`: mutates the receivers of examples/receivers, runs the conformance suite against each mutant, and writes
// docs/contributing/mutation.md. CONTRIBUTING.md describes the options.
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { CannotRun } from "./mutation/cannot-run.mjs";

const usage = `usage: node tools/mutation.mjs [--receiver node|python] [--file NAME[:LINE]]... [--only GLOB]...
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

const extensions = { node: ".mjs", python: ".py" };

try {
  const given = parsed();
  // Loads StrykerJS and the conformance suite, which takes a second.
  const { runMutation } = await import("./mutation/run.mjs");
  process.exitCode = await runMutation(given);
} catch (error) {
  const isUsage = error.code?.startsWith("ERR_PARSE_ARGS") === true;
  console.error(isUsage || error instanceof CannotRun ? error.message : error);
  if (isUsage) console.error(usage);
  process.exitCode = 2;
}

function parsed() {
  const { values } = parseArgs({ options });
  if (!existsSync(new URL("../dist/commands/conform/index.js", import.meta.url))) {
    throw new CannotRun("dist/ is missing; run `npm run build` first");
  }
  const unknown = values.receiver.filter((name) => !Object.hasOwn(extensions, name));
  if (unknown.length > 0) throw new CannotRun(`unknown receiver ${unknown.join(", ")}\n${usage}`);
  for (const name of ["seed", "sample", "workers"]) {
    if (!/^[1-9]\d{0,8}$/.test(values[name])) {
      throw new CannotRun(`--${name} isn't a number: ${values[name]}`);
    }
  }
  const receiver = values.receiver.filter((name) => mayHave(values.file, extensions[name]));
  if (receiver.length === 0) throw new CannotRun(`no mutants in ${values.file.join(", ")}`);
  return { ...values, receiver, sample: Number(values.sample), workers: Number(values.workers) };
}

/** Whether a receiver in files with an extension may have one of these files. */
function mayHave(files, extension) {
  return files === undefined || files.some((name) => name.split(":")[0].endsWith(extension));
}
