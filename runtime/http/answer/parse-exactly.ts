import type { JsonParser } from "../operation/operation-descriptor.js";

/**
 * `JSON.parse` that throws a `RangeError` for an integer which no number of JavaScript holds, instead of reading another one (RFC 8259,
 * section 6).
 */
export const parseExactly: JsonParser = (text) => {
  const value: unknown = JSON.parse(text);
  // Any integer of fewer digits is exact.
  if (!/\d{16}/.test(text)) return value;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*/gs)) {
    // What JavaScript wrote from a double has as few digits as read the same, not those of its exact value.
    if (/^-?\d{16,}$/.test(token) && BigInt(Number(token)) !== BigInt(token) && `${Number(token)}` !== token)
      throw new RangeError("inexact", {
        cause: `has an integer, at character ${index + 1}, that no number of JavaScript holds`,
      });
  }
  return value;
};
