import { createHash } from "node:crypto";

/* * A sample that depends on the seed and the ids alone: a document that is added or removed changes one place of it, not all.
 * @template {{ readonly id: string }} T
 * @param {readonly T[]} all
 * @param {number} size
 * @param {string} seed
 * @returns {T[]} at most `size` of them; a larger sample begins with a smaller one
 */
export function sampleOf(all, size, seed) {
  return all
    .map((one) => ({ one, rank: createHash("sha256").update(`${seed}\0${one.id}`).digest("hex") }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ one }) => one);
}
