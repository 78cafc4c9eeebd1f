import { lettersDigitsAnd } from "./characters.js";
import { isAsciiHostName } from "./host-name.js";
import { isIpv6 } from "./ip-address.js";

/**
 * Whether a text is a mailbox of RFC 5321, section 4.1.2: the local part may be quoted, the domain an address in brackets.
 * @param {string} text
 * @returns {boolean}
 */
export function isEmail(text) {
  if (text.length <= 64 && usualMailbox.test(text)) return true;
  const at = localPartEnd(text, false);
  return at > 0 && (isAddressLiteral(text, at + 1) || isAsciiHostName(text, at + 1));
}

/** Part of what the functions below accept, if no label of the domain is too long: an expression reads it faster. */
const usualMailbox = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@[a-z0-9]+(?:[.-][a-z0-9]+)*$/i;

/**
 * Where the `@` after the local part is; 0 if the text doesn't begin with a local part.
 * @param {string} text
 * @param {boolean} international whether it may have characters that aren't ASCII (RFC 6531, section 3.3)
 * @returns {number}
 */
export function localPartEnd(text, international) {
  if (text.charCodeAt(0) === 34) return quotedEnd(text, international);
  let atom = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (atomCharacters[code] === 1) continue;
    if (code === 46) {
      if (at === atom) return 0;
      atom = at + 1;
    } else if (code === 64) return at === atom ? 0 : at;
    else if (!international || !(code > 127)) return 0;
  }
  return 0;
}

const atomCharacters = /* @__PURE__ */ lettersDigitsAnd("!#$%&'*+-/=?^_`{|}~");

function quotedEnd(text, international) {
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return text.charCodeAt(at + 1) === 64 ? at + 1 : 0;
    if (code === 92) {
      if (!isPrintable(text.charCodeAt(++at))) return 0;
    } else if (!isPrintable(code) && !(international && code > 127)) return 0;
  }
  return 0;
}

function isPrintable(code) {
  return code >= 32 && code <= 126;
}

/**
 * Whether the rest of a text is an address in brackets (RFC 5321, section 4.1.3). Its numbers may have leading zeros.
 * @param {string} text
 * @param {number} start
 * @returns {boolean}
 */
export function isAddressLiteral(text, start) {
  if (text.charCodeAt(start) !== 91 || text.charCodeAt(text.length - 1) !== 93) return false;
  const address = text.slice(start + 1, -1);
  if (/^ipv6:/i.test(address)) return isIpv6(address.slice(5));
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(address) && address.split(".").every((number) => number <= 255);
}
