import { isLetterOrDigit } from "./characters.js";

/**
 * Whether the rest of a text is a name of a host as RFC 1123, section 2.1 has it: labels of letters, digits and inner
 * hyphens, each of at most 63 characters, at most 253 in all.
 * @param {string} text
 * @param {number} [start]
 * @returns {boolean}
 */
export function isAsciiHostName(text, start = 0) {
  const length = text.length;
  if (length - start > 253) return false;
  let label = start;
  for (let at = start; at < length; at++) {
    const code = text.charCodeAt(at);
    if (isLetterOrDigit(code)) continue;
    if (code === 45) {
      if (at === label) return false;
    } else {
      if (code !== 46 || !isLabel(text, label, at)) return false;
      label = at + 1;
    }
  }
  return isLabel(text, label, length);
}

/** Whether a label that doesn't begin with a hyphen has a right length, and a right end. */
function isLabel(text, start, end) {
  return end > start && end - start <= 63 && text.charCodeAt(end - 1) !== 45;
}
