import { isAsciiHostName } from "./host-name.js";
import { joinsNext, joinsPrevious } from "./joining-types.js";
import { decodePunycode, encodePunycode } from "./punycode.js";

/**
 * Whether a text is a name of a host in ASCII (RFC 1123, section 2.1) whose labels with the prefix `xn--` encode labels that
 * IDNA allows (RFC 5891).
 * @param {string} text
 * @returns {boolean}
 */
export function isHostName(text) {
  return isAsciiHostName(text) && (!text.includes("--") || areLabels(text.split(".")));
}

/**
 * Whether a text is a name of a host whose labels may have letters of any script (RFC 5890, section 2.3.2.3).
 * @param {string} text
 * @param {RegExp} [separator] what is between labels: by default, a full stop of any width, or an ideographic one
 * @returns {boolean}
 */
export function isInternationalHostName(text, separator = /[.\u3002\uff0e\uff61]/) {
  if (isHostName(text)) return true;
  // A name has at most 253 characters in ASCII, one or more for each code point of at most two code units.
  if (text.length > 2 * 253) return false;
  const labels = text.split(separator);
  return areLabels(labels) && isAsciiHostName(labels.map(asciiLabel).join("."));
}

function isAscii(text) {
  return /^[\0-\x7f]*$/.test(text);
}

function asciiLabel(label) {
  return isAscii(label) ? label : `xn--${encodePunycode(label)}`;
}

function areLabels(labels) {
  const decoded = labels.map(unicodeLabel);
  if (decoded.includes(undefined)) return false;
  // One label from right to left makes the rule apply to all (RFC 5893, section 2).
  return !decoded.some(hasRightToLeft) || decoded.every(isBidiLabel);
}

/** A label in Unicode; `undefined` if IDNA doesn't allow it. Most of what only concerns ASCII isn't checked. */
function unicodeLabel(label) {
  if (!isAscii(label)) return isUnicodeLabel(label) ? label : undefined;
  const lower = label.toLowerCase();
  if (!lower.startsWith("xn--")) return lower;
  const encoded = lower.slice(4);
  const decoded = encoded.length > longestEncoded ? undefined : decodePunycode(encoded);
  if (decoded === undefined || isAscii(decoded) || !isUnicodeLabel(decoded)) return undefined;
  return encodePunycode(decoded) === encoded ? decoded : undefined;
}

/** The most characters of a label without `xn--`, and so the most code points that it encodes. */
const longestEncoded = 59;

/**
 * The code points that a label may have (RFC 5892, section 3), and those that need a certain context: letters, marks and digits
 * that case folding and normalisation don't change, that aren't invisible, musical, combined with symbols or parts of old
 * Hangul; and the exceptions.
 */
const allowed =
  /^(?:(?![\u20d0-\u20ff\p{CWKCF}\p{DI}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u{1d100}-\u{1d24f}\u0640\u07fa\u302e\u302f\u3031-\u3035\u303b])[-\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]|[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007\u00b7\u0375\u05f3\u05f4\u30fb\u200c\u200d])+$/u;

/** Whether a label that isn't ASCII is a U-label (RFC 5891, section 4.2), but for its direction and its length in ASCII. */
function isUnicodeLabel(label) {
  const points = [...label];
  return (
    points.length <= longestEncoded &&
    allowed.test(label) &&
    !/^\p{M}|^-|-$|^..--/u.test(label) &&
    label.normalize("NFC") === label &&
    !(/[\u0660-\u0669]/.test(label) && /[\u06f0-\u06f9]/.test(label)) &&
    points.every((_, at) => fitsContext(points, at))
  );
}

/** The rules of RFC 5892, appendix A, for the code point at an index. */
function fitsContext(points, at) {
  const before = points[at - 1] ?? "";
  const after = points[at + 1] ?? "";
  switch (points[at]) {
    case "\u00b7":
      return before === "l" && after === "l";
    case "\u0375":
      return /\p{Script=Greek}/u.test(after);
    case "\u05f3":
    case "\u05f4":
      return /\p{Script=Hebrew}/u.test(before);
    case "\u30fb":
      return points.some((point) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(point));
    case "\u200c":
      if (isVirama(before)) return true;
      return (
        joinsNext.test(points.slice(0, at).join("")) && joinsPrevious.test(points.slice(at + 1).join(""))
      );
    case "\u200d":
      return isVirama(before);
    default:
      return true;
  }
}

/**
 * Whether a mark is a virama: of the canonical combining class 9, which expressions can't ask for. Normalisation puts it
 * before a mark of class 10 (U+05B0) and after one of class 8 (U+3099).
 */
function isVirama(mark) {
  return (
    /^[^\u05b0\u3099]$/u.test(mark) &&
    `\u05b0${mark}`.normalize("NFD") === `${mark}\u05b0` &&
    `${mark}\u3099`.normalize("NFD") === `\u3099${mark}`
  );
}

/**
 * The bidirectional class of each code point of a label without capital letters: `R` for R and AL, `A` for AN, `E` for EN,
 * `N` for NSM, `O` for neutral ones, and `L`.
 */
function bidiClasses(label) {
  return label
    .replace(/\p{Mn}/gu, "N")
    .replace(/[0-9\u06f0-\u06f9]/g, "E")
    .replace(/[\u0660-\u0669\u{10d30}-\u{10d39}]/gu, "A")
    .replace(rightToLeft, "R")
    .replace(
      /[\p{Join_Control}\-\u00b7\u02b9\u02ba\u02c6-\u02cf\u02ec\u0375\u2e2f\u30fb\ua67f\ua717-\ua71f\ua788]/gu,
      "O",
    )
    .replace(/[^NEARO]/gu, "L");
}

/** The blocks with letters of the classes R and AL. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/gu;

function hasRightToLeft(label) {
  return label.search(rightToLeft) >= 0 && /[RA]/.test(bidiClasses(label));
}

/** The rule of RFC 5893, section 2. */
function isBidiLabel(label) {
  const classes = bidiClasses(label);
  if (classes.startsWith("L")) return /^L(?:[LEON]*[LE])?N*$/.test(classes);
  return /^R(?:[RAEON]*[RAE])?N*$/.test(classes) && !(classes.includes("A") && classes.includes("E"));
}
