import { summarise } from "../statistics.mjs";
import { markdownTable } from "../table.mjs";

/**
 * @typedef {object} Measured
 * @property {readonly import("./pages.mjs").Series[]} pages
 * @property {Awaited<ReturnType<typeof import("./bundle.mjs").bundleSizes>>} bundle
 */

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

const spread = (values) => {
  const { median, min, max } = summarise(values);
  return `${median.toFixed(0)} (${min.toFixed(0)}–${max.toFixed(0)})`;
};

/**
 * @param {Measured} measured
 * @returns {readonly { readonly label: string, readonly figure: string, readonly reached: boolean }[]}
 */
export function resultsOf({ pages, bundle }) {
  const slowest = Math.max(...pages.map(({ firstPaint }) => summarise(firstPaint).median));
  const shift = Math.max(...pages.flatMap((page) => page.shift));
  return [
    {
      label: "first paint of each page: below 1 s",
      figure: `${slowest.toFixed(0)} ms`,
      reached: slowest < 1000,
    },
    { label: "no layout shift", figure: shift.toFixed(3), reached: shift === 0 },
    {
      label: "scripts and styles of the largest page: below 250 kB compressed",
      figure: `${kilobytes(bundle.largest.brotli)} with Brotli, ${kilobytes(bundle.largest.gzip)} with gzip`,
      reached: bundle.largest.gzip < 250_000,
    },
  ];
}

/**
 * The benchmark's section of the results, in Markdown.
 * @param {Measured} measured
 * @param {Readonly<Record<string, any>>} run
 */
export function section(measured, { date, machine, load, versions, rounds }) {
  const { all, scripts } = measured.bundle;
  return `## console

Each page of the Console is loaded ${rounds} times by its address, with an empty cache, at 1280 × 800; medians, then the minimum and the maximum. Sandbox and browser share
the machine.

- Date: ${date}
- Machine: ${machine}; load at the start ${load.toFixed(1)}
- Versions: ${versions.join(", ")}
- Again: \`npm run bench:console\`

${markdownTable(
  ["Page", "First paint, ms", "Largest paint, ms", "Layout shift", "Transferred"],
  measured.pages.map(({ label, firstPaint, largestPaint, shift, bytes }) => [
    label,
    spread(firstPaint),
    spread(largestPaint),
    Math.max(...shift).toFixed(3),
    kilobytes(summarise(bytes).median),
  ]),
)}

All scripts and styles, if every page is opened: ${kilobytes(all.plain)}, ${kilobytes(all.gzip)} with gzip, ${kilobytes(all.brotli)} with Brotli, in ${scripts} scripts and one sheet.

${markdownTable(
  ["Target", "Measured", "Reached"],
  resultsOf(measured).map(({ label, figure, reached }) => [label, figure, reached ? "yes" : "no"]),
)}
`;
}
