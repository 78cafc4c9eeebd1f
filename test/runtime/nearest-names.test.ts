import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { didYouMean, nearestNames, unknownName, unknownOption } from "../../runtime/nearest-names.js";

describe("nearestNames", () => {
  test.each([
    ["chek", ["check", "watch"], ["check"]],
    ["Cta", ["Cat", "Dog"], ["Cat"]],
    ["CHECK", ["check", "watch"], ["check"]],
    ["conc", ["concurrency", "contracts"], ["concurrency"]],
    ["contracts-dir", ["contracts", "out"], ["contracts"]],
    ["timestamp-pst", ["1/timestamp-past", "1/timestamp-text"], ["1/timestamp-past"]],
    ["aple", ["apple", "maple", "orange"], ["apple", "maple"]],
    ["x", ["y", "z"], []],
    ["nonsense", ["check", "watch"], []],
    ["check", [], []],
  ])("of %s among %j are %j", (wrong, known, near) => {
    expect([...nearestNames(wrong, known)].sort()).toEqual(near);
  });

  test("find a name with any one character missing", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{4,12}$/), fc.nat(11), (name, at) => {
        const wrong = name.slice(0, at % name.length) + name.slice((at % name.length) + 1);
        expect(nearestNames(wrong, [name])).toEqual([name]);
      }),
    );
  });
});

describe("messages", () => {
  test("suggest a near name", () => {
    expect(didYouMean("colr", ["color", "size"])).toBe("; did you mean `color`?");
    expect(unknownName("option", "colr", ["color", "size"])).toBe(
      "there is no option `colr`; did you mean `color`?",
    );
  });

  test("list the names if none is near, up to a readable length", () => {
    expect(unknownName("option", "weight", ["color", "size"])).toBe(
      "there is no option `weight`; there are `color`, `size`",
    );
    expect(unknownName("option", "weight", [])).toBe("there is no option `weight`");
    const many = Array.from({ length: 100 }, (_, index) => `z${index}`);
    expect(unknownName("case", "weight", many)).toMatch(/`z23`, …$/);
  });

  test("name an unknown option, with the prefix of its record", () => {
    expect(unknownOption({ pollMs: 1, polMs: 2 }, ["pollMs"], "dispatch.")).toBe(
      "there is no option `dispatch.polMs`; did you mean `dispatch.pollMs`?",
    );
    expect(unknownOption({ pollMs: 1 }, ["pollMs"])).toBeUndefined();
  });
});
