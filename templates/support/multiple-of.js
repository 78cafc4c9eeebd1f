/**
 * Whether a number is a multiple of a step in decimal arithmetic: 19.99 is a multiple of 0.01, although their quotient
 * differs from 1999 by a rounding error.
 * @param {number} value
 * @param {number} step
 * @returns {boolean}
 */
export function isMultiple(value, step) {
  const times = value / step;
  if (!Number.isFinite(times)) return value % step === 0;
  return Math.abs(times - Math.round(times)) <= Number.EPSILON * Math.abs(times);
}
