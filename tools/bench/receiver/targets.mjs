import { ratio } from "../statistics.mjs";

/**
 * @typedef {object} Target
 * @property {string} label
 * @property {"inProcess" | "memory" | "postgres"} part
 * @property {string} of the case that it is about
 * @property {string} to the case that it is compared with
 * @property {number} limit minimum ratio of their rates
 */

/** @type {readonly Target[]} */
export const targets = [
  { label: "`answer`: 0.8 × the floor", part: "inProcess", of: "answer", to: "floor", limit: 0.8 },
  { label: "memory stores: 0.7 × a bare server", part: "memory", of: "memory", to: "bare", limit: 0.7 },
  {
    label: "PostgreSQL: 1.5 × the naive receiver",
    part: "postgres",
    of: "postgres",
    to: "naive",
    limit: 1.5,
  },
];

/**
 * @param {Target} target
 * @param {Readonly<Record<string, readonly { id: string, rates: number[] }[]>>} measured
 */
export function resultOf({ part, of, to, limit }, measured) {
  const find = (id) => measured[part].find((series) => series.id === id).rates;
  const { median } = ratio(find(of), find(to));
  return { figure: median, reached: median >= limit };
}
