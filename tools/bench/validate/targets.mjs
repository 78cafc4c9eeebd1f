import { ratio, summarise } from "../statistics.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Target
 * @property {string} label
 * @property {"short" | "long" | "cold"} input
 * @property {string} of the case that it is about
 * @property {string} [to] the case that it is compared with: `of`'s time divided by this one's
 * @property {"memory"} [what] peak memory in megabytes instead of time
 * @property {number} limit
 */

/** @type {readonly Target[]} */
export const targets = [
  {
    label: "100,000 lines: 1.5 times faster than jsonschema",
    input: "short",
    of: "oipkit",
    to: "peer",
    limit: 1 / 1.5,
  },
  { label: "100,000 lines: below 1.4 × the bare loop", input: "short", of: "oipkit", to: "bare", limit: 1.4 },
  {
    label: "1,000,000 lines: 4 times faster than jsonschema",
    input: "long",
    of: "oipkit",
    to: "peer",
    limit: 1 / 4,
  },
  {
    label: "1,000,000 lines: below 200 MB resident",
    input: "long",
    of: "oipkit",
    what: "memory",
    limit: 200,
  },
  { label: "one small file: below 150 ms", input: "cold", of: "cold", limit: 150 },
];

/**
 * @param {Target} target
 * @param {Readonly<Record<string, readonly Series[]>>} measured
 * @returns {{ readonly figure: string, readonly reached: boolean }}
 */
export function resultOf({ input, of, to, what, limit }, measured) {
  const series = seriesOf(measured[input] ?? [], of);
  if (what === "memory") {
    const megabytes = Math.max(...series.peaks) / 1e6;
    return { figure: `${megabytes.toFixed(0)} MB`, reached: megabytes > 0 && megabytes < limit };
  }
  if (to === undefined) {
    const { median } = summarise(series.times);
    return { figure: `${median.toFixed(0)} ms`, reached: median < limit };
  }
  const { median } = ratio(series.times, seriesOf(measured[input] ?? [], to).times);
  const figure = limit < 1 ? `${(1 / median).toFixed(2)} times faster` : `× ${median.toFixed(2)}`;
  return { figure, reached: median <= limit };
}

/**
 * @param {readonly Series[]} series
 * @param {string} id
 * @returns {Series}
 */
export function seriesOf(series, id) {
  const found = series.find((one) => one.case.id === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found;
}
