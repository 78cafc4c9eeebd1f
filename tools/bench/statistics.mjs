/**
 * @typedef {{ readonly median: number, readonly min: number, readonly max: number }} Summary
 */

/**
 * @param {readonly number[]} values at least one
 * @returns {Summary}
 */
export function summarise(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low, high] = [at(sorted, Math.floor(middle)), at(sorted, Math.ceil(middle))];
  return { median: (low + high) / 2, min: at(sorted, 0), max: at(sorted, sorted.length - 1) };
}

/**
 * The ratios of two series, round by round, so anything that slows down a whole round cancels out.
 * @param {readonly number[]} values
 * @param {readonly number[]} bases as many
 * @returns {Summary}
 */
export function ratio(values, bases) {
  if (values.length !== bases.length) throw new RangeError("both series need a value for each round");
  return summarise(values.map((value, round) => value / at(bases, round)));
}

/**
 * @param {readonly number[]} values
 * @param {number} index
 */
function at(values, index) {
  const value = values[index];
  if (value === undefined) throw new RangeError("no values");
  return value;
}
