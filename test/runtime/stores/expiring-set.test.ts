import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExpiringSet } from "../../../runtime/stores/memory/nonces.js";

describe("createExpiringSet", () => {
  it("removes expired names", () => {
    let now = 0;
    const set = createExpiringSet(() => now, Infinity);
    for (; now < 10_000; now++) expect(set.add(`name ${now}`, now + 100)).toBe("added");
    expect(set.size()).toBe(100);
  });

  it("accepts a name again as soon as it expires, even if an older name hasn't expired", () => {
    let now = 0;
    const set = createExpiringSet(() => now, Infinity);
    set.add("long", 1000);
    expect(set.add("short", 10)).toBe("added");
    now = 9;
    expect(set.add("short", 20)).toBe("exists");
    now = 10;
    expect(set.add("short", 20)).toBe("added");
    expect(set.add("short", 30)).toBe("exists");
    expect(set.size()).toBe(2);
  });

  it("never holds more than its capacity, and forgets no name for a new one", () => {
    let now = 0;
    const set = createExpiringSet(() => now, 3);
    for (const name of ["a", "b", "c"]) set.add(name, 100);
    expect(set.isFull()).toBe(true);
    expect(["d", "a", "b", "c"].map((name) => set.add(name, 200))).toEqual([
      "full",
      "exists",
      "exists",
      "exists",
    ]);
    now = 100;
    expect(set.isFull()).toBe(false);
    expect(["d", "a", "b", "c"].map((name) => set.add(name, 200))).toEqual([
      "added",
      "added",
      "added",
      "full",
    ]);
  });

  it("answers as a plain map would, whatever order names come and expire in", () => {
    const step = fc.record({ wait: fc.nat(30), name: fc.nat(12), lasts: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let now = 0;
        const set = createExpiringSet(() => now, Infinity);
        const plain = new Map<string, number>();
        for (const { wait, name, lasts } of steps) {
          now += wait;
          const key = String(name);
          const exists = (plain.get(key) ?? -1) > now;
          expect(set.add(key, now + lasts)).toBe(exists ? "exists" : "added");
          if (!exists) plain.set(key, now + lasts);
        }
        // Out of order, an expired name stays until the one before it expires.
        now += 100;
        for (let call = 0; call < 4; call++) set.isFull();
        expect(set.size()).toBe(0);
      }),
    );
  });
});
