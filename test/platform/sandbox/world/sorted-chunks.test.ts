import fc from "fast-check";
import { expect, it } from "vitest";
import { createSortedChunks } from "../../../../platform/sandbox/world/timer-queue.js";

it("has what was added and not deleted, in order, also beyond the length of a chunk", () => {
  const step = fc.record({
    kind: fc.constantFrom("add", "delete", "run"),
    at: fc.integer({ min: 0, max: 20_000 }),
    count: fc.integer({ min: 1, max: 3000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const chunks = createSortedChunks<number>((a, b) => a - b);
      const wanted = new Set<number>();
      for (const { kind, at, count } of steps) {
        for (let item = at; item < at + (kind === "run" ? count : 1); item += 1) {
          if (kind === "delete") {
            chunks.delete(item);
            wanted.delete(item);
          } else if (!wanted.has(item)) {
            chunks.add(item);
            wanted.add(item);
          }
        }
      }
      const sorted = [...wanted].sort((a, b) => a - b);
      expect([...chunks.values()]).toEqual(sorted);
      expect(chunks.first()).toBe(sorted[0]);
      for (const limit of [0, 5000, 10_000, 30_000]) {
        const early = sorted.filter((item) => item <= limit);
        const found = chunks.before((item) => item > limit);
        expect(found).toEqual({ count: early.length, last: early.at(-1) });
      }
      for (const item of sorted) chunks.delete(item);
      expect([...chunks.values()]).toEqual([]);
      expect(chunks.first()).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});
