import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";
import { isolation } from "./isolation.mjs";
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
export function section(measured, { date, machine, load, versions, rounds, count, isolationRounds }) {
  const { throughput, backlog, shared } = measured;
  const [floor] = throughput;
  return `## delivery

Medians of all rounds, then the minimum and the maximum. A round measures each case once, so noise affects all equally; \`÷ floor\` divides rates
round by round. Sender, endpoint and database share one machine; each sender is a process of its own.

- Date: ${date}
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Versions: ${versions.join(", ")}
- Again: \`npm run bench:delivery\`

### A backlog

${count} events, published before, ${rounds} rounds, 64 requests at once, for oipkit to eight endpoints at one address, or to 10,000 of which nothing is known. The floor signs and posts, and keeps nothing. oipkit's
time ends when the last result is written. The other queues keep an attempt and a state for each delivery too, written in groups. All of them commit without waiting for the disk (\`synchronous_commit = off\`; NATS doesn't either by default). Processor time is the
sender's per delivery, in all its threads, without the database's.

${markdownTable(
  ["Case", "Deliveries/s", "÷ floor", "Processor µs", "Published/s"],
  throughput.map(({ label, rates, cpu, published }) => [
    label,
    spread(rates),
    ratio(rates, floor.rates).median.toFixed(2),
    summarise(cpu).median.toFixed(0),
    published.length === 0 ? "" : spread(published),
  ]),
)}

### Endpoints that never answer

Milliseconds from publication to arrival at the endpoints that answer; ${isolation.endpoints} endpoints on SQLite, ${isolation.rate} events a second, each to another endpoint,
${isolationRounds} rounds. A part of the endpoints begins to hang all at once, each with ${isolation.each} events that were published just before: cold ones, of which nothing
is known yet, or warm ones, which have answered before.

${markdownTable(
  ["Case", "p50", "p99"],
  measured.isolation.map(({ label, p50, p99 }) => [label, spread(p50), spread(p99)]),
)}

### Memory

${backlog.count} events in SQLite, published by another process (${Math.round(backlog.published)} per second): ${backlog.delivered} of them delivered in ${backlog.seconds.toFixed(0)} s, at
most ${Math.round(backlog.peak)} MB resident.

### Two processes

${shared.count} events in one PostgreSQL: ${shared.shares.join(" and ")} attempts, ${Math.round(shared.rate)} per second in all; ${shared.answered} requests arrived, ${shared.repeated} of them a second time.

### Targets

${markdownTable(
  ["Target", "Measured", "Reached"],
  resultsOf(measured).map(({ label, figure, reached }) => [label, figure, reached ? "yes" : "no"]),
)}
`;
}
