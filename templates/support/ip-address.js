import { isHexDigit } from "./characters.js";

/**
 * Whether the rest of a text is an IPv4 address: four decimal numbers up to 255, without leading zeros (RFC 3986,
 * section 3.2.2).
 * @param {string} text
 * @param {number} [start]
 * @returns {boolean}
 */
export function isIpv4(text, start = 0) {
  // The longest is 255.255.255.255.
  if (text.length - start > 15) return false;
  let numbers = 1;
  let value = -1;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 46) {
      if (value < 0 || ++numbers > 4) return false;
      value = -1;
    } else {
      if (code < 48 || code > 57 || value === 0) return false;
      value = (value < 0 ? 0 : value * 10) + code - 48;
      if (value > 255) return false;
    }
  }
  return numbers === 4 && value >= 0;
}

/**
 * Whether a text is an IPv6 address, without a zone (RFC 4291, section 2.2).
 * @param {string} text
 * @returns {boolean}
 */
export function isIpv6(text) {
  const length = text.length;
  let compressed = text.startsWith("::");
  let at = compressed ? 2 : 0;
  let groups = 0;
  while (at < length) {
    let end = at;
    while (end - at < 5 && isHexDigit(text.charCodeAt(end))) end++;
    if (text.charCodeAt(end) === 46) {
      // The last two groups may be written as an IPv4 address.
      return (compressed ? groups < 6 : groups === 6) && isIpv4(text, at);
    }
    if (end === at || end - at > 4 || ++groups > 8) return false;
    at = end;
    if (at === length) break;
    if (text.charCodeAt(at++) !== 58) return false;
    if (text.charCodeAt(at) === 58) {
      if (compressed) return false;
      compressed = true;
      at++;
    } else if (at === length) return false;
  }
  return compressed ? groups < 8 : groups === 8;
}
