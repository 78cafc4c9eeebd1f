import type { JsonParser } from "../operation/operation-descriptor.js";

/**
 * `JSON.parse` that throws for an integer which no number of JavaScript holds, and for a number beyond all of them, instead of reading
 * another value (RFC 8259, section 6). However the number is written: `9007199254740993` is `9007199254740993.0` and `9007199254740993e0`.
 */
export const parseExactly: JsonParser = (text) => {
  const value: unknown = JSON.parse(text);
  // Any other number has so few digits that it is exact.
  if (!/[\d.]{16}|\de\+?\d{3}/i.test(text)) return value;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"?|-?\d[\d.e+-]*/gis)) {
    if (!token.startsWith('"') && !isHeld(token))
      throw new RangeError("inexact", {
        cause: `has a number, at character ${index + 1}, that no number of JavaScript holds`,
      });
  }
  return value;
};

/** Whether a number in JSON is the one that JavaScript reads, or has a fraction, which a double only approximates. */
export function isHeld(token: string): boolean {
  const number = Number(token);
  if (!Number.isFinite(number)) return false;
  // Nothing but zeros, with an exponent of any size; or a fraction.
  if (number === 0) return true;
  const integer = integerDigits(token);
  // What JavaScript wrote from a double has as few digits as read the same, not those of its exact value.
  return (
    integer === undefined || BigInt(integer) === BigInt(number) || integer === integerDigits(`${number}`)
  );
}

/** The digits of an integer, however it is written; `undefined` for a fraction. */
export function integerDigits(token: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token) ?? [];
  const digits = whole + fraction;
  const end = whole.length + Number(exponent);
  if (/[1-9]/.test(digits.slice(Math.max(end, 0)))) return undefined;
  return (
    sign +
    digits
      .slice(0, Math.max(end, 0))
      .padEnd(end, "0")
      .replace(/^0+(?=\d)/, "")
  );
}
