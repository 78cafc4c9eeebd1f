import { isInternational, isLetterOrDigit, isPrivate, lettersDigitsAnd, octetEnd } from "./characters.js";

/**
 * Whether a text is a URI template (RFC 6570, section 2), also with an operator that is reserved for extensions.
 * @param {string} text
 * @returns {boolean}
 */
export function isUriTemplate(text) {
  let at = 0;
  while (at < text.length) {
    const end = text.charCodeAt(at) === 123 ? expressionEnd(text, at + 1) : literalEnd(text, at);
    if (end === at) return false;
    at = end;
  }
  return true;
}

/** Where literal characters and encoded octets end. */
function literalEnd(text, start) {
  let at = start;
  while (at < text.length) {
    const point = text.codePointAt(at);
    if (point < 128) {
      const end = literalCharacters[point] === 1 ? at + 1 : octetEnd(text, at);
      if (end === at) return at;
      at = end;
    } else {
      if (!isInternational(point) && !isPrivate(point)) return at;
      at += point > 0xffff ? 2 : 1;
    }
  }
  return at;
}

const literalCharacters = /* @__PURE__ */ lettersDigitsAnd("!#$&'()*+,-./:;=?@[]_~");

/** Where an expression ends, after its brace; the position of that brace if it isn't one. */
function expressionEnd(text, start) {
  let at = start;
  if (!isLetterOrDigit(text.charCodeAt(at)) && "+#./;?&=,!@|".includes(text.charAt(at))) at++;
  for (;;) {
    const end = variableEnd(text, at);
    if (end < 0) return start - 1;
    if (text.charCodeAt(end) === 125) return end + 1;
    if (text.charCodeAt(end) !== 44) return start - 1;
    at = end + 1;
  }
}

/** Where a variable with its modifier ends; -1 if there is none. */
function variableEnd(text, start) {
  let at = nameCharacterEnd(text, start);
  if (at === start) return -1;
  for (;;) {
    const dot = text.charCodeAt(at) === 46 ? 1 : 0;
    const end = nameCharacterEnd(text, at + dot);
    if (end === at + dot) break;
    at = end;
  }
  const code = text.charCodeAt(at);
  if (code === 42) return at + 1;
  if (code !== 58) return at;
  return prefixEnd(text, at + 1);
}

/** Where a length of one to four digits, without leading zeros, ends; -1 if there is none. */
function prefixEnd(text, start) {
  let at = start;
  while (at - start < 4 && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at++;
  return at === start || text.charCodeAt(start) === 48 ? -1 : at;
}

function nameCharacterEnd(text, at) {
  const code = text.charCodeAt(at);
  return isLetterOrDigit(code) || code === 95 ? at + 1 : octetEnd(text, at);
}
