import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeAt } from "../../../reader/documents/place.js";
import { compile } from "../../../reader/validation/index.js";
import { instanceChecks } from "../../../reader/validation/instances.js";
import { ContractNodes } from "../../../reader/validation/nodes/contract-nodes.js";
import { RunValidators, runValidator } from "../../../reader/validation/run-validator.js";
import { fromPointer } from "../../../runtime/json-pointer/index.js";
import { near } from "../../support/reader/validation/json-near.js";
import { randomSchema } from "../../support/reader/validation/random-schema.js";
import { isValid } from "../../support/reader/validation/reference-validator.js";
import { schemaContracts, schemaPlace } from "../../support/reader/validation/schema-contracts.js";

const $schema = "https://json-schema.org/draft/2020-12/schema";

/** A schema whose definitions don't refer to each other, to avoid circular references by chance. */
const documents = fc
  .tuple(randomSchema, randomSchema, randomSchema, randomSchema)
  .map(([root, one, two, three]) => ({
    $schema,
    ...root,
    $defs: {
      one: only(one, ["#/$defs/two", "#/$defs/three"]),
      two: only(two, ["#/$defs/three"]),
      three: only(three, []),
    },
  }));

/** Removes all references except the allowed ones. */
function only(schema: unknown, allowed: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && !allowed.includes(String(value)) ? undefined : value,
  );
}

describe("any schema", () => {
  it("gives a validator that follows the specification, generated, compiled or interpreted", async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.infiniteStream(fc.nat()), async (schema, seeds) => {
        const contracts = await schemaContracts({ root: schema });
        const place = schemaPlace(contracts, "root");
        const generated = runValidator(new ContractNodes(contracts).of(place));
        const compiled = compile(schema);
        const checks = instanceChecks(contracts);
        const withoutCode = {
          is: (value: unknown) => checks.is(place, value),
          check: (value: unknown) => checks.check(place, value),
        };
        for (const seed of [...seeds.take(5)]) {
          const [value] = fc.sample(near(schema), { seed, numRuns: 1 });
          const wanted = isValid(schema, value);
          for (const { is, check } of [generated, compiled, withoutCode])
            expect({ schema, value, is: is(value), check: check(value).length === 0 }).toEqual({
              schema,
              value,
              is: wanted,
              check: wanted,
            });
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same validator if it shares definitions with others", async () => {
    const order = fc.shuffledSubarray(["", "/$defs/one", "/$defs/two", "/$defs/three"], { minLength: 4 });
    await fc.assert(
      fc.asyncProperty(documents, order, fc.nat(), async (schema, pointers, seed) => {
        const contracts = await schemaContracts({ root: schema });
        const { document } = schemaPlace(contracts, "root");
        const nodes = new ContractNodes(contracts);
        const shared = new RunValidators();
        const values = fc.sample(near(schema), { seed, numRuns: 3 });
        for (const pointer of pointers) {
          const definition = nodes.of(placeAt(document, fromPointer(pointer)));
          const [one, other] = [shared.of(definition), runValidator(definition)];
          for (const value of values)
            expect({ schema, pointer, value, is: one.is(value), check: one.check(value) }).toEqual({
              schema,
              pointer,
              value,
              is: other.is(value),
              check: other.check(value),
            });
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    [
      "a constant together with a list of values",
      { const: 1, enum: [1, 2], allOf: [{ type: "number" }] },
      [1],
      [2, "1"],
    ],
    ["two lists that overlap", { enum: [1, 2], allOf: [{ enum: [2, 3] }] }, [2], [1, 3]],
    [
      "an unevaluated keyword together with keywords that evaluate",
      { allOf: [{ properties: { a: true } }], properties: { b: true }, unevaluatedProperties: false },
      [{ a: 1, b: 1 }],
      [{ c: 1 }],
    ],
    [
      "keywords next to a reference to a reference",
      { $ref: "#/$defs/one", $defs: { one: { $ref: "#/$defs/two", minimum: 2 }, two: { type: "integer" } } },
      [2],
      [1, 2.5],
    ],
    [
      "properties of two schemas, one of them closed",
      { allOf: [{ properties: { a: true }, additionalProperties: false }], properties: { b: true } },
      [{ a: 1 }],
      [{ b: 1 }],
    ],
  ])("keeps the meaning of %s", async (_, schema, valid, invalid) => {
    const contracts = await schemaContracts({ root: { $schema, ...schema } });
    const place = schemaPlace(contracts, "root");
    const { is } = runValidator(new ContractNodes(contracts).of(place));
    expect([...valid.map(is), ...invalid.map(is)]).toEqual([
      ...valid.map(() => true),
      ...invalid.map(() => false),
    ]);
  });
});
