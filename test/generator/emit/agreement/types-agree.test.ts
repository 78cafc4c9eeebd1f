import { expect, test } from "vitest";
import { agreement } from "./agreement.js";

test.each([
  ["openapi-3.0", "any"],
  ["openapi-3.0", "exact"],
  ["openapi-3.1", "any"],
  ["openapi-3.1", "exact"],
  ["json-schema", "any"],
  ["json-schema", "exact"],
] as const)("types and validators agree on values: %s, %s schemas", async (dialect, expressiveness) => {
  const { disagreements, errors, accepted, refused } = await agreement({
    dialect,
    expressiveness,
    seed: 31,
    count: 80,
  });
  expect({ errors, disagreements }).toEqual({ errors: [], disagreements: [] });
  expect(accepted).toBeGreaterThan(400);
  expect(refused).toBeGreaterThan(400);
});
