/**
 * RFC 3339 `date-time`, exactly: a real calendar day, `T` or `t`, a mandatory offset with a colon, a fraction
 * of any length, and second 60 only for a leap second, at 23:59:60 UTC.
 *
 * Written for speed: digits are read without branches, and `bad` is negative if one of them wasn't a digit.
 * @param {string} text
 * @returns {boolean}
 */
export function isDateTime(text) {
  const length = text.length;
  if (length < 20) return false;
  const y0 = text.charCodeAt(0) - 48;
  const y1 = text.charCodeAt(1) - 48;
  const y2 = text.charCodeAt(2) - 48;
  const y3 = text.charCodeAt(3) - 48;
  const o0 = text.charCodeAt(5) - 48;
  const o1 = text.charCodeAt(6) - 48;
  const d0 = text.charCodeAt(8) - 48;
  const d1 = text.charCodeAt(9) - 48;
  const h0 = text.charCodeAt(11) - 48;
  const h1 = text.charCodeAt(12) - 48;
  const m0 = text.charCodeAt(14) - 48;
  const m1 = text.charCodeAt(15) - 48;
  const s0 = text.charCodeAt(17) - 48;
  const s1 = text.charCodeAt(18) - 48;
  let bad = y0 | y1 | y2 | y3 | o0 | o1 | d0 | d1 | h0 | h1 | m0 | m1 | s0 | s1;
  bad |= (9 - y0) | (9 - y1) | (9 - y2) | (9 - y3) | (9 - o1) | (9 - d1) | (9 - h1) | (9 - m1) | (9 - s1);
  const month = o0 * 10 + o1;
  const day = d0 * 10 + d1;
  const hour = h0 * 10 + h1;
  const minute = m0 * 10 + m1;
  const second = s0 * 10 + s1;
  bad |= (month - 1) | (12 - month) | (day - 1) | (31 - day) | (23 - hour) | (59 - minute) | (60 - second);
  if (bad < 0) return false;
  if (text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45 || (text.charCodeAt(10) | 32) !== 116)
    return false;
  if (text.charCodeAt(13) !== 58 || text.charCodeAt(16) !== 58) return false;
  if (day > 28 && day > daysIn(y0 * 1000 + y1 * 100 + y2 * 10 + y3, month)) return false;
  let at = 19;
  let sign = text.charCodeAt(19);
  if (sign === 46) {
    do sign = text.charCodeAt(++at);
    while (sign >= 48 && sign <= 57);
    if (at === 20) return false;
  }
  if ((sign | 32) === 122) return at + 1 === length && (second < 60 || (hour === 23 && minute === 59));
  if ((sign !== 43 && sign !== 45) || at + 6 !== length || text.charCodeAt(at + 3) !== 58) return false;
  const z0 = text.charCodeAt(at + 1) - 48;
  const z1 = text.charCodeAt(at + 2) - 48;
  const z2 = text.charCodeAt(at + 4) - 48;
  const z3 = text.charCodeAt(at + 5) - 48;
  const east = z0 * 10 + z1;
  const rest = z2 * 10 + z3;
  if ((z0 | z1 | z2 | z3 | (9 - z1) | (9 - z3) | (23 - east) | (59 - rest)) < 0) return false;
  if (second < 60) return true;
  const offset = (east * 60 + rest) * (sign === 45 ? -1 : 1);
  return (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;

  function daysIn(year, number) {
    if (number !== 2) return number === 4 || number === 6 || number === 9 || number === 11 ? 30 : 31;
    return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  }
}
