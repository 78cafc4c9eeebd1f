import { describe, expect, it } from "vitest";
import { createExpiringSet } from "../../../runtime/stores/memory/expiring-set.js";

describe("createExpiringSet", () => {
  it("removes expired names", () => {
    let now = 0;
    const set = createExpiringSet(() => now);
    for (; now < 10_000; now++) expect(set.add(`name ${now}`, now + 100)).toBe(true);
    expect(set.size()).toBe(100);
  });

  it("accepts a name again as soon as it expires, even if an older name hasn't expired", () => {
    let now = 0;
    const set = createExpiringSet(() => now);
    set.add("long", 1000);
    expect(set.add("short", 10)).toBe(true);
    now = 9;
    expect(set.add("short", 20)).toBe(false);
    now = 10;
    expect(set.add("short", 20)).toBe(true);
    expect(set.add("short", 30)).toBe(false);
    expect(set.size()).toBe(2);
  });
});
