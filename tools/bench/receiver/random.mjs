/**
 * @typedef {object} Random
 * @property {() => number} next number from 0, less than 1
 * @property {(limit: number) => number} below integer from 0, less than the limit
 * @property {(probability: number) => boolean} chance
 * @property {<T>(choices: readonly T[]) => T} pick
 * @property {(length: number) => Buffer} bytes
 */

/**
 * The same numbers for the same seed (mulberry32); not for secrets.
 * @param {number} seed
 * @returns {Random}
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[below(choices.length)],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
