import { isInternational, isLetterOrDigit, isPrivate, octetEnd } from "./characters.js";
import { isIpv6 } from "./ip-address.js";

/** Parts of a URI (RFC 3986, appendix A) as bits of the kinds of characters that they may have beside encoded octets. */
const hostText = 1;
const userText = hostText | 2;
const firstSegment = hostText | 4;
const pathText = userText | firstSegment | 8;
const fragmentText = pathText | 16;
const queryText = fragmentText | 32;

/**
 * Whether a text is a URI (RFC 3986, section 3).
 * @param {string} text
 * @returns {boolean}
 */
export function isUri(text) {
  const at = schemeEnd(text);
  return at > 0 && isHierarchy(text, at, false);
}

/**
 * Whether a text is a URI or a relative reference (RFC 3986, section 4.1).
 * @param {string} text
 * @returns {boolean}
 */
export function isUriReference(text) {
  return isHierarchy(text, schemeEnd(text), false);
}

/**
 * Whether a text is an IRI (RFC 3987, section 2.2).
 * @param {string} text
 * @returns {boolean}
 */
export function isIri(text) {
  const at = schemeEnd(text);
  return at > 0 && isHierarchy(text, at, true);
}

/**
 * Whether a text is an IRI or a relative reference (RFC 3987, section 2.2).
 * @param {string} text
 * @returns {boolean}
 */
export function isIriReference(text) {
  return isHierarchy(text, schemeEnd(text), true);
}

/**
 * Whether the rest of a text is what follows the `#` of a URI.
 * @param {string} text
 * @param {number} start
 * @returns {boolean}
 */
export function isUriFragment(text, start) {
  return runEnd(text, start, fragmentText) === text.length;
}

/** Where the text after the scheme and its colon begins; 0 if there is no scheme. */
function schemeEnd(text) {
  const first = text.charCodeAt(0) | 32;
  if (!(first >= 97 && first <= 122)) return 0;
  let at = 1;
  while (at < text.length) {
    const code = text.charCodeAt(at++);
    if (code === 58) return at;
    if (!isLetterOrDigit(code) && code !== 43 && code !== 45 && code !== 46) return 0;
  }
  return 0;
}

/** Whether the rest of a text is a hierarchical part with a query and a fragment; at 0, a relative one. */
function isHierarchy(text, start, international) {
  const own = international ? 64 : 0;
  let at = start;
  if (text.charCodeAt(at) === 47 && text.charCodeAt(at + 1) === 47) {
    at = authorityEnd(text, at + 2, own);
    if (at < 0) return false;
  } else if (at === 0) {
    // A colon in the first segment would make it a scheme.
    at = runEnd(text, at, firstSegment | own);
    if (text.charCodeAt(at) === 58) return false;
  }
  at = runEnd(text, at, pathText | own);
  if (text.charCodeAt(at) === 63) at = runEnd(text, at + 1, queryText | own);
  if (text.charCodeAt(at) === 35) at = runEnd(text, at + 1, fragmentText | own);
  return at === text.length;
}

/** Where an authority ends; -1 if it isn't one. */
function authorityEnd(text, start, own) {
  const end = hostEnd(text, start, own);
  if (isAuthorityEnd(text, end)) return end;
  const at = runEnd(text, start, userText | own);
  if (text.charCodeAt(at) !== 64) return -1;
  const endWithUser = hostEnd(text, at + 1, own);
  return isAuthorityEnd(text, endWithUser) ? endWithUser : -1;
}

function isAuthorityEnd(text, at) {
  if (at === text.length) return true;
  const code = text.charCodeAt(at);
  return code === 47 || code === 63 || code === 35;
}

/** Where the host and its port end; -1 if what is in brackets isn't an address. */
function hostEnd(text, start, own) {
  let at = start;
  if (text.charCodeAt(at) === 91) {
    at = text.indexOf("]", start) + 1;
    if (at === 0 || !isIpLiteral(text.slice(start + 1, at - 1))) return -1;
  } else at = runEnd(text, at, hostText | own);
  if (text.charCodeAt(at) !== 58) return at;
  do at++;
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57);
  return at;
}

function isIpLiteral(address) {
  return isIpv6(address) || /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i.test(address);
}

/** Where characters of certain kinds, encoded octets among them, end. */
function runEnd(text, start, kinds) {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128) {
      if ((characterKinds[code] & kinds) !== 0) at++;
      else {
        const end = octetEnd(text, at);
        if (end === at) return at;
        at = end;
      }
    } else {
      if ((kinds & 64) === 0) return at;
      const point = text.codePointAt(at);
      if (!isInternational(point) && !((kinds & 32) !== 0 && isPrivate(point))) return at;
      at += point > 0xffff ? 2 : 1;
    }
  }
  return at;
}

/** The kind of each ASCII character. */
const characterKinds = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) => {
  if (isLetterOrDigit(code)) return hostText;
  const character = String.fromCharCode(code);
  if ("-._~!$&'()*+,;=".includes(character)) return hostText;
  return (
    2 * (character === ":") + 4 * (character === "@") + 8 * (character === "/") + 16 * (character === "?")
  );
});
