import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { event } from "./paths.mjs";
import { resultOf, targets, timesOf } from "./targets.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Report
 * @property {Readonly<Record<"minimal" | "full" | "mixed", readonly Series[]>>} measured
 * @property {number} rounds
 * @property {string} date
 * @property {string} machine
 * @property {number} load when the run began
 * @property {readonly { name: string, version: string }[]} packages
 */

/**
 * The benchmark's section of the results, in Markdown.
 * @param {Report} report
 */
export function section({ measured, rounds, date, machine, load, packages }) {
  return `## validator

Nanoseconds to decide that one parsed \`${event.name}\` event is valid: the median of all rounds, then the
fastest and the slowest. A round calls each subject 20,000 times on newly parsed events. \`oipkit ÷\` is the time of
oipkit without rules divided by the other's, round by round: below 1 oipkit is faster.

- Date: ${date}
- Rounds: ${rounds}, after some that aren't counted
- Machine: ${machine}; Node ${process.versions.node}; load at the start ${load.toFixed(1)}
- Versions: ${packages.map(({ name, version }) => `${name} ${version}`).join(", ")}
- Again: \`npm run bench:validator\`

All check the same: types, required fields, values of enumerations, ranges of integers and date-times. Date-times
are checked by each library's own function, and in other rows by oipkit's function, which knows the days of a month
and leap seconds, registered as a format of the library. Only oipkit checks the cross-field rules, so it is measured
with and without them. typia is the last version whose compiler runs in JavaScript.

### A minimal event

${subjectTable(measured.minimal)}

### A full event

${subjectTable(measured.full)}

### Events of many shapes

All examples of the event in turn, which have different optional fields: the engine can't rely on a single
shape.

${subjectTable(measured.mixed)}

### Targets

${markdownTable(
  ["Target, as a fraction of the other's time", "Limit", "Minimal", "Full", "Many shapes", "Reached"],
  targets.map((target) => {
    const results = Object.values(measured).map((series) => resultOf(target, series));
    return [
      target.label,
      target.limit.toFixed(2),
      ...results.map(({ median }) => median.toFixed(2)),
      results.every(({ reached }) => reached) ? "yes" : "no",
    ];
  }),
)}
`;
}

/** @param {readonly Series[]} series */
function subjectTable(series) {
  const own = timesOf(series, "oipkit-plain");
  return markdownTable(
    ["Validator", "Date-times", "Rules", "Time", "oipkit ÷"],
    series.map(({ subject: { id, label, dateTime, rules }, times }) => [
      label,
      dateTime === "exact" ? "oipkit's" : "its own",
      rules ? "yes" : "no",
      spread(times),
      id === "oipkit-plain" ? "" : factor(ratio(own, times)),
    ]),
  );
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
