/**
 * Whether a value is a number of JSON, which has neither infinity nor `NaN`.
 * @param {unknown} value
 * @returns {boolean}
 */
export function isFiniteNumber(value) {
  return Number.isFinite(value);
}

/**
 * Whether a value is an integer.
 * @param {unknown} value
 * @returns {boolean}
 */
export function isInteger(value) {
  return Number.isInteger(value);
}

/**
 * Whether a number is less than another.
 * @param {number} a
 * @param {number} b
 * @returns {boolean}
 */
export function isLess(a, b) {
  return a < b;
}
