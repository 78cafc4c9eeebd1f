import { summarise } from "../../statistics.mjs";
import { markdownTable } from "../../table.mjs";

/** @typedef {import("./measure.mjs").Measured} Measured */

/** Growth is linear if it is at most this power of the size: between the two largest documents, which are of one kind. */
const limit = 1.1;

/** @param {readonly Measured[]} all the smaller of the two largest before the largest, both last */
export function isReached(all) {
  return Object.values(growth(all)).every((power) => power <= limit);
}

/**
 * @param {{ readonly all: readonly Measured[], readonly runs: number, readonly load: number, readonly date: string, readonly machine: string }} report
 */
export function section({ all, runs, load, date, machine }) {
  const rows = all.map(({ document, times, memory, written }) => {
    const { median, min, max } = summarise(times);
    const megabytes = document.bytes / 1e6;
    return [
      document.name,
      `${megabytes.toFixed(1)} MB, ${document.schemas}`,
      `${seconds(median)} (${seconds(min)}–${seconds(max)})`,
      `${(median / 1000 / megabytes).toFixed(2)} s`,
      `${summarise(memory).median.toFixed(0)} MB`,
      `${(summarise(memory).median / megabytes).toFixed(0)} MB`,
      `${(written / 1e6).toFixed(1)} MB`,
    ];
  });
  const { time, memory } = growth(all);
  const powers = `time as its power ${time.toFixed(2)}, memory as ${memory.toFixed(2)}`;
  return `## Validators of large documents

\`oipkit generate --only validators\`: wall time and peak memory of a whole process, the median of all rounds, with the smallest and the largest.
From the smaller to the larger document of Microsoft Graph, what grows with the size is: ${powers}. Linear means at most ${limit.toFixed(1)}: ${isReached(all) ? "reached" : "missed"}.

- Date: ${date}
- Rounds: ${runs}
- Machine: ${machine}; Node ${process.versions.node}; load at the start ${load.toFixed(1)}
- Again: \`npm run bench:generate\`

${markdownTable(["Document", "Size, schemas", "Time", "for each MB", "Memory", "for each MB", "Written"], rows)}
`;
}

/** The powers of the size with which time and memory grow between the last two documents. @param {readonly Measured[]} all */
function growth(all) {
  const [smaller, larger] = all.slice(-2);
  if (smaller === undefined || larger === undefined) throw new RangeError("two documents are needed");
  const power = (/** @type {"times" | "memory"} */ what) =>
    Math.log(summarise(larger[what]).median / summarise(smaller[what]).median) /
    Math.log(larger.document.bytes / smaller.document.bytes);
  return { time: power("times"), memory: power("memory") };
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
