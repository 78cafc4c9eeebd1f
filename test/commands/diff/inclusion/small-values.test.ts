import fc from "fast-check";
import { expect, it } from "vitest";
import { decideInclusion } from "../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../commands/diff/schemas/compare-schema-files.js";
import { smallPair } from "../../../support/commands/diff/inclusion/small-schema.js";
import { smallValues } from "../../../support/commands/diff/inclusion/small-values.js";
import { ajvErrs } from "../../../support/reader/validation/ajv-faults.js";
import { compileWithAjv } from "../../../support/reader/validation/ajv-judge.js";

/** `INCLUSION_PAIRS=100000` is the long run. */
const pairs = Number(process.env.INCLUSION_PAIRS ?? 300);
const clock = { now: () => 0, steps: 20_000 };

it("a proof holds for every small value, and Ajv confirms every witness", { timeout: 0 }, () => {
  const counts = { included: 0, "not-included": 0, undecided: 0 };
  const missed: unknown[] = [];
  fc.assert(
    fc.property(smallPair, ([of, within]) => {
      const [isFirst, isSecond] = [compileWithAjv(of), compileWithAjv(within)];
      const isDifference = (value: unknown): boolean => isFirst(value) && !isSecond(value);
      const isJudged = (value: unknown): boolean =>
        ajvErrs(of, value) === undefined && ajvErrs(within, value) === undefined;
      const pair = { of: schemaDefinition({ schema: of }), in: schemaDefinition({ schema: within }) };
      const verdict = decideInclusion(pair, { ...clock, witnesses: 2 });
      counts[verdict.kind]++;
      if (verdict.kind === "not-included")
        expect({
          of,
          within,
          wrong: verdict.witnesses.filter((each) => isJudged(each) && !isDifference(each)),
        }).toMatchObject({
          wrong: [],
        });
      else {
        const difference = smallValues.find((each) => isDifference(each) && isJudged(each));
        if (verdict.kind === "included")
          expect({ of, within, difference }).toMatchObject({ difference: undefined });
        else if (difference !== undefined) missed.push({ of, within, difference, reason: verdict.reason });
      }
    }),
    { numRuns: pairs },
  );
  console.log(
    `${pairs} small pairs: ${JSON.stringify(counts)}; undecided with a small witness: ${missed.length}`,
  );
  expect(counts.included).toBeGreaterThan(pairs / 10);
  expect(counts["not-included"]).toBeGreaterThan(pairs / 10);
  expect(counts.undecided).toBeLessThan(pairs / 20);
});
