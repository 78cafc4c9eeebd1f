import { ratio, summarise } from "../../statistics.mjs";
import { markdownTable } from "../../table.mjs";

/** @typedef {import("./measure.mjs").Measured} Measured */

/** At most the time and the memory of openapi-typescript. */
const limit = 1;

/** @param {Measured} measured */
export function isReached(measured) {
  return [timeOf(measured), memoryOf(measured)].every(({ median }) => median <= limit);
}

/**
 * @param {{ readonly all: readonly Measured[], readonly runs: number, readonly load: number, readonly date: string, readonly machine: string }} report
 */
export function section({ all, runs, load, date, machine }) {
  const rows = all.map((measured) => {
    const { document, series } = measured;
    const [mine, theirs] = [series.oipkit, series["openapi-typescript"]];
    return [
      document.name,
      `${(document.bytes / 1e6).toFixed(1)} MB, ${document.schemas}`,
      ...[mine.times, theirs.times].map((times) => seconds(summarise(times).median)),
      factor(timeOf(measured)),
      ...[mine.memory, theirs.memory].map((memory) => `${summarise(memory).median.toFixed(0)} MB`),
      memoryOf(measured).median.toFixed(2),
      isReached(measured) ? "yes" : "no",
    ];
  });
  const head = ["Document", "Size, schemas", "oipkit", "openapi-typescript", "Time ÷", "Memory", "Theirs"];
  return `## Large documents

Types and client of oipkit, types of openapi-typescript: wall time and peak memory of a whole process, the median of all
rounds; the ratios are round by round, with the smallest and the largest. Reached means at most ${limit.toFixed(1)} in both.

- Date: ${date}
- Rounds: ${runs}
- Machine: ${machine}; Node ${process.versions.node}; load at the start ${load.toFixed(1)}
- Again: \`npm run bench:generate\`

${markdownTable([...head, "Memory ÷", "Reached"], rows)}
`;
}

/** @param {Measured} measured */
function timeOf({ series }) {
  return ratio(series.oipkit.times, series["openapi-typescript"].times);
}

/** @param {Measured} measured */
function memoryOf({ series }) {
  return ratio(series.oipkit.memory, series["openapi-typescript"].memory);
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** @param {import("../../statistics.mjs").Summary} summary */
function factor({ median, min, max }) {
  return `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`;
}
