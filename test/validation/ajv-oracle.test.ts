import Ajv2020Module from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../generator/validation/index.js";
import { near } from "./json-near.js";
import { randomSchema } from "./random-schema.js";

/** Keywords whose combinations Ajv 8 validates differently from the specification (see docs/validators.md). */
const deviating = new Set(["unevaluatedProperties", "unevaluatedItems", "prefixItems", "contains", "$ref"]);

/** Random schemas of all other keywords. */
const schemas = randomSchema.map(
  (schema) =>
    JSON.parse(JSON.stringify(schema), function (this: unknown, key, value: unknown) {
      return deviating.has(key) || (key === "enum" && Array.isArray(value) && value.length === 0)
        ? undefined
        : value;
    }) as Record<string, unknown>,
);

describe("Ajv as an oracle", () => {
  it("agrees on the validity of random values for random schemas", () => {
    const options = {
      strict: false,
      allErrors: false,
      ownProperties: true,
      validateFormats: false,
      logger: false,
    } as const;
    let compared = 0;
    fc.assert(
      fc.property(schemas, fc.infiniteStream(fc.nat()), (schema, seeds) => {
        const ajv = new Ajv2020Module.default(options);
        // Ajv's bookkeeping for the keywords left out here can throw.
        ajv.opts.unevaluated = false;
        const theirs = ajv.compile(schema);
        const ours = compile(schema);
        for (const seed of seeds.take(8)) {
          const [value] = fc.sample(near(schema), { seed, numRuns: 1 });
          // Ajv's `enum` and `const` throw if an object has a property with this name.
          if (JSON.stringify(value).includes('"toString":')) continue;
          compared++;
          expect({ schema, value, is: ours.is(value) }).toEqual({ schema, value, is: theirs(value) });
        }
      }),
      { numRuns: 200 },
    );
    expect(compared).toBeGreaterThan(1000);
  });
});
