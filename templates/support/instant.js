import { isDateTime } from "./date-time.js";

/**
 * Compares two RFC 3339 instants: negative, zero or positive as the first is earlier than, equal to or later
 * than the second. All digits of the fraction count. A leap second comes before the next minute.
 * Returns NaN if a value isn't a date-time.
 * @param {string} a
 * @param {string} b
 * @returns {number}
 */
export function compareInstants(a, b) {
  if (!isDateTime(a) || !isDateTime(b)) return Number.NaN;
  const zoneLength = (text) => ((text.charCodeAt(text.length - 1) | 32) === 122 ? 1 : 6);
  const minute = (text) => {
    const east = zoneLength(text) === 1 ? 0 : Number(text.slice(-5, -3)) * 60 + Number(text.slice(-2));
    const offset = text.charCodeAt(text.length - 6) === 45 ? -east : east;
    const date = new Date(0);
    date.setUTCFullYear(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)));
    return date.getTime() / 60000 + Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) - offset;
  };
  const second = (text) =>
    `${text.slice(17, 19)}.${text.slice(20, endOfFraction(text, text.length - zoneLength(text)))}`;
  const difference = minute(a) - minute(b);
  if (difference !== 0) return difference;
  const left = second(a);
  const right = second(b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Where the fraction ends without its trailing zeros; a loop, since `/0+$/` would try each zero anew. */
function endOfFraction(text, end) {
  let at = end;
  while (at > 20 && text.charCodeAt(at - 1) === 48) at--;
  return at;
}

/**
 * Whether a date-time isn't later than another; false if either isn't a date-time. For two that are
 * written alike (same length, `T`, both UTC by `Z`) the order of the texts is the order of the instants.
 * @param {string} a
 * @param {string} b
 * @returns {boolean}
 */
export function isNotLater(a, b) {
  const last = a.length - 1;
  const alike =
    last === b.length - 1 &&
    a.charCodeAt(last) === 90 &&
    b.charCodeAt(last) === 90 &&
    a.charCodeAt(10) === 84 &&
    b.charCodeAt(10) === 84;
  if (alike && a > b) return false;
  return compareInstants(a, b) <= 0;
}
