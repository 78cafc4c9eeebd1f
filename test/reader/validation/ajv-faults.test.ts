import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajvErrs, ajvFaults } from "../../support/reader/validation/ajv-faults.js";
import { ajvJudge, compileWithAjv } from "../../support/reader/validation/ajv-judge.js";
import { near } from "../../support/reader/validation/json-near.js";
import { randomSchema } from "../../support/reader/validation/random-schema.js";
import { isValid } from "../../support/reader/validation/reference-validator.js";

/** Without references, which would lead nowhere. */
const schemas = randomSchema.map(
  (schema) =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      key === "$ref" ? undefined : value,
    ) as object,
);

function verdict(schema: unknown, value: unknown): boolean | "throws" {
  try {
    return compileWithAjv(schema)(value);
  } catch {
    return "throws";
  }
}

describe("faults of Ajv", () => {
  it.each(ajvFaults)("$name is still in the installed version", ({ name, concerns, shown }) => {
    const { schema, value, valid } = shown;
    expect(concerns(schema, value)).toBe(true);
    expect(ajvErrs(schema, value)).toContain(name);
    expect(ajvJudge(schema).isValid(value)).toBeUndefined();
    expect(verdict(schema, value)).not.toBe(valid);
  });

  it("are all that makes it differ from the specification", () => {
    let judged = 0;
    fc.assert(
      fc.property(schemas, fc.infiniteStream(fc.nat()), (schema, seeds) => {
        const judge = ajvJudge(schema);
        for (const seed of seeds.take(4)) {
          const [value] = fc.sample(near(schema), { seed, numRuns: 1 });
          const valid = judge.isValid(value);
          if (valid === undefined) continue;
          judged++;
          expect({ schema, value, valid }).toEqual({ schema, value, valid: isValid(schema, value) });
        }
      }),
      { numRuns: 300 },
    );
    expect(judged).toBeGreaterThan(600);
  });

  it.each([
    ["another number", { multipleOf: 0.5 }, 1.5, true],
    ["a property that is not compared", { properties: { a: { const: {} } } }, { a: {}, b: 1 }, true],
    [
      "branches without a loop",
      { anyOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { b: 1 },
      false,
    ],
    [
      "a draft without siblings",
      { $schema: "http://json-schema.org/draft-07/schema#", type: "string" },
      "a",
      true,
    ],
  ])("do not concern %s", (_, schema, value, valid) => {
    expect(ajvErrs(schema, value)).toBeUndefined();
    expect(ajvJudge(schema).isValid(value)).toBe(valid);
  });
});
