import { expect, test } from "vitest";
import { Pace } from "../../documents/input/pace.js";

test("units grow up to their limit if there are few findings, and shrink if there are many", () => {
  const pace = new Pace(1_000_000);
  const first = pace.unitBytes;
  for (let unit = 0; unit < 20; unit++) pace.note(0);
  expect(pace.unitBytes).toBe(1_000_000);
  pace.note(1000);
  expect(pace.unitBytes).toBe(1_000_000);
  for (let unit = 0; unit < 20; unit++) pace.note(100_000);
  expect(pace.unitBytes).toBeLessThan(first);
  expect(pace.unitBytes).toBeGreaterThan(0);
});

test("a unit never exceeds a limit of one byte", () => {
  const pace = new Pace(1);
  for (const findings of [0, 100_000, 100_000]) {
    pace.note(findings);
    expect(pace.unitBytes).toBe(1);
  }
});
