import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * The options of a benchmark, with `--results`, `--date` and `--help`, common to all benchmarks; `undefined` if help was
 * requested, which is then printed. One of the benchmark's own options may replace a common one.
 * @param {string} help
 * @param {import("node:util").ParseArgsConfig["options"]} own
 */
export function readOptions(help, own) {
  const { values } = parseArgs({
    options: {
      results: { type: "string", default: fileURLToPath(new URL("RESULTS.md", import.meta.url)) },
      date: { type: "string", default: new Date().toISOString().slice(0, 10) },
      help: { type: "boolean", short: "h" },
      ...own,
    },
  });
  if (!values.help) return values;
  process.stdout.write(help);
  return undefined;
}

/** An option's value, a positive integer. Throws for anything else. */
export function countOf(values, name) {
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} must be a positive integer`);
  return count;
}
