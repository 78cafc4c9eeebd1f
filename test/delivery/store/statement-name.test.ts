import { expect, it } from "vitest";
import { statementName } from "../../../delivery/store/postgres/runner.js";

it("names a statement from its second use on, always the same", () => {
  const uses = Array.from({ length: 4 }, () => statementName("select one"));
  expect(uses[0]).toBeUndefined();
  expect(uses[1]).toMatch(/^oipkit_[0-9a-f]{32}$/);
  expect(new Set(uses.slice(1)).size).toBe(1);
});

it("names at most two hundred, however many texts come", () => {
  const texts = Array.from({ length: 500 }, (_, index) => `select ${index}`);
  const named = texts.filter((text) => {
    statementName(text);
    return statementName(text) !== undefined;
  });
  expect(named.length).toBeLessThanOrEqual(200);
  expect(named.length).toBeGreaterThan(100);
});
