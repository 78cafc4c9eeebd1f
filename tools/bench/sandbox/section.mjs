import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { connections } from "./reading.mjs";
import { resultsOf } from "./targets.mjs";

const spread = (values, digits = 0) => {
  const { median, min, max } = summarise(values);
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
};

/**
 * The benchmark's section of the results, in Markdown.
 * @param {import("./targets.mjs").Measured} measured
 * @param {Readonly<Record<string, any>>} run
 */
export function section(measured, { date, machine, load, versions, rounds, requests }) {
  const { starts, reading, years, months } = measured;
  const [bare] = reading;
  return `## sandbox

Medians of all rounds, then the minimum and the maximum. Servers, receiver and load share one machine; each server is a process of its own.

- Date: ${date}
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Versions: ${versions.join(", ")}
- Again: \`npm run bench:sandbox\`

### Start

Milliseconds until it is ready, ${starts.cold.length} times: \`oipkit sandbox\` in an empty folder, from the start of the process until everything is printed; and
\`startSandbox()\` in memory, in a process that has started one before.

${markdownTable(
  ["Case", "Time"],
  [
    ["oipkit sandbox", spread(starts.cold)],
    ["startSandbox(), again", spread(starts.warm)],
  ],
)}

### An authorized GET

\`/open-platform/v1/products\`, ${requests} requests per round, ${rounds} rounds, ${connections} at once over kept connections, after a warm-up with a quarter as many. The bare
route verifies the same token with jose for each request and answers the same; the sandbox verifies a signature once, goes through all its checks for each request,
validates its answer and logs it.

${markdownTable(
  ["Case", "Requests/s", "÷ bare", "p50 ms", "p99 ms"],
  reading.map(({ label, rates, p50, p99 }) => [
    label,
    spread(rates),
    ratio(rates, bare.rates).median.toFixed(2),
    summarise(p50).median.toFixed(1),
    summarise(p99).median.toFixed(1),
  ]),
)}

### A year, and a month of more

Subscriptions of as many organizations, with a trial and then by month, bought at the same time; the clock stands still and is advanced by a year, or by 31 days. Their events and
those of access go to one receiver. Seconds are those of the advance. Memory is the most that the sandbox's process had resident.

${markdownTable(
  ["Case", "Time", "Subscriptions", "Timers", "Events received", "Seconds", "Memory"],
  [...years.map((each) => ["a year", each]), ...months.map((each) => ["a month", each])].map(
    ([time, each]) => [
      each.label,
      time,
      ...[each.subscriptions, each.timers, each.received].map(String),
      each.seconds.toFixed(1),
      `${Math.round(each.peak)} MB`,
    ],
  ),
)}

### Targets

${markdownTable(
  ["Target", "Measured", "Reached"],
  resultsOf(measured).map(({ label, figure, reached }) => [label, figure, reached ? "yes" : "no"]),
)}
`;
}
