import { ratio } from "../statistics.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Target
 * @property {string} label
 * @property {string} of
 * @property {string} to
 * @property {number} limit maximum time of the first, as a fraction of the other's
 */

/** Medians within this ratio count as equal: two runs of the same code differ that much. */
const level = 1.05;

/** @satisfies {readonly Target[]} */
export const targets = [
  { label: "with rules, 5 times as fast as Ajv with full formats", of: "oipkit", to: "ajv", limit: 1 / 5 },
  { label: "with rules, faster than TypeBox", of: "oipkit", to: "typebox", limit: 1 },
  { label: "with rules, faster than typia", of: "oipkit", to: "typia", limit: 1 },
  { label: "the same checks, as fast as TypeBox", of: "oipkit-plain", to: "typebox-exact", limit: level },
  { label: "the same checks, as fast as typia", of: "oipkit-plain", to: "typia-exact", limit: level },
];

/**
 * @param {Target} target
 * @param {readonly Series[]} series
 */
export function resultOf({ of, to, limit }, series) {
  const { median } = ratio(timesOf(series, of), timesOf(series, to));
  return { median, reached: median <= limit };
}

/**
 * @param {readonly Series[]} series
 * @param {string} id
 */
export function timesOf(series, id) {
  const found = series.find(({ subject }) => subject.id === id);
  if (found === undefined) throw new Error(`there is no subject ${id}`);
  return found.times;
}
