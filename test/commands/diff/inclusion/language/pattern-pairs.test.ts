import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideInclusion } from "../../../../../commands/diff/inclusion/decide.js";
import { schemaDefinition } from "../../../../../commands/diff/schemas/compare-schema-files.js";
import { patternJudge, smallTexts } from "../../../../support/commands/diff/inclusion/pattern-judge.js";
import { patternPair } from "../../../../support/commands/diff/inclusion/random-pattern.js";

/** `PATTERN_PAIRS=100000` is the long run. */
const pairs = Number(process.env.PATTERN_PAIRS ?? 150);

/** A clock that goes on by a millisecond whenever it is read, so that a run is the same on each machine. */
function countingClock(): () => number {
  let time = 0;
  return () => time++;
}

/** Lengths beside the patterns; mostly none. */
const lengths = fc.constantFrom(
  {},
  {},
  {},
  { minLength: 2 },
  { maxLength: 3 },
  { minLength: 1, maxLength: 70 },
);

describe("random pairs of patterns", () => {
  it("are never proved wrongly, every witness is one, and few are undecided", { timeout: 0 }, () => {
    const counts = { included: 0, "not-included": 0, undecided: 0 };
    fc.assert(
      fc.property(patternPair, lengths, lengths, (pair, oldLengths, newLengths) => {
        const schemas = {
          of: { type: "string", pattern: pair.old, ...oldLengths },
          in: { type: "string", pattern: pair.new, ...newLengths },
        };
        const verdict = decideInclusion(
          { of: schemaDefinition({ schema: schemas.of }), in: schemaDefinition({ schema: schemas.in }) },
          { now: countingClock() },
        );
        counts[verdict.kind]++;
        const isOld = stringJudge(schemas.of);
        const isNew = stringJudge(schemas.in);
        const isWitness = (text: unknown): boolean => typeof text === "string" && isOld(text) && !isNew(text);
        if (verdict.kind === "included")
          expect({ ...schemas, missed: smallTexts.filter(isWitness) }).toEqual({ ...schemas, missed: [] });
        if (verdict.kind === "not-included")
          for (const witness of verdict.witnesses)
            expect({ ...schemas, witness, isWitness: isWitness(witness) }).toEqual({
              ...schemas,
              witness,
              isWitness: true,
            });
      }),
      { numRuns: pairs },
    );
    console.log(`${pairs} random pairs of patterns: ${JSON.stringify(counts)}`);
    expect(counts.undecided).toBeLessThan(pairs * 0.05);
    expect(counts.included).toBeGreaterThan(pairs / 10);
    expect(counts["not-included"]).toBeGreaterThan(pairs / 10);
  });
});

function stringJudge(schema: {
  readonly pattern: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}): (text: string) => boolean {
  const matches = patternJudge(schema.pattern);
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  return (text) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength && matches(text);
  };
}
