import { expect, test } from "vitest";
import { UnitSize } from "../../../commands/validate/input/sources.js";

test("units grow up to their limit if there are few findings, and shrink if there are many", () => {
  const unitSize = new UnitSize(1_000_000);
  const first = unitSize.unitBytes;
  for (let unit = 0; unit < 20; unit++) unitSize.note(0);
  expect(unitSize.unitBytes).toBe(1_000_000);
  unitSize.note(1000);
  expect(unitSize.unitBytes).toBe(1_000_000);
  for (let unit = 0; unit < 20; unit++) unitSize.note(100_000);
  expect(unitSize.unitBytes).toBeLessThan(first);
  expect(unitSize.unitBytes).toBeGreaterThan(0);
});

test("a unit never exceeds a limit of one byte", () => {
  const unitSize = new UnitSize(1);
  for (const findings of [0, 100_000, 100_000]) {
    unitSize.note(findings);
    expect(unitSize.unitBytes).toBe(1);
  }
});
