/**
 * Whether a code unit is an ASCII letter or digit.
 * @param {number} code
 * @returns {boolean}
 */
export function isLetterOrDigit(code) {
  const lower = code | 32;
  return (lower >= 97 && lower <= 122) || (code >= 48 && code <= 57);
}

/**
 * Whether a code unit is a hexadecimal digit, in either case.
 * @param {number} code
 * @returns {boolean}
 */
export function isHexDigit(code) {
  const lower = code | 32;
  return (code >= 48 && code <= 57) || (lower >= 97 && lower <= 102);
}

/**
 * The end of a percent-encoded octet at a position; the position itself if there is none.
 * @param {string} text
 * @param {number} at
 * @returns {number}
 */
export function octetEnd(text, at) {
  const encoded =
    text.charCodeAt(at) === 37 && isHexDigit(text.charCodeAt(at + 1)) && isHexDigit(text.charCodeAt(at + 2));
  return encoded ? at + 3 : at;
}

/**
 * Whether a code point is a `ucschar` of RFC 3987, section 2.2: one that an IRI may have beside those of URIs.
 * @param {number} point
 * @returns {boolean}
 */
export function isInternational(point) {
  if (point < 0x10000)
    return (
      (point >= 0xa0 && point <= 0xd7ff) ||
      (point >= 0xf900 && point <= 0xfdcf) ||
      (point >= 0xfdf0 && point <= 0xffef)
    );
  // The last two code points of each plane aren't characters; plane 14 begins with tags.
  return point <= 0xefffd && (point & 0xffff) <= 0xfffd && (point < 0xe0000 || point >= 0xe1000);
}

/**
 * Whether a code point is an `iprivate` of RFC 3987, section 2.2.
 * @param {number} point
 * @returns {boolean}
 */
export function isPrivate(point) {
  return (point >= 0xe000 && point <= 0xf8ff) || (point >= 0xf0000 && (point & 0xffff) <= 0xfffd);
}

/**
 * A table of the ASCII characters: 1 for letters, digits and some others, 0 for the rest.
 * @param {string} others
 * @returns {Uint8Array}
 */
export function lettersDigitsAnd(others) {
  return Uint8Array.from({ length: 128 }, (_, code) =>
    isLetterOrDigit(code) || others.includes(String.fromCharCode(code)) ? 1 : 0,
  );
}
