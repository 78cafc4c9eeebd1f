import { ratio } from "../statistics.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Target
 * @property {string} label
 * @property {import("./measure.mjs").Task} task
 * @property {string} to the case that oipkit is compared with
 * @property {number} limit
 */

/** @satisfies {readonly Target[]} */
export const targets = [
  { label: "tsc: at most 1.05 × @hey-api/openapi-ts", task: "tsc", to: "hey-api", limit: 1.05 },
  { label: "editor: faster than openapi-fetch", task: "editor", to: "openapi-fetch", limit: 1 },
  { label: "editor: at most 1.5 × @hey-api/openapi-ts", task: "editor", to: "hey-api", limit: 1.5 },
];

/**
 * The median of the ratio that a target limits.
 * @param {Target} target
 * @param {readonly Series[]} series
 */
export function resultOf({ task, to, limit }, series) {
  const { median } = ratio(timesOf(series, task, "oipkit"), timesOf(series, task, to));
  return { median, reached: median <= limit };
}

/**
 * @param {readonly Series[]} series
 * @param {import("./measure.mjs").Task} task
 * @param {string} id
 */
export function timesOf(series, task, id) {
  const found = series.find((one) => one.case.id === id && one.task === task);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found.times;
}
