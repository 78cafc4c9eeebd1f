import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPointer, indexOf, toPointer, valueAt } from "../../../generator/read/pointer.js";
import { hostileKey, json, pointersOf } from "./json-text.js";

describe("a JSON Pointer", () => {
  it("gives back the tokens that it was made of", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostileKey, fc.string({ unit: "binary" }))), (tokens) => {
        expect(fromPointer(toPointer(tokens))).toEqual(tokens);
      }),
    );
  });

  it("is the shorter the fewer tokens it has, and no two are alike", () => {
    fc.assert(
      fc.property(fc.array(hostileKey), fc.array(hostileKey), (a, b) => {
        expect(toPointer(a) === toPointer(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it.each([
    ["", []],
    ["/", [""]],
    ["/a~1b/~01", ["a/b", "~1"]],
    ["/0/-", ["0", "-"]],
  ])("is read as RFC 6901 has it: %j", (pointer, tokens) => {
    expect(fromPointer(pointer)).toEqual(tokens);
    expect(toPointer(tokens)).toBe(pointer);
  });

  it.each(["a", "#/a", "/~", "/~2", "/a~"])("is refused where it isn't one: %j", (pointer) => {
    expect(() => fromPointer(pointer)).toThrow(SyntaxError);
  });
});

describe("valueAt", () => {
  it("finds every value of JSON data", () => {
    fc.assert(
      fc.property(json, (root) => {
        for (const tokens of pointersOf(root)) {
          const wanted = tokens.reduce<unknown>(
            (value, token) => (value as Record<string, unknown>)[token],
            root,
          );
          expect(valueAt(root, tokens)).toBe(wanted);
        }
      }),
    );
  });

  it.each([
    [{}, ["constructor"]],
    [{}, ["__proto__"]],
    [[1], ["length"]],
    [[1], [""]],
    [[1], ["00"]],
    [[1], ["-1"]],
    [[1], ["1e0"]],
    ["text", ["0"]],
    [null, ["a"]],
  ])("finds nothing that isn't data: %j at %j", (root, tokens) => {
    expect(valueAt(root, tokens)).toBeUndefined();
  });

  it("takes decimal indexes alone", () => {
    expect(["0", "7", "10", "", "01", "+1", " 1", "1.0"].map(indexOf)).toEqual([
      0, 7, 10, -1, -1, -1, -1, -1,
    ]);
  });
});
