/**
 * Length of a string in Unicode code points.
 * @param {string} text
 * @returns {number}
 */
export function codePointLength(text) {
  const length = text.length;
  let points = length;
  for (let at = 0; at < length - 1; at++) {
    const c = text.charCodeAt(at);
    if (c >= 0xd800 && c <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      points--;
      at++;
    }
  }
  return points;
}
