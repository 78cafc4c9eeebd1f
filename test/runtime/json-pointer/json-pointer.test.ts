import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  arrayIndex,
  fromPointer,
  pointerResolver,
  toPointer,
  valueAt,
  valueAtPointer,
} from "../../../runtime/json-pointer/index.js";
import { allPointers, hostileKey, json } from "../../support/reader/documents/json-text.js";

describe("a JSON Pointer", () => {
  it("returns the tokens that it was created from", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostileKey, fc.string({ unit: "binary" }))), (tokens) => {
        expect(fromPointer(toPointer(tokens))).toEqual(tokens);
      }),
    );
  });

  it("is unique for its tokens", () => {
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
  ])("is parsed as RFC 6901 specifies: %j", (pointer, tokens) => {
    expect(fromPointer(pointer)).toEqual(tokens);
    expect(toPointer(tokens)).toBe(pointer);
  });

  it.each(["a", "#/a", "/~", "/~2", "/a~"])("is refused if it is malformed: %j", (pointer) => {
    expect(() => fromPointer(pointer)).toThrow(SyntaxError);
  });
});

describe("valueAt", () => {
  it("finds every value of JSON data", () => {
    fc.assert(
      fc.property(json, (root) => {
        for (const tokens of allPointers(root)) {
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
  ])("finds only data: nothing in %j at %j", (root, tokens) => {
    expect(valueAt(root, tokens)).toBeUndefined();
  });

  it("accepts only decimal indexes", () => {
    expect(["0", "7", "10", "", "01", "+1", " 1", "1.0"].map(arrayIndex)).toEqual([
      0, 7, 10, -1, -1, -1, -1, -1,
    ]);
  });
});

describe("the examples of RFC 6901", () => {
  const document = {
    foo: ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
  };

  it.each([
    ["", document],
    ["/foo", document.foo],
    ["/foo/0", "bar"],
    ["/", 0],
    ["/a~1b", 1],
    ["/c%d", 2],
    ["/e^f", 3],
    ["/g|h", 4],
    ["/i\\j", 5],
    ['/k"l', 6],
    ["/ ", 7],
    ["/m~0n", 8],
    ["/foo/2", undefined],
    ["/foo/-", undefined],
    ["/foo/length", undefined],
    ["/foo/00", undefined],
  ])("%j", (pointer, value) => {
    expect(valueAtPointer(document, pointer)).toBe(value);
    expect(pointerResolver(pointer)(document)).toBe(value);
  });
});

describe("a prepared resolver", () => {
  const inherited = fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "length",
    "map",
    "hasOwnProperty",
  );
  const token = fc.oneof(hostileKey, inherited, fc.nat(3).map(String));

  it("finds what valueAt finds, for existing and missing locations", () => {
    fc.assert(
      fc.property(json, fc.array(fc.array(token, { maxLength: 4 })), (root, others) => {
        for (const tokens of [...allPointers(root), ...others])
          expect(pointerResolver(toPointer(tokens))(root)).toBe(valueAt(root, tokens));
      }),
    );
  });

  it("finds a property with an inherited name only if the data has it", () => {
    fc.assert(
      fc.property(inherited, (name) => {
        const data: unknown = JSON.parse(`{${JSON.stringify(name)}: {"inner": "own"}}`);
        expect(pointerResolver(`/${name}/inner`)(data)).toBe("own");
        expect(pointerResolver(`/${name}`)({})).toBeUndefined();
        expect(pointerResolver(`/${name}`)([])).toBeUndefined();
      }),
    );
  });

  it("is refused for anything that is not a JSON Pointer", () => {
    expect(() => pointerResolver("data")).toThrow(new SyntaxError('not a JSON Pointer: "data"'));
  });
});
