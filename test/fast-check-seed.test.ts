// @needs own-process
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";

const before = fc.readConfigureGlobal();

async function setUp(seed: string): Promise<void> {
  vi.stubEnv("FAST_CHECK_SEED", seed);
  vi.resetModules();
  await import("./support/fast-check-seed.js");
}

/** What a property test draws. */
function drawn(): readonly number[] {
  const values: number[] = [];
  fc.assert(
    fc.property(fc.integer(), (value) => {
      values.push(value);
    }),
  );
  return values;
}

afterEach(() => {
  vi.unstubAllEnvs();
  fc.configureGlobal(before);
});

describe("property tests", () => {
  it("draw the same in every run", async () => {
    await setUp("");
    expect(fc.readConfigureGlobal().seed).toBe(20_250_101);
    const once = drawn();
    expect(drawn()).toEqual(once);
  });
});

describe("FAST_CHECK_SEED", () => {
  it("makes property tests draw the same each time", async () => {
    await setUp("7");
    const once = drawn();
    expect(drawn()).toEqual(once);
    await setUp("8");
    expect(drawn()).not.toEqual(once);
  });

  it("is refused if it is not a whole number", async () => {
    await expect(setUp("today")).rejects.toThrow("FAST_CHECK_SEED is a whole number, not `today`");
  });
});
