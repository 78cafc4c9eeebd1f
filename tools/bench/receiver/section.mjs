import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { resultOf, targets } from "./targets.mjs";

const figure = (values, digits = 0) => summarise(values).median.toFixed(digits);
const spread = (values, digits = 0) => {
  const { median, min, max } = summarise(values);
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
};

/** The benchmark's section of the results, in Markdown. */
export function section({ measured, bytes, rounds, requests, date, machine, load, versions, database }) {
  return `## receiver

Medians of all rounds, then the minimum and the maximum. A round measures each case once, so noise affects all equally;
\`÷\` divides rates round by round: above 1, the case is faster than the one it is compared with.

- Date: ${date}
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Versions: ${versions.join(", ")}, PostgreSQL ${database}
- Again: \`npm run bench:receiver\`

### One delivery within the process

Microseconds for ${bytes} bytes, ${rounds.inProcess} rounds of 50 calls. oipkit checks headers, window, nonce, signature, token, schema,
cross-field rules and binding, with stores that keep nothing; the others check a signature.

${markdownTable(
  ["Case", "Time", "÷ floor"],
  measured.inProcess.map(({ label, times, rates }) => [
    label,
    spread(times, 1),
    ratio(rates, measured.inProcess[0].rates).median.toFixed(2),
  ]),
)}

### Over HTTP, memory

64 connections, ${requests.memory} deliveries per round, ${rounds.http} rounds, after a warm-up with a quarter as many. Processor time is
that of the server's process per delivery, in all its threads.

${httpTable(measured.memory, "÷ bare")}

### Over HTTP, PostgreSQL

The same with ${requests.postgres} deliveries, each receiver with a pool of ten connections. The naive one verifies the signature, parses the body and
inserts one row; oipkit stores nonces and events in PostgreSQL.

${httpTable(measured.postgres, "÷ naive")}

### Targets

${markdownTable(
  ["Target", "Measured", "Reached"],
  targets.map((target) => {
    const { figure: found, reached } = resultOf(target, measured);
    return [target.label, found.toFixed(2), reached ? "yes" : "no"];
  }),
)}
`;
}

function httpTable(series, compared) {
  const rows = series.map(({ label, rates, p50, p99, cpu }) => [
    label,
    spread(rates),
    ratio(rates, series[0].rates).median.toFixed(2),
    figure(p50, 1),
    figure(p99, 1),
    figure(cpu),
  ]);
  return markdownTable(["Case", "Deliveries/s", compared, "p50 ms", "p99 ms", "Processor µs"], rows);
}
