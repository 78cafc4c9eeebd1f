import { ratio } from "../statistics.mjs";

/** @typedef {import("./measure.mjs").Series} Series */

/**
 * @typedef {object} Target
 * @property {string} label
 * @property {string} of
 * @property {string} to
 * @property {number} limit the most that the first may take, as a part of the other's time
 */

/** Two medians this close are level: that is how far two runs of the same code lie apart. */
const level = 1.05;

/** @satisfies {readonly Target[]} */
export const targets = [
  { label: "rules and all, 5 times Ajv with full formats", of: "oipkit", to: "ajv", limit: 1 / 5 },
  { label: "rules and all, ahead of TypeBox", of: "oipkit", to: "typebox", limit: 1 },
  { label: "rules and all, ahead of typia", of: "oipkit", to: "typia", limit: 1 },
  { label: "the same checks, level with TypeBox", of: "oipkit-plain", to: "typebox-exact", limit: level },
  { label: "the same checks, level with typia", of: "oipkit-plain", to: "typia-exact", limit: level },
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
