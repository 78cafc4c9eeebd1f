import { basename } from "node:path";
import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { cases } from "./cases.mjs";

const spread = (values, digits = 0) => {
  const { median, min, max } = summarise(values);
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
};
const rates = (series) => series.map(({ rate }) => rate);

/** What oipkit reaches of Prism: in each case, and at its start. */
function targets([, oipkit, prism]) {
  const start = ratio(oipkit.starts, prism.starts).median;
  return [
    { label: "ready before Prism", figure: `${start.toFixed(2)} of its time`, reached: start < 1 },
    ...cases.map(({ label }, index) => {
      const times = ratio(rates(oipkit.cases[index]), rates(prism.cases[index])).median;
      return { label: `faster than Prism: ${label}`, figure: `${times.toFixed(1)} ×`, reached: times > 1 };
    }),
  ];
}

/** Whether all targets are reached. */
export function isReached(measured) {
  return targets(measured).every(({ reached }) => reached);
}

/** The benchmark's section of the results, in Markdown. */
export function section(
  measured,
  { date, machine, load, versions, rounds, requests, connections, document },
) {
  const [bare] = measured;
  const large =
    document === undefined
      ? ""
      : `\nWith \`${basename(document)}\`, once: ${measured
          .slice(1)
          .map(({ server, large: [time] }) => `${server.label} ${(time / 1000).toFixed(1)} s`)
          .join(", ")}.\n`;
  return `## mock

\`tools/bench/mock/shop.openapi.yaml\`, three operations. Medians of ${rounds} rounds, then the minimum and the maximum. Each server is a process of its own, on the
machine that sends the requests; Prism runs with \`--errors\`, so that it answers what is wrong, as \`oipkit mock\` does. The bare server parses bodies, checks
nothing and answers a constant.

- Date: ${date}
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Versions: ${versions.join(", ")}
- Again: \`npm run bench:mock\`

### Start

Milliseconds from the start of the process until it answers a request.

${markdownTable(
  ["Server", "Time"],
  measured.map(({ server, starts }) => [server.label, spread(starts)]),
)}
${large}
### Requests

${requests} of each case per round, ${connections} at once over kept connections, after a quarter as many that aren't counted.

${markdownTable(
  ["Case", "Server", "Requests/s", "÷ bare", "p50 ms", "p99 ms"],
  cases.flatMap(({ label }, index) =>
    measured.map(({ server, cases: series }) => [
      label,
      server.label,
      spread(rates(series[index])),
      ratio(rates(series[index]), rates(bare.cases[index])).median.toFixed(2),
      summarise(series[index].map(({ p50 }) => p50)).median.toFixed(1),
      summarise(series[index].map(({ p99 }) => p99)).median.toFixed(1),
    ]),
  ),
)}

### Targets

${markdownTable(
  ["Target", "Measured", "Reached"],
  targets(measured).map(({ label, figure, reached }) => [label, figure, reached ? "yes" : "no"]),
)}
`;
}
