import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { valueAtPointer } from "../../../runtime/json-pointer/index.js";
import { elementTexts } from "../../../runtime/webhook/wire/json-text.js";

describe("elementTexts", () => {
  it.each([
    ["", "[]", []],
    ["", " [ ] ", []],
    ["", '[{"a":1.50},{"b":[2]}]', ['{"a":1.50}', '{"b":[2]}']],
    [
      "",
      '\n[ {"a":1e400} ,\t"]" , [ [ ] ] , 12345678901234567890 ]\r\n',
      ['{"a":1e400}', '"]"', "[ [ ] ]", "12345678901234567890"],
    ],
    ["/a", '{"a":[1],"a":[2]}', ["2"]],
    ["/a", String.raw`{"b":["]"],"\u0061":["\"]"]}`, [String.raw`"\"]"`]],
    ["/a~1b/1/c", '{"a/b":[0,{"c":[true]}]}', ["true"]],
    ["/", '{"":[null]}', ["null"]],
    ["/__proto__", '{"__proto__":[{}]}', ["{}"]],
  ])("finds at %j in %s", (pointer, text, texts) => {
    expect(elementTexts(pointer)(text)).toEqual(texts);
  });

  it.each([
    ["", "{}"],
    ["/a", '{"b":[]}'],
    ["/a", "[]"],
    ["/a/b", '{"a":1}'],
    ["/2", "[[],[]]"],
    ["/00", "[[]]"],
  ])("throws if there is no array at %j in %s", (pointer, text) => {
    expect(() => elementTexts(pointer)(text)).toThrow(RangeError);
  });

  it("agrees with JSON.parse on any text, and cuts out what is written", () => {
    const space = fc.stringMatching(/^[ \n\r\t]{0,2}$/);
    const value = fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.stringify(json));
    const name = fc.oneof(
      // A lone backslash as a key would make `JSON.parse` of V8 from Node.js 24 misread later keys (nodejs/node#63785).
      fc.constantFrom("a", "b", "", "__proto__", '"', "\\_", "]"),
      fc.string({ unit: "binary" }),
    );
    const array = fc
      .array(fc.tuple(space, value, space), { maxLength: 5 })
      .map((all) => `[${all.map((parts) => parts.join("")).join(",")}]`);
    const object = (inner: fc.Arbitrary<string>) =>
      fc
        .array(fc.tuple(space, name, space, space, fc.oneof(inner, value), space), { maxLength: 4 })
        .map(
          (all) =>
            `{${all.map(([a, key, b, c, json, d]) => `${a}${JSON.stringify(key)}${b}:${c}${json}${d}`).join(",")}}`,
        );
    const text = fc.oneof(array, object(array), object(object(array)));
    const pointers = ["", "/a", "/b", "/", "/a/a", "/a/b", "/__proto__", "/a/0", "/1"];
    fc.assert(
      fc.property(text, space, fc.constantFrom(...pointers), (json, before, pointer) => {
        const whole = valueAtPointer(JSON.parse(json), pointer);
        fc.pre(Array.isArray(whole));
        const texts = elementTexts(pointer)(before + json);
        expect(texts.map((each) => JSON.parse(each))).toEqual(whole);
        for (const each of texts) expect(json).toContain(each);
      }),
    );
  });
});
