import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pairUp } from "../../../../commands/diff/part.js";

interface Item {
  readonly name: string;
  readonly shape: string;
}

const item = fc.record({ name: fc.constantFrom("a", "b", "c"), shape: fc.constantFrom("x", "y", "z") });
const byName = { key: ({ name }: Item) => name };
const byShape = { key: ({ shape }: Item) => shape, only: true };

describe("pairs of items in two versions", () => {
  it("have every item exactly once, the old ones in their order", () => {
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (old, current) => {
        const pairings = pairUp({ old, new: current }, [byName, byShape]);
        const known = pairings.flatMap((each) => each.old ?? []);
        const others = pairings.flatMap((each) => each.new ?? []);
        expect(known.every((each, at) => each === old[at])).toBe(true);
        expect([known.length, others.length]).toEqual([old.length, current.length]);
        expect(new Set(others)).toEqual(new Set(current));
      }),
    );
  });

  it("are complete for equal versions", () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const copies = items.map((each) => ({ ...each }));
        for (const { old, new: current } of pairUp({ old: items, new: copies }, [byName]))
          expect(old).toEqual(current);
      }),
    );
  });

  it("don't guess if there are several candidates", () => {
    const old = [{ name: "a", shape: "x" }];
    const two = [
      { name: "b", shape: "x" },
      { name: "c", shape: "x" },
    ];
    expect(pairUp({ old, new: two.slice(1) }, [byName, byShape])).toHaveLength(1);
    expect(pairUp({ old, new: two }, [byName, byShape])).toHaveLength(3);
  });
});
