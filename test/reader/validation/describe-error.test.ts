import Ajv2020Module from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { compile } from "../../../reader/validation/index.js";
import { describeError } from "../../../reader/validation/json-schema-errors.js";

const Ajv2020 = Ajv2020Module.default;

function described(schema: object, value: unknown, authority?: string): string[] {
  const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile(schema);
  validate(value);
  return (validate.errors ?? []).map((error) => describeError(error, authority));
}

describe("an error of Ajv", () => {
  it.each<[object, unknown]>([
    [{ required: ["a"] }, {}],
    [{ properties: { a: { type: ["string", "null"] } } }, { a: 1 }],
    [{ minLength: 2 }, "a"],
    [{ maxItems: 1 }, [1, 2]],
    [{ minProperties: 1 }, {}],
    [{ exclusiveMaximum: 1 }, 1],
    [{ multipleOf: 2 }, 1],
    [{ pattern: "^b" }, "a"],
    [{ uniqueItems: true }, [1, 1]],
    [{ additionalProperties: false }, { a: 1 }],
    [{ unevaluatedProperties: false }, { a: 1 }],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }],
    [{ items: { contains: { type: "null" } } }, [[1]]],
    [{ prefixItems: [true], items: false }, [1, 2]],
    [{ oneOf: [true, true] }, 1],
    [{ not: true }, 1],
    [{ properties: { a: false } }, { a: 1 }],
    [{ properties: { "a/b": { properties: { "~": { minimum: 1 } } } } }, { "a/b": { "~": 0 } }],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }],
  ])("has the message of a generated validator: %j for %j", (schema, value) => {
    const wanted = compile(schema)
      .check(value)
      .map(({ message }) => message);
    expect(wanted.length).toBeGreaterThan(0);
    expect(described(schema, value).toSorted()).toEqual(wanted.toSorted());
  });

  it("shows no value, and names the origin of the rule", () => {
    expect(described({ properties: { a: { enum: ["x", 1] } } }, { a: "hunter2" }, "oipkit")).toEqual([
      "`a` isn't an allowed value; oipkit allows only `x`, `1`",
    ]);
    expect(described({ additionalProperties: false }, { a: 1 }, "JSON Schema")).toEqual([
      "the document has the property `a`, which JSON Schema doesn't allow",
    ]);
  });
});
