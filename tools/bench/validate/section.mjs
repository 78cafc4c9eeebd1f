import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { eventType } from "./paths.mjs";
import { resultOf, seriesOf, targets } from "./targets.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Report
 * @property {{ readonly short: readonly Series[], readonly long: readonly Series[], readonly cold: readonly Series[] }} measured
 * @property {{ readonly short: import("./input.mjs").Input, readonly long: import("./input.mjs").Input }} inputs
 * @property {{ readonly short: number, readonly long: number, readonly cold: number }} runs
 * @property {string} date
 * @property {string} machine
 * @property {number} load when the run began
 * @property {readonly { name: string, version: string }[]} packages
 */

/**
 * The benchmark's section of the results, in Markdown.
 * @param {Report} report
 */
export function section({ measured, inputs, runs, date, machine, load, packages }) {
  return `## validate

Wall time of a whole process in milliseconds: the median of all rounds, then the fastest and the slowest; and the
peak resident memory in any round. A round runs each command once, so noise affects all equally.
\`÷\` is oipkit's time divided by the other's, round by round: below 1 oipkit is faster.

- Date: ${date}
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Versions: ${packages.map(({ name, version }) => `${name} ${version}`).join(", ")}
- Again: \`npm run bench:validate\`

Every line is a valid \`${eventType}\` event. oipkit identifies each one and also checks the cross-field rules and
date-times of its contract; jsonschema is given that one event's schema, as one document, and checks neither.

### 100,000 lines

${megabytes(inputs.short.bytes)}, ${runs.short} rounds.

${lineTable(measured.short)}

### 1,000,000 lines

${megabytes(inputs.long.bytes)}, ${runs.long} rounds.

${lineTable(measured.long)}

### Cold start

${runs.cold} rounds.

${markdownTable(
  ["Command", "Time"],
  measured.cold.map(({ case: { label }, times }) => [label, spread(times)]),
)}

### Targets

${markdownTable(
  ["Target", "Measured", "Reached"],
  targets.map((target) => {
    const { figure, reached } = resultOf(target, measured);
    return [target.label, figure, reached ? "yes" : "no"];
  }),
)}
`;
}

/** @param {readonly Series[]} series */
function lineTable(series) {
  const own = seriesOf(series, "oipkit").times;
  const rows = series.map(({ case: { id, label }, times, peaks }) => [
    label,
    spread(times),
    id === "oipkit" ? "" : factor(ratio(own, times)),
    megabytes(Math.max(...peaks)),
  ]);
  return markdownTable(["Command", "Time", "oipkit ÷", "Memory"], rows);
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
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
