import fc from "fast-check";
import { expect, it } from "vitest";
import { integerTexts, type NumberLimits, numberTexts } from "../../../../commands/diff/wire/number-texts.js";

const bound = fc.option(fc.bigInt({ min: -250n, max: 250n }), { nil: undefined });
const limits: fc.Arbitrary<NumberLimits> = fc.record({
  least: bound,
  most: bound,
  isAbove: fc.boolean(),
  isBelow: fc.boolean(),
});
const digits = fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,3})(?:\.[0-9]{1,3})?$/);
const text = fc.oneof(
  digits,
  fc.integer({ min: -300, max: 300 }).map(String),
  fc.constantFrom("", "-", "-0", "007", "+1", "1.", ".5", "1e2", "a", "0.0", "-0.0", "1.0", "250.0"),
);

function isBetween(value: number, { least, most, isAbove, isBelow }: NumberLimits): boolean {
  const isHighEnough = least === undefined || (isAbove ? value > Number(least) : value >= Number(least));
  const isLowEnough = most === undefined || (isBelow ? value < Number(most) : value <= Number(most));
  return isHighEnough && isLowEnough;
}

it("describes the texts of numbers between limits", () => {
  fc.assert(
    fc.property(limits, text, (given, sample) => {
      const isNumber = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(sample);
      const value = Number(sample);
      const isIn = isNumber && isBetween(value, given);
      const isCanonical = String(value) === sample;
      const shown = { given: String(given.least), most: String(given.most), sample };
      const matches = (pattern: string): unknown => ({ ...shown, is: new RegExp(pattern, "u").test(sample) });
      expect(matches(numberTexts(given, "read"))).toEqual({ ...shown, is: isIn });
      expect(matches(numberTexts(given, "sent"))).toEqual({ ...shown, is: isIn && isCanonical });
      const isInteger = isIn && Number.isInteger(value);
      expect(matches(integerTexts(given, "read"))).toEqual({ ...shown, is: isInteger });
      expect(matches(integerTexts(given, "sent"))).toEqual({ ...shown, is: isInteger && isCanonical });
    }),
    { numRuns: 2_000 },
  );
});

it("describes the limits of 64-bit integers exactly", () => {
  const pattern = new RegExp(integerTexts({ least: -(2n ** 63n), most: 2n ** 63n - 1n }, "sent"));
  const samples = [
    "-9223372036854775808",
    "9223372036854775807",
    "-9223372036854775809",
    "9223372036854775808",
  ];
  expect(samples.map((sample) => pattern.test(sample))).toEqual([true, true, false, false]);
});
