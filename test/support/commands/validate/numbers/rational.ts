/** A number as a fraction. Independent of the code under test, and slow: exponents are expanded. */
export interface Rational {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** Reads a decimal number with a small exponent. */
export function rational(text: string): Rational {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const shift = BigInt(power) - BigInt(fraction.length);
  const digits = BigInt(`${whole}${fraction}`);
  if (shift < 0n) return { top: digits, bottom: 10n ** -shift };
  return { top: digits * 10n ** shift, bottom: 1n };
}

export function isLess(a: Rational, b: Rational): boolean {
  return a.top * b.bottom < b.top * a.bottom;
}

export function isSame(a: Rational, b: Rational): boolean {
  return a.top * b.bottom === b.top * a.bottom;
}

export function isWhole({ top, bottom }: Rational): boolean {
  return top % bottom === 0n;
}

export function isMultiple(value: Rational, step: Rational): boolean {
  return (value.top * step.bottom) % (value.bottom * step.top) === 0n;
}

type Test = (value: Rational, limit: Rational) => boolean;

/** Whether a value fulfils a keyword with one number, by keyword. */
export const keywords: Readonly<Record<string, Test>> = {
  minimum: (value, limit) => !isLess(value, limit),
  maximum: (value, limit) => !isLess(limit, value),
  exclusiveMinimum: (value, limit) => isLess(limit, value),
  exclusiveMaximum: (value, limit) => isLess(value, limit),
  const: isSame,
  multipleOf: isMultiple,
};
