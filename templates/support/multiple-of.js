/**
 * Whether a number is a whole multiple of a step as people count: 19.99 is one of 0.01, although their quotient
 * misses 1999 by the rounding of a double.
 * @param {number} value
 * @param {number} step
 * @returns {boolean}
 */
export function isMultiple(value, step) {
  const times = value / step;
  if (!Number.isFinite(times)) return value % step === 0;
  return Math.abs(times - Math.round(times)) <= Number.EPSILON * Math.abs(times);
}
