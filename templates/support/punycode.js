/** The parameters of RFC 3492, section 5. */
const base = 36;
const firstPoint = 128;
const firstBias = 72;
const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** The bias for the next number (RFC 3492, section 6.1). */
function adapt(delta, points, isFirst) {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > 455; bias += base) rest = Math.floor(rest / 35);
  return bias + Math.floor((36 * rest) / (rest + 38));
}

function threshold(position, bias) {
  return Math.min(Math.max(position - bias, 1), 26);
}

/**
 * The text that a label encodes (RFC 3492, section 6.2); `undefined` if it isn't Punycode.
 * @param {string} label in lower case, without `xn--`, at most 59 characters
 * @returns {string | undefined}
 */
export function decodePunycode(label) {
  const basicEnd = Math.max(label.lastIndexOf("-"), 0);
  const points = Array.from(label.slice(0, basicEnd), (character) => character.charCodeAt(0));
  let point = firstPoint;
  let bias = firstBias;
  let index = 0;
  let at = basicEnd === 0 ? 0 : basicEnd + 1;
  while (at < label.length) {
    const before = index;
    let weight = 1;
    for (let position = base; ; position += base) {
      const digit = digitValue(label.charCodeAt(at++));
      if (digit < 0) return undefined;
      index += digit * weight;
      const least = threshold(position, bias);
      if (digit < least) break;
      weight *= base - least;
    }
    const count = points.length + 1;
    bias = adapt(index - before, count, before === 0);
    point += Math.floor(index / count);
    if (point > 0x10ffff) return undefined;
    index %= count;
    points.splice(index++, 0, point);
  }
  return String.fromCodePoint(...points);
}

/** The value of a digit, from 0 to 35; -1 if it isn't one. */
function digitValue(code) {
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 48 && code <= 57 ? code - 22 : -1;
}

/**
 * The encoding of a text (RFC 3492, section 6.3), without `xn--`. Takes quadratic time.
 * @param {string} text
 * @returns {string}
 */
export function encodePunycode(text) {
  const points = Array.from(text, (character) => character.codePointAt(0));
  const basic = points.filter((each) => each < firstPoint);
  let encoded = String.fromCodePoint(...basic) + (basic.length > 0 ? "-" : "");
  let handled = basic.length;
  let point = firstPoint;
  let bias = firstBias;
  let delta = 0;
  while (handled < points.length) {
    const next = Math.min(...points.filter((each) => each >= point));
    delta += (next - point) * (handled + 1);
    point = next;
    for (const each of points) {
      if (each < point) delta++;
      if (each !== point) continue;
      encoded += digits(delta, bias);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
    delta++;
    point++;
  }
  return encoded;
}

/** A number as digits of a variable length. */
function digits(number, bias) {
  let text = "";
  let rest = number;
  for (let position = base; ; position += base) {
    const least = threshold(position, bias);
    if (rest < least) return text + alphabet[rest];
    text += alphabet[least + ((rest - least) % (base - least))];
    rest = Math.floor((rest - least) / (base - least));
  }
}
