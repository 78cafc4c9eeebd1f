import Ajv2020Module from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../generator/validation/index.js";
import { near } from "./json-near.js";
import { randomSchema } from "./random-schema.js";

/** Keywords for which Ajv 8 departs from the specification when they meet (docs/validators.md lists how). */
const departs = new Set(["unevaluatedProperties", "unevaluatedItems", "prefixItems", "contains", "$ref"]);

/** Schemas of all other keywords. */
const schemas = randomSchema.map(
  (schema) =>
    JSON.parse(JSON.stringify(schema), function (this: unknown, key, value: unknown) {
      return departs.has(key) || (key === "enum" && Array.isArray(value) && value.length === 0)
        ? undefined
        : value;
    }) as Record<string, unknown>,
);

describe("Ajv as an oracle", () => {
  it("agrees on every value of random schemas, whether it is valid", () => {
    const options = {
      strict: false,
      allErrors: false,
      ownProperties: true,
      validateFormats: false,
      logger: false,
    } as const;
    let judged = 0;
    fc.assert(
      fc.property(schemas, fc.infiniteStream(fc.nat()), (schema, seeds) => {
        const ajv = new Ajv2020Module.default(options);
        // Its bookkeeping for the keywords that are left out here can throw.
        ajv.opts.unevaluated = false;
        const theirs = ajv.compile(schema);
        const ours = compile(schema);
        for (const seed of seeds.take(8)) {
          const [value] = fc.sample(near(schema), { seed, numRuns: 1 });
          // `enum` and `const` of Ajv throw if an object has a property of this name.
          if (JSON.stringify(value).includes('"toString":')) continue;
          judged++;
          expect({ schema, value, is: ours.is(value) }).toEqual({ schema, value, is: theirs(value) });
        }
      }),
      { numRuns: 200 },
    );
    expect(judged).toBeGreaterThan(1000);
  });
});
