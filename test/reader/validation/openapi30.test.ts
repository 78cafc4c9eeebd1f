import { describe, expect, it, test } from "vitest";
import { compile, SchemaError } from "../../../reader/validation/index.js";
import { nullables, schemas } from "../../support/generator/nullable/schemas.js";

const api = { components: { schemas } };
const uri = "https://example.com/api.json";

/** The schema with references into the document beside it. */
const outside = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${uri}#/`)) as object;

describe("a schema of OpenAPI 3.0 that says so by `dialect`", () => {
  test.each(Object.entries(nullables))("allows null by `nullable` beside %s", (_, { schema, ...values }) => {
    const nullable = { ...outside(schema), nullable: true };
    const { is, check } = compile(nullable, { schemas: { [uri]: api }, dialect: "openapi-3.0" });
    expect([is(null), is(values.valid), is(values.invalid)]).toEqual([true, true, false]);
    expect(check(null)).toEqual([]);
    expect(check(values.invalid).map(({ pointer }) => pointer)).toContain(values.at);
  });

  it("has boolean limits, also in what it refers to", () => {
    const { is } = compile(
      { type: "object", properties: { a: { $ref: `${uri}#/components/schemas/Few` } } },
      {
        schemas: {
          [uri]: { components: { schemas: { Few: { type: "number", maximum: 3, exclusiveMaximum: true } } } },
        },
        dialect: "openapi-3.0",
      },
    );
    expect([is({ a: 2 }), is({ a: 3 })]).toEqual([true, false]);
  });

  it("ignores what is next to a `$ref`, apart from `nullable`", () => {
    const schema = { $ref: `${uri}#/components/schemas/Letter`, enum: ["c"], nullable: true };
    const { is } = compile(schema, { schemas: { [uri]: api }, dialect: "openapi-3.0" });
    expect([is("a"), is("c"), is(null)]).toEqual([true, false, true]);
    const strict = { schemas: { [uri]: api }, dialect: "openapi-3.0", strict: true } as const;
    expect(() => compile({ $ref: schema.$ref, enum: ["c"] }, strict)).toThrow(
      /#\/enum: OpenAPI 3.0 ignores it/,
    );
  });
});

describe("`nullable: true` of a schema that doesn't say its dialect", () => {
  const nullable = { properties: { a: { type: "string", nullable: true } } };

  it("is an error that names the place and what to do", () => {
    let found: unknown;
    try {
      compile(nullable);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(SchemaError);
    expect(found).toMatchObject({ pointer: "/properties/a/nullable" });
    expect((found as Error).message).toMatch(/`dialect: "openapi-3.0"`/);
  });

  it("is ignored if asked for, and as data", () => {
    expect(compile(nullable, { dialect: "json-schema" }).is({ a: null })).toBe(false);
    expect(compile({ const: { nullable: true } }).is({ nullable: true })).toBe(true);
    expect(compile({ properties: { nullable: { type: "boolean" } } }).is({ nullable: true })).toBe(true);
    expect(compile({ type: "string", nullable: false }).is(null)).toBe(false);
  });
});

it("doesn't take a keyword of its own from outside", () => {
  expect(compile({ not: {}, "x-or-null": true }).is(null)).toBe(false);
});
