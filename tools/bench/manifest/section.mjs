import { ratio, summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";

/** Least speed, as a part of that of openssl. */
const least = 0.8;

/**
 * A case with its wall times in milliseconds, round by round.
 * @typedef {{ readonly name: string, readonly times: readonly number[] }} Series
 */

/** How fast a case is compared with openssl, round by round. @param {Series} openssl @param {Series} series */
const speed = (openssl, series) => ratio(openssl.times, series.times);

/** Whether the command as a whole is fast enough. @param {readonly Series[]} measured */
export function isReached([openssl, , command]) {
  return speed(openssl, command).median >= least;
}

/**
 * The benchmark's section of the results, in Markdown.
 * @param {readonly Series[]} measured
 * @param {Readonly<Record<string, any>>} run
 */
export function section(measured, { date, machine, load, versions, rounds, files, bytes }) {
  const [openssl, , command] = measured;
  const rows = measured.map((series) => {
    const { median, min, max } = summarise(series.times);
    const faster = speed(openssl, series);
    return [
      series.name,
      `${Math.round(median)} (${Math.round(min)}–${Math.round(max)})`,
      `${Math.round((files * bytes) / 1000 / median)} MB/s`,
      `${faster.median.toFixed(2)} (${faster.min.toFixed(2)}–${faster.max.toFixed(2)})`,
    ];
  });
  return `## manifest

${files} files of ${bytes / 1e6} MB with random bytes, in the page cache. Wall time in milliseconds, of a whole process unless the row says otherwise: the median of
${rounds} rounds, after one that isn't counted, then the fastest and the slowest. A round runs each command once. The last column is the speed
compared with the first row, round by round.

- Date: ${date}
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Versions: ${versions.join(", ")}
- Again: \`npm run bench:manifest\`

${markdownTable(["Command", "Time", "Rate", "÷ openssl"], rows)}

### Targets

${markdownTable(
  ["Target", "Measured", "Reached"],
  [
    [
      `the whole command is at least ${least} × as fast as openssl on all cores`,
      speed(openssl, command).median.toFixed(2),
      isReached(measured) ? "yes" : "no",
    ],
  ],
)}
`;
}
