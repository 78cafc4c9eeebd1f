/**
 * RFC 3339 `date-time`, exactly: a real calendar day, `T` or `t`, a mandatory offset with a colon, a fraction
 * of any length, and second 60 only for a leap second, at 23:59:60 UTC.
 *
 * Written for speed: reading a character costs more than any arithmetic on it, so none is read needlessly.
 * @param {string} text
 * @returns {boolean}
 */
export function isDateTime(text) {
  const length = text.length;
  if (length < 20) return false;
  if (!isDigit(text, 0) || !isDigit(text, 1) || !isDigit(text, 2) || !isDigit(text, 3)) return false;
  const month = twoDigits(text, 5);
  if (month < 1 || month > 12 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  const day = twoDigits(text, 8);
  if (day < 1 || day > 31 || (text.charCodeAt(10) | 32) !== 116) return false;
  if (day > 28 && day > daysIn(month, text)) return false;
  const hour = twoDigits(text, 11);
  if (hour < 0 || hour > 23 || text.charCodeAt(13) !== 58) return false;
  const minute = twoDigits(text, 14);
  if (minute < 0 || minute > 59 || text.charCodeAt(16) !== 58) return false;
  const second = twoDigits(text, 17);
  if (second < 0 || second > 60) return false;
  let at = 19;
  let sign = text.charCodeAt(19);
  if (sign === 46) {
    do sign = text.charCodeAt(++at);
    while (sign >= 48 && sign <= 57);
    if (at === 20) return false;
  }
  if ((sign | 32) === 122) return at + 1 === length && (second < 60 || (hour === 23 && minute === 59));
  if ((sign !== 43 && sign !== 45) || at + 6 !== length || text.charCodeAt(at + 3) !== 58) return false;
  const east = twoDigits(text, at + 1);
  const rest = twoDigits(text, at + 4);
  if (east < 0 || east > 23 || rest < 0 || rest > 59) return false;
  if (second < 60) return true;
  const offset = (east * 60 + rest) * (sign === 45 ? -1 : 1);
  return (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

function isDigit(text, at) {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9;
}

/** The value of two digits, from 0 to 99; if a character isn't a digit, a number below 0 or above 99. */
function twoDigits(text, at) {
  const ones = text.charCodeAt(at + 1) - 48;
  return ones < 0 || ones > 9 ? -1 : (text.charCodeAt(at) - 48) * 10 + ones;
}

function daysIn(month, text) {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  const year = Number(text.slice(0, 4));
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}
