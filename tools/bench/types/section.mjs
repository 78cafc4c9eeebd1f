import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { cases } from "./cases.mjs";
import { resultOf, targets, timesOf } from "./targets.mjs";

/**
 * @typedef {object} Report
 * @property {readonly import("./measure.mjs").Series[]} series
 * @property {number} runs
 * @property {string} date
 * @property {string} machine
 * @property {number} load when the run began
 * @property {readonly string[]} versions
 */

/**
 * The benchmark's section of the results, in Markdown.
 * @param {Report} report
 */
export function section({ series, runs, date, machine, load, versions }) {
  return `## types

Time to check a file that calls three operations of GitHub's REST description with a generated client: milliseconds of
processor time of a whole process, the median of all rounds, then the minimum and the maximum. A round runs each case
once. \`oipkit ÷\` is oipkit's time divided by the other's, round by round; below 1, oipkit is faster.

- Date: ${date}
- Rounds: ${runs}
- Machine: ${machine}; Node ${process.versions.node}; load at the start ${load.toFixed(1)}
- Versions: ${versions.join(", ")}
- Again: \`npm run bench:types\`

### \`tsc --noEmit\`

Checks the generated client, too, if it is a \`.ts\` file; of a \`.d.ts\`, \`skipLibCheck\` skips what the file doesn't use.

${table(series, "tsc")}

### An editor

Reads the project and checks only the open file, as a language server does before it can show an error. Most of the time is
reading: oipkit's client and types are 8.7 MB with the documentation of every parameter, hey-api's 5.4 MB.

${table(series, "editor")}

### Targets

${markdownTable(
  ["Target", "Median", "Reached"],
  targets.map((target) => {
    const { median, reached } = resultOf(target, series);
    return [target.label, `× ${median.toFixed(2)}`, reached ? "yes" : "no"];
  }),
)}

Before the measurement, each program was verified to fail with a body of the wrong type, a result of the wrong type and an
unknown name.
`;
}

/**
 * @param {Report["series"]} series
 * @param {import("./measure.mjs").Task} task
 */
function table(series, task) {
  const own = timesOf(series, task, "oipkit");
  return markdownTable(
    ["Client", "Time", "oipkit ÷"],
    cases.map(({ id, label }) => {
      const times = timesOf(series, task, id);
      return [label, spread(summarise(times), 0), id === "oipkit" ? "" : spread(ratio(own, times), 2)];
    }),
  );
}

/**
 * @param {import("../statistics.mjs").Summary} summary
 * @param {number} digits
 */
function spread({ median, min, max }, digits) {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}
