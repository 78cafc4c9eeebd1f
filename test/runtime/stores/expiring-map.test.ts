import { describe, expect, it } from "vitest";
import { createExpiringMap } from "../../../runtime/stores/memory/expiring-map.js";

describe("createExpiringMap", () => {
  it("doesn't grow with what has expired", () => {
    let now = 0;
    const map = createExpiringMap<number>(() => now);
    for (; now < 10_000; now++) map.set(`key ${now}`, now, now + 100);
    expect(map.size()).toBe(100);
    expect(map.values()).toHaveLength(99);
  });
});
