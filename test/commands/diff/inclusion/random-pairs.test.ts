import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideInclusion, type InclusionVerdict } from "../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
import { editedPair } from "../../../support/commands/diff/inclusion/edited-schema.js";
import { ajvJudge } from "../../../support/reader/validation/ajv-judge.js";
import { near } from "../../../support/reader/validation/json-near.js";
import { isValid } from "../../../support/reader/validation/reference-validator.js";

type Schema = Record<string, unknown>;

/** `INCLUSION_PAIRS=100000` is the long run. */
const pairs = Number(process.env.INCLUSION_PAIRS ?? 2_000);
const clock = { now: () => 0, steps: 20_000 };

function decided(of: Schema, within: Schema): InclusionVerdict {
  return decideInclusion(
    { of: schemaDefinition({ schema: of }), in: schemaDefinition({ schema: within }) },
    clock,
  );
}

describe("random pairs of schemas", () => {
  it("are never proved wrongly, and every witness is one", { timeout: 0 }, () => {
    const counts = { included: 0, "not-included": 0, undecided: 0 };
    const unconfirmed: unknown[] = [];
    fc.assert(
      fc.property(editedPair, fc.nat(), (pair, seed) => {
        const verdict = decided(pair.old, pair.new);
        counts[verdict.kind]++;
        switch (verdict.kind) {
          case "undecided":
            if (verdict.reason.includes("confirm") || verdict.reason.includes("isn't accepted"))
              unconfirmed.push({ ...pair, reason: verdict.reason });
            break;
          case "not-included":
            for (const witness of verdict.witnesses) {
              expect({ ...pair, witness, isSame: pair.isSame }).toMatchObject({ isSame: false });
              const says = [isValid(pair.old, witness), isValid(pair.new, witness)];
              expect({ ...pair, witness, says }).toMatchObject({ says: [true, false] });
              // `undefined` is where Ajv is known to err.
              const theirs = [ajvJudge(pair.old).isValid(witness), ajvJudge(pair.new).isValid(witness)];
              expect({ ...pair, witness, isLike: theirs[0] !== false && theirs[1] !== true }).toMatchObject({
                isLike: true,
              });
            }
            break;
          case "included": {
            const values = [
              ...fc.sample(near(pair.old), { seed, numRuns: 5 }),
              ...fc.sample(near(pair.new), { seed, numRuns: 5 }),
            ];
            for (const value of values)
              if (isValid(pair.old, value))
                expect({ ...pair, value, isIncluded: isValid(pair.new, value) }).toMatchObject({
                  isIncluded: true,
                });
          }
        }
      }),
      { numRuns: pairs },
    );
    console.log(`${pairs} random pairs: ${JSON.stringify(counts)}`);
    expect(counts.included).toBeGreaterThan(pairs / 10);
    expect(counts["not-included"]).toBeGreaterThan(pairs / 10);
    expect(unconfirmed).toEqual([]);
  });
});
