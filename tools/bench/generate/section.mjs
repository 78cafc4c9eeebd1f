import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { generators, ownCommands } from "./cases.mjs";
import { resultOf, targets, timesOf } from "./targets.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Report
 * @property {readonly Series[]} series
 * @property {readonly string[]} nodes versions
 * @property {number} runs
 * @property {string} date
 * @property {string} machine
 * @property {number} load when the run began
 * @property {{ readonly bytes: number, readonly operations: number, readonly schemas: number }} description
 * @property {readonly import("./peers.mjs").Package[]} packages
 */

/**
 * The benchmark's section of the results, in Markdown.
 * @param {Report} report
 */
export function section(report) {
  const { runs, date, machine, load, description, packages } = report;
  return `## generate

Wall time of a whole process in milliseconds: the median of all rounds, then the fastest and the slowest. A round
runs each command line once, so noise affects all equally.

- Date: ${date}
- Rounds: ${runs}, after one that isn't counted
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Again: \`npm run bench:generate\`

### The GitHub REST description

${megabytes(description.bytes)}, ${description.operations} operations, ${description.schemas} schemas; each output has all of them. \`oipkit ÷\` is oipkit's
time divided by that generator's, round by round: the median, the minimum and the maximum; below 1, oipkit is
faster.

${generatorTable(report)}

### oipkit's own commands

On a copy of this repository's contracts with up-to-date output. The first check uses the cache of the
previous run, the second none. \`node -e 0\` is the floor.

${commandTable(report)}

### Targets

${targetTable(report)}

### Versions

${markdownTable(
  ["Package", "Version", "Declared Node"],
  packages.map(({ name, version, engines }) => [name, version, `\`${engines.replaceAll("|", "\\|")}\``]),
)}

All generators run with the same Node, even if they declare a newer one: they work with it, and the output
is checked. The pinned Node is one that all of them support. orval's dependency
\`@scalar/openapi-parser\` is pinned to a version whose own dependencies are in the registry.
`;
}

/** @param {Report} report */
function generatorTable({ series, nodes }) {
  const head = ["Generator", ...nodes.flatMap((node) => [`Node ${node}`, "oipkit ÷"]), "Files", "Size"];
  const rows = generators.map(({ id, label }) => {
    const output = series.find((one) => one.case.id === id)?.output;
    const cells = nodes.flatMap((node) => {
      const mine = ofNode(series, node);
      const compared = id === "oipkit" ? "" : factor(ratio(timesOf(mine, "oipkit"), timesOf(mine, id)));
      return [spread(timesOf(mine, id)), compared];
    });
    return [label, ...cells, String(output?.files), megabytes(output?.bytes ?? 0)];
  });
  return markdownTable(head, rows);
}

/** @param {Report} report */
function commandTable({ series, nodes }) {
  const rows = ownCommands.map(({ id, label }) => [
    `\`${label}\``,
    ...nodes.map((node) => spread(timesOf(ofNode(series, node), id))),
  ]);
  return markdownTable(["Command", ...nodes.map((node) => `Node ${node}`)], rows);
}

/** @param {Report} report */
function targetTable({ series, nodes }) {
  const rows = targets.map((target) => {
    const results = nodes.map((node) => resultOf(target, ofNode(series, node)));
    const figures = results.map(({ median }) =>
      target.to === undefined ? `${median.toFixed(0)} ms` : `× ${median.toFixed(2)}`,
    );
    return [target.label, ...figures, results.every(({ reached }) => reached) ? "yes" : "no"];
  });
  return markdownTable(["Target", ...nodes.map((node) => `Node ${node}`), "Reached"], rows);
}

/**
 * @param {readonly Series[]} series
 * @param {string} version
 */
export function ofNode(series, version) {
  return series.filter(({ node }) => node.version === version);
}

/** @param {readonly number[]} times */
function spread(times) {
  const { median, min, max } = summarise(times);
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
}

/** @param {import("../statistics.mjs").Summary} summary */
function factor({ median, min, max }) {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
