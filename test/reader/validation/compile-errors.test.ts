import { describe, expect, it } from "vitest";
import { compile, OipkitError, SchemaError } from "../../../reader/validation/index.js";

function failure(schema: unknown, options: Parameters<typeof compile>[1] = {}): SchemaError {
  try {
    compile(schema, options);
  } catch (error) {
    if (error instanceof SchemaError) return error;
    throw error;
  }
  throw new Error("the schema was taken");
}

describe("compile", () => {
  it.each([
    ["a list", [], "", /object,boolean|object or boolean/],
    ["a string", "string", "", /object,boolean|object or boolean/],
    [
      "a keyword with an invalid value",
      { properties: { a: { minLength: "5" } } },
      "/properties/a/minLength",
      /integer/,
    ],
    ["an unknown type", { items: { type: "text" } }, "/items/type", /allowed values|array/],
    [
      "an invalid pattern",
      { properties: { a: { pattern: "(" } } },
      "/properties/a/pattern",
      /invalid regular expression `\(`/,
    ],
    [
      "an invalid property pattern",
      { patternProperties: { "[": {} } },
      "/patternProperties",
      /invalid regular expression/,
    ],
    ["an unresolvable reference", { allOf: [{ $ref: "#/$defs/no" }] }, "/allOf/0/$ref", /can't be resolved/],
    ["an unknown anchor", { items: { $ref: "#no" } }, "/items/$ref", /unknown anchor/],
    ["an unknown document", { $ref: "http://example.com/a.json" }, "/$ref", /isn't in `schemas`/],
    ["an unknown dialect", { $schema: "http://json-schema.org/draft-04/schema#" }, "/$schema", /dialect/],
    ["a reference to a value that isn't a schema", { const: 1, $ref: "#/const" }, "/const", /not a schema/],
  ])("refuses %s and gives its place", (_, schema, pointer, message) => {
    const error = failure(schema);
    expect(error).toBeInstanceOf(OipkitError);
    expect(error).toMatchObject({ code: "schema-invalid", document: "", pointer });
    expect(error.message).toMatch(message);
  });

  it("gives the document of a place", () => {
    const error = failure({ $ref: "b.json" }, { uri: "a.json", schemas: { "b.json": { type: 5 } } });
    expect(error).toMatchObject({ document: "b.json", pointer: "/type" });
  });

  it("refuses a schema that is nested too deeply", () => {
    let schema: object = { type: "string" };
    for (let level = 0; level < 20_000; level++) schema = { items: schema };
    expect(failure(schema).message).toMatch(/nested too deeply/);
  });

  it.each([
    ["an unknown keyword", { properties: { a: { requried: true } } }, "/properties/a/requried"],
    ["an unknown format", { format: "made-up" }, "/format"],
    ["a keyword without effect", { if: true }, ""],
  ])("refuses %s in strict mode", (_, schema, pointer) => {
    expect(compile(schema).is({})).toBe(true);
    expect(failure(schema, { strict: true })).toMatchObject({ code: "schema-invalid", pointer });
    expect(compile({ title: "x", "x-own": 1, type: "object" }, { strict: true }).is({})).toBe(true);
  });
});
