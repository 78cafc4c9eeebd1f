// Runs the property tests with cases that `npm test` doesn't draw: `npm run explore -- --minutes 30`. CONTRIBUTING.md describes the options.
// Prints what to add as a case for each failure. Exits with 1 if a test failed, and with 2 if it couldn't run.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { propertyTests } from "./explore/property-tests.mjs";
import { failuresOf, reportRound } from "./explore/report.mjs";

const root = resolve(import.meta.dirname, "..");
const { seed, runs, rounds, minutes, files } = readOptions();
const folder = mkdtempSync(join(tmpdir(), "oipkit-explore-"));
try {
  const end = Date.now() + minutes * 60_000;
  let failed = 0;
  for (let round = 0; round < rounds && (round === 0 || Date.now() < end); round++) {
    const found = await explore(seed + round);
    const count = new Set([...found.notes, ...found.failures].map(({ file, test }) => `${file}\n${test}`))
      .size;
    failed += count;
    console.log(
      `seed ${found.seed}: ${files.length} files, ${count === 0 ? "nothing found" : `${count} failed`}`,
    );
    if (count > 0) console.log(`\n${reportRound(found)}\n`);
  }
  process.exitCode = failed > 0 ? 1 : 0;
} catch (failure) {
  console.error(failure instanceof Error ? failure.message : failure);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true });
}

/** One round. */
async function explore(seed) {
  const [notes, results] = [join(folder, `${seed}.notes`), join(folder, `${seed}.json`)];
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const output = ["--reporter=json", `--outputFile.json=${results}`];
  const projects = ["source", "services", "own-process"].flatMap((name) => ["--project", name]);
  const child = spawn(process.execPath, [vitest, "run", ...projects, ...output, ...files], {
    cwd: root,
    env: { ...process.env, FAST_CHECK_SEED: String(seed), OIPKIT_EXPLORE: JSON.stringify({ runs, notes }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const errors = [];
  child.stderr.on("data", (chunk) => errors.push(chunk));
  await once(child, "close");
  if (!existsSync(results)) throw new Error(`Vitest didn't run:\n${Buffer.concat(errors)}`);
  const fromRoot = (each) => ({ ...each, file: relative(root, each.file) });
  return {
    seed,
    runs,
    notes: existsSync(notes) ? linesOf(notes).map(fromRoot) : [],
    failures: failuresOf(JSON.parse(readFileSync(results, "utf8"))).map(fromRoot),
  };
}

function linesOf(path) {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

function readOptions() {
  const text = { type: "string" };
  let parsed;
  try {
    const options = { seed: text, runs: text, rounds: text, minutes: text };
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (failure) {
    return usage(failure.message);
  }
  const { values, positionals } = parsed;
  const number = (name, fallback, least) => {
    const value = Number(values[name] ?? fallback);
    if (!(value >= least) || (name !== "minutes" && !Number.isSafeInteger(value)))
      usage(`--${name} must be a ${name === "minutes" ? "" : "whole "}number from ${least}`);
    return value;
  };
  const all = propertyTests(root);
  const files =
    positionals.length === 0 ? all : all.filter((path) => positionals.some((each) => path.includes(each)));
  if (files.length === 0) usage(`no file with property tests matches ${positionals.join(", ")}`);
  return {
    seed: number("seed", randomInt(2 ** 31), 0),
    runs: number("runs", 3, 1),
    rounds: number("rounds", values.minutes === undefined ? 1 : Number.MAX_SAFE_INTEGER, 1),
    minutes: number("minutes", values.rounds === undefined ? 0 : Number.MAX_SAFE_INTEGER, 0),
    files,
  };
}

function usage(problem) {
  console.error(problem);
  console.error("usage: npm run explore -- [--seed N] [--runs N] [--rounds N] [--minutes N] [FILE...]");
  process.exit(2);
}
