import fc from "fast-check";
import { expect, it } from "vitest";
import { insertMember } from "../../../runtime/webhook/index.js";

it.each([
  ["{}", '{"t":"x"}'],
  [" { \n} ", '{"t":"x"}'],
  ['{"a":1}', '{"a":1,"t":"x"}'],
  ['{ "a" : 1.50e+3 }\n', '{ "a" : 1.50e+3,"t":"x"}'],
  ['{"a":"t"}', '{"a":"t","t":"x"}'],
  ['{"a":{"t":1},"b":"}"}', '{"a":{"t":1},"b":"}","t":"x"}'],
  ['{"t":"old","a":123456789012345678901234567890}', '{"a":123456789012345678901234567890,"t":"x"}'],
  [String.raw`{"\u0074":1,"a":"\"t\":"}`, String.raw`{"a":"\"t\":","t":"x"}`],
])("turns %s into %s", (text, expected) => {
  expect(insertMember(text, "t", "x").trim()).toBe(expected);
});

it("adds exactly one member to any object, and changes no other", () => {
  // A lone backslash as a key would make `JSON.parse` of V8 from Node.js 24 misread later keys (nodejs/node#63785).
  const key = fc.oneof(
    fc.constantFrom("t", "tt", "", '"', "\\_", "__proto__"),
    fc.string({ unit: "binary" }),
  );
  const object = fc.dictionary(key, fc.jsonValue());
  fc.assert(
    fc.property(object, fc.string({ unit: "binary" }), fc.nat(3), (value, token, spaces) => {
      const text = JSON.stringify(value, null, spaces);
      const [made, { t: _, ...rest }] = [insertMember(text, "t", token), JSON.parse(text)];
      expect(JSON.parse(made)).toEqual({ ...rest, t: JSON.parse(JSON.stringify(token)) });
      expect(made.endsWith(`"t":${JSON.stringify(token)}}`)).toBe(true);
    }),
  );
});
