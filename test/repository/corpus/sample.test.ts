import fc from "fast-check";
import { expect, it } from "vitest";
import { fromCorpus } from "../../support/repository/corpus/modules.js";

interface One {
  readonly id: string;
}

const sampleOf = await fromCorpus<(all: readonly One[], size: number, seed: string) => One[]>(
  "sample.mjs",
  "sampleOf",
);

const documents = fc
  .uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 40 })
  .map((ids) => ids.map((id) => ({ id })));

it("is the same for the same seed, in whatever order the documents come", () => {
  fc.assert(
    fc.property(documents, fc.nat(50), fc.string(), (all, size, seed) => {
      const sample = sampleOf(all, size, seed);
      expect(sample).toHaveLength(Math.min(size, all.length));
      expect(sampleOf([...all].reverse(), size, seed)).toEqual(sample);
    }),
  );
});

it("contains a smaller sample, and keeps its other documents if one is added", () => {
  fc.assert(
    fc.property(documents, fc.nat(20), (all, size) => {
      const sample = sampleOf(all, size, "1");
      expect(sampleOf(all, size + 5, "1").slice(0, size)).toEqual(sample);
      const kept = sampleOf([...all, { id: "\0new" }], size, "1").filter(({ id }) => id !== "\0new");
      expect(sample).toEqual(expect.arrayContaining(kept));
      expect(kept.length).toBeGreaterThanOrEqual(sample.length - 1);
    }),
  );
});

it("differs by seed", () => {
  const all = Array.from({ length: 1000 }, (_, index) => ({ id: `d${index}` }));
  const [one, two] = [sampleOf(all, 100, "1"), sampleOf(all, 100, "2")];
  expect(one.filter((document) => two.includes(document)).length).toBeLessThan(50);
});
