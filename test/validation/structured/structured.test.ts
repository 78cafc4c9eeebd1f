import Ajv2020Module from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below } from "../../../generator/read/place.js";
import { ContractNodes } from "../../../generator/validation/nodes/contract-nodes.js";
import { RunValidators } from "../../../generator/validation/run-validator.js";
import { support } from "../../../generator/validation/support.js";
import { isValid } from "../reference-validator.js";
import { schemaContracts, schemaPlace } from "../schema-contracts.js";
import { caseName, namedSchemas, type StructuredCase, structuredCase } from "./structured-cases.js";

const $schema = "https://json-schema.org/draft/2020-12/schema";
const formats = { "date-time": (text: string) => support.isDateTime(text) };

/** What Ajv says of a value, or the specification if Ajv fails. */
function judges(cases: readonly StructuredCase[]): (index: number) => (value: unknown) => boolean {
  const $defs = namedSchemas(cases, "#/$defs/");
  const ajv = new Ajv2020Module.default({ strict: false, ownProperties: true, logger: false, formats });
  ajv.addSchema({ $schema, $defs }, "all");
  return (index) => {
    const name = caseName(index);
    const theirs = ajv.getSchema(`all#/$defs/${name}`);
    if (theirs === undefined) throw new Error(`Ajv has no schema ${name}`);
    return (value) => {
      const specified = () => isValid({ $ref: `#/$defs/${name}`, $defs }, value, formats);
      try {
        return theirs(value) === true;
      } catch {
        // It throws if `patternProperties` and `unevaluatedProperties` meet.
        return specified();
      }
    };
  };
}

describe("schemas whose parts speak of the same property", () => {
  it("accept what Ajv accepts, with and without optimisations", async () => {
    let pairs = 0;
    let valid = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(structuredCase, { minLength: 1, maxLength: 60, size: "max" }),
        async (cases) => {
          const judge = judges(cases);
          const contracts = await schemaContracts({
            all: { $schema, $defs: namedSchemas(cases, "#/$defs/") },
          });
          const nodes = new ContractNodes(contracts);
          const validators = new RunValidators();
          const root = schemaPlace(contracts, "all");
          for (const [index, { schema, definitions, values }] of cases.entries()) {
            const definition = nodes.of(below(root, "$defs", caseName(index)));
            const { is, check } = validators.of(definition);
            const isAccepted = judge(index);
            for (const value of values) {
              const wanted = isAccepted(value);
              pairs++;
              if (wanted) valid++;
              const found = check(value).map(({ code }) => code);
              const verdicts = [is(value), found.length === 0, support.conforms(definition.node, value)];
              if (verdicts.every((each) => each === wanted) && !found.includes("validator-failed")) continue;
              const [optimised, checked, plain] = verdicts;
              const place = { schema, definitions, value };
              expect({ ...place, optimised, checked, plain, found }).toEqual({
                ...place,
                optimised: wanted,
                checked: wanted,
                plain: wanted,
                found: wanted ? [] : expect.not.arrayContaining(["validator-failed"]),
              });
            }
          }
        },
      ),
      { numRuns: 4 },
    );
    expect(pairs).toBeGreaterThan(2_000);
    expect(valid).toBeGreaterThan(pairs / 10);
  });
});
