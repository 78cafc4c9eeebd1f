import { ratio, summarise } from "../statistics.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Target
 * @property {string} label
 * @property {string} of the case that it is about
 * @property {string} [to] the case that it is compared with; without one, the limit is in milliseconds
 * @property {number} limit
 */

/** @satisfies {readonly Target[]} */
export const targets = [
  { label: "at most 1.5 × openapi-typescript", of: "oipkit", to: "openapi-typescript", limit: 1.5 },
  { label: "faster than @hey-api/openapi-ts", of: "oipkit", to: "hey-api", limit: 1 },
  { label: "faster than orval", of: "oipkit", to: "orval", limit: 1 },
  { label: "platform --check below 1 s", of: "check-warm", limit: 1000 },
  { label: "--help below 120 ms", of: "help", limit: 120 },
];

/**
 * The median that a target limits.
 * @param {Target} target
 * @param {readonly Series[]} series of one Node
 */
export function resultOf({ of, to, limit }, series) {
  const times = timesOf(series, of);
  const { median } = to === undefined ? summarise(times) : ratio(times, timesOf(series, to));
  return { median, reached: median <= limit };
}

/**
 * @param {readonly Series[]} series of one Node
 * @param {string} id
 */
export function timesOf(series, id) {
  const found = series.find((one) => one.case.id === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found.times;
}
