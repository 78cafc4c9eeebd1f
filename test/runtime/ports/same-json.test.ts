import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalDecimal, readDecimal } from "../../../reader/documents/decimal.js";
import { sameJson } from "../../../runtime/ports/json.js";

test.each<[string, string, boolean]>([
  ['{"a":1,"b":2}', '{ "b": 2, "a": 1.0 }', true],
  ["[1,2]", "[2,1]", false],
  ["[9007199254740993]", "[9007199254740992]", false],
  ["[9007199254740993]", "[ 9007199254740993.0]", true],
  ["[9007199254740992]", "[9.007199254740992e15 ]", true],
  ["[0.1]", "[0.10000000000000001]", false],
  ["[1e400]", "[10e399]", true],
  ["[1e400]", "[1e401]", false],
  ["[1e-400]", "[0]", false],
  ["[-0]", "[0.0e5]", true],
  ['["9007199254740993"]', '[ "9007199254740993"]', true],
  ['["9007199254740993"]', "[9007199254740993]", false],
  ['["number 9007199254740993e0"]', "[9007199254740993]", false],
  ['["\\"9007199254740993"]', '[ "\\"9007199254740992"]', false],
  ['{"9007199254740993":1}', '{ "9007199254740992":1}', false],
  [`[1e${"9".repeat(100_000)}]`, `[1e${"9".repeat(99_999)}8]`, false],
])("%s and %s have the same content: %s", (a, b, expected) => {
  expect(sameJson(a, b)).toBe(expected);
  expect(sameJson(b, a)).toBe(expected);
});

test("numbers are the same if their decimals are", () => {
  const digits = fc.string({ unit: fc.constantFrom("0", "1", "9"), minLength: 1, maxLength: 18 });
  const number = fc
    .record({
      sign: fc.constantFrom("", "-"),
      whole: digits.map((text) => text.replace(/^0+(?=.)/, "")),
      fraction: fc.oneof(
        fc.constant(""),
        digits.map((text) => `.${text}`),
      ),
      power: fc.oneof(
        fc.constant(""),
        fc.integer({ min: -330, max: 330 }).map((power) => `e${power}`),
      ),
    })
    .map(({ sign, whole, fraction, power }) => sign + whole + fraction + power);
  const near = fc.tuple(number, fc.integer({ min: 0, max: 3 })).map(([text, zeros]) => {
    const [head = "", power = "0"] = text.split("e");
    return [text, `${head}${head.includes(".") ? "" : "."}${"0".repeat(zeros + 1)}e${power}`] as const;
  });
  fc.assert(
    fc.property(fc.oneof(fc.tuple(number, number), near), ([a, b]) => {
      const isSame = canonicalDecimal(readDecimal(a)) === canonicalDecimal(readDecimal(b));
      expect(sameJson(`[${a}]`, `[ ${b}]`)).toBe(isSame);
    }),
    { numRuns: 3000 },
  );
});
