import { isUriFragment } from "./uri.js";

/**
 * Whether the rest of a text is a JSON Pointer (RFC 6901, section 3).
 * @param {string} text
 * @param {number} [start]
 * @returns {boolean}
 */
export function isJsonPointer(text, start = 0) {
  if (start === text.length) return true;
  if (text.charCodeAt(start) !== 47) return false;
  for (let at = text.indexOf("~", start); at >= 0; at = text.indexOf("~", at + 1)) {
    const code = text.charCodeAt(at + 1);
    if (code !== 48 && code !== 49) return false;
  }
  return true;
}

/**
 * Whether a text is a relative JSON Pointer (draft-bhutton-relative-json-pointer-00, section 3).
 * @param {string} text
 * @returns {boolean}
 */
export function isRelativeJsonPointer(text) {
  const [levels] = /^(?:0|[1-9][0-9]*)(?:[+-](?:0|[1-9][0-9]*))?/.exec(text) ?? [""];
  if (levels === "") return false;
  return text.slice(levels.length) === "#" || isJsonPointer(text, levels.length);
}

/**
 * Whether a text is a JSON Pointer as a fragment of a URI (RFC 6901, section 6).
 * @param {string} text
 * @returns {boolean}
 */
export function isJsonPointerFragment(text) {
  if (text.charCodeAt(0) !== 35 || !isUriFragment(text, 1)) return false;
  try {
    return isJsonPointer(decodeURIComponent(text), 1);
  } catch {
    // The octets aren't UTF-8.
    return false;
  }
}
