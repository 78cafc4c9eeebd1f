import { describe, expect, test } from "vitest";
import { compile } from "../../../reader/validation/index.js";

const text = { type: "string" };
const pet = (kind: unknown, properties: object) => ({
  type: "object",
  required: ["kind"],
  properties: { kind, ...properties },
});
const $defs = {
  Cat: pet({ const: "cat" }, { lives: { type: "integer" } }),
  Dog: pet({ enum: ["dog", "wolf"] }, { tricks: { type: "array", items: text } }),
  Open: pet(text, { a: { type: "integer" } }),
  Wide: pet(text, { b: { type: "integer" } }),
};
const ref = (name: string) => ({ $ref: `#/$defs/${name}` });
const found = (schema: object, value: unknown) =>
  compile({ $defs, ...schema })
    .check(value)
    .map(({ code, pointer, message }) => `${code} ${pointer} ${message}`);
const lives = "type /lives `lives` is a string, not an integer";

describe("a value that matches no alternative", () => {
  test.each(["oneOf", "anyOf"])("of %s is judged by the one that its constant selects", (keyword) => {
    const code = keyword === "oneOf" ? "one-of" : "any-of";
    const schema = { [keyword]: [ref("Cat"), ref("Dog")] };
    expect(found(schema, { kind: "cat", lives: "9" })).toEqual([
      lives,
      `${code}  the document doesn't match \`Cat\`, which its \`kind\` selects`,
    ]);
    expect(found(schema, { kind: "wolf", tricks: [1] })).toEqual([
      "type /tricks/0 `tricks.0` is a number, not a string",
      `${code}  the document doesn't match \`Dog\`, which its \`kind\` selects`,
    ]);
    expect(found(schema, { kind: "cow", lives: "9" })).toEqual([
      `${code}  the document has an unknown \`kind\`; known are \`cat\`, \`dog\`, \`wolf\``,
    ]);
    expect(found(schema, { lives: "9" })).toEqual([
      `${code}  the document lacks the property \`kind\`, which selects one of \`cat\`, \`dog\`, \`wolf\``,
    ]);
  });

  test.each([
    [undefined, "Wide", "`Open`, `Wide`"],
    [{ broad: "#/$defs/Wide" }, "broad", "`Open`, `broad`"],
    [{ broad: "Wide", open: "Open" }, "broad", "`broad`, `open`"],
  ])("is judged by a discriminator with the mapping %j", (mapping, kind, known) => {
    const schema = { oneOf: [ref("Open"), ref("Wide")], discriminator: { propertyName: "kind", mapping } };
    expect(found(schema, { kind, a: "1", b: "1" })).toEqual([
      "type /b `b` is a string, not an integer",
      "one-of  the document doesn't match `Wide`, which its `kind` selects",
    ]);
    const [unknown = ""] = found(schema, { kind: "x", a: "1", b: "1" });
    expect(unknown).toContain("has an unknown `kind`; known are ");
    for (const name of known.split(", ")) expect(unknown).toContain(name);
  });

  test("keeps its validity, whatever the discriminator says", () => {
    const schema = { oneOf: [ref("Cat"), ref("Open")], discriminator: { propertyName: "kind" }, $defs };
    expect(compile(schema).is({ kind: "x", a: 1 })).toBe(true);
    expect(compile(schema).is({ kind: "Cat", a: "1" })).toBe(false);
  });

  test("is judged by the only alternative of its type", () => {
    const schema = { anyOf: [ref("Cat"), { type: "null" }] };
    expect(found(schema, { kind: "cat", lives: "9" })).toEqual([lives]);
    expect(found(schema, 1)).toEqual(["any-of  the document is a number, not an object or null"]);
    expect(found({ oneOf: [text, { type: "array" }, ref("Dog")] }, 1)).toEqual([
      "one-of  the document is a number, not a string, an array or an object",
    ]);
  });

  test("has the failures of all that remain, if nothing tells which was meant", () => {
    const schema = { anyOf: [{ minLength: 3 }, { type: "string", pattern: "^x" }, { type: "integer" }] };
    expect(found(schema, "ab")).toEqual([
      "min-length  the document is shorter than 3 characters",
      "pattern  the document doesn't match `^x`",
      "any-of  the document matches none of the alternatives",
    ]);
  });

  test("may lack a property that no alternative requires", () => {
    const branch = (kind: string) => ({ ...pet({ const: kind }, { n: { type: "integer" } }), required: [] });
    expect(found({ oneOf: [branch("a"), branch("b")] }, { n: "1" })).toEqual([
      "type /n `n` is a string, not an integer",
      "one-of  the document matches none of the alternatives",
    ]);
  });
});

describe("a value that matches several alternatives of `oneOf`", () => {
  test.each([
    [[ref("Open"), ref("Wide")], "matches both `Open` and `Wide`, but only one alternative may match"],
    [
      [{ title: "First" }, { type: "array" }, true],
      "matches both `First` and alternative 3, but only one alternative may match",
    ],
    [
      [ref("Open"), ref("Wide"), {}],
      "matches `Open`, `Wide` and alternative 3, but only one alternative may match",
    ],
  ])("is told which ones: %j", (oneOf, message) => {
    expect(found({ oneOf }, { kind: "x" })).toEqual([`one-of  the document ${message}`]);
  });
});
