import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { below } from "../../../../reader/documents/place.js";
import { ContractNodes } from "../../../../reader/validation/nodes/contract-nodes.js";
import { RunValidators } from "../../../../reader/validation/run-validator.js";
import { support } from "../../../../reader/validation/support.js";
import { schemaContracts, schemaPlace } from "../../../support/reader/validation/schema-contracts.js";
import { judgeCases } from "../../../support/reader/validation/structured/judge-cases.js";
import {
  caseName,
  namedSchemas,
  structuredCase,
} from "../../../support/reader/validation/structured/structured-cases.js";

describe("schemas whose parts speak of the same property", () => {
  it("accept what Ajv accepts, with and without optimisations", async () => {
    let pairs = 0;
    let valid = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(structuredCase, { minLength: 1, maxLength: 100, size: "max" }),
        async (cases) => {
          const judge = judgeCases(cases);
          const contracts = await schemaContracts({
            all: { $defs: namedSchemas(cases, "#/$defs/") },
          });
          const nodes = new ContractNodes(contracts);
          const validators = new RunValidators();
          const root = schemaPlace(contracts, "all");
          for (const [index, { schema, definitions, values }] of cases.entries()) {
            const definition = nodes.of(below(root, "$defs", caseName(index)));
            const { is, check } = validators.of(definition);
            const isAccepted = judge(index);
            for (const value of values) {
              const optimised = is(value);
              const wanted = isAccepted(value);
              pairs++;
              if (wanted) valid++;
              const found = check(value).map(({ code }) => code);
              const verdicts = [optimised, found.length === 0, support.conforms(definition.node, value)];
              if (verdicts.every((each) => each === wanted) && !found.includes("validator-failed")) continue;
              const [, checked, plain] = verdicts;
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
