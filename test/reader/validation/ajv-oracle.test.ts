import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../../reader/validation/index.js";
import { ajvJudge } from "../../support/reader/validation/ajv-judge.js";
import { near } from "../../support/reader/validation/json-near.js";
import { randomSchema } from "../../support/reader/validation/random-schema.js";

/** Random schemas without references, which would lead nowhere. */
const schemas = randomSchema.map(
  (schema) =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      key === "$ref" ? undefined : value,
    ) as Record<string, unknown>,
);

describe("Ajv as an oracle", () => {
  it("agrees on the validity of random values for random schemas", () => {
    let compared = 0;
    fc.assert(
      fc.property(schemas, fc.infiniteStream(fc.nat()), (schema, seeds) => {
        const theirs = ajvJudge(schema);
        const ours = compile(schema);
        for (const seed of seeds.take(8)) {
          const [value] = fc.sample(near(schema), { seed, numRuns: 1 });
          const valid = theirs.isValid(value);
          if (valid === undefined) continue;
          compared++;
          expect({ schema, value, is: ours.is(value) }).toEqual({ schema, value, is: valid });
        }
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(1000);
  });
});
