// @needs own-process
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

const notes = join(tmpdir(), `oipkit-explore-${process.pid}.notes`);
let fc: typeof import("fast-check");
beforeAll(async () => {
  vi.stubEnv("OIPKIT_EXPLORE", JSON.stringify({ runs: 4, notes }));
  const { href } = new URL("../../../tools/explore/fast-check.mjs", import.meta.url);
  fc = ((await import(href)) as { readonly default: typeof fc }).default;
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(notes, { force: true });
});

const noted = () =>
  readFileSync(notes, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

it("draws more cases of a property that holds", async () => {
  let drawn = 0;
  const count = () => void drawn++;
  fc.assert(fc.property(fc.nat(), count), { numRuns: 50 });
  await fc.assert(fc.asyncProperty(fc.nat(), async () => count()));
  expect(drawn).toBe(4 * 50 + 4 * 100);
});

it("notes the smallest case of one that fails, and fails", async () => {
  const small = (value: number): void => {
    expect(value).toBeLessThan(1000);
  };
  const parameters = { seed: 5, numRuns: 100 };
  expect(() => fc.assert(fc.property(fc.nat(), small), parameters)).toThrow("Counterexample: [1000]");
  await expect(
    fc.assert(
      fc.asyncProperty(fc.nat(), async (value) => small(value)),
      parameters,
    ),
  ).rejects.toThrow("Counterexample: [1000]");
  expect(noted()).toEqual(
    Array(2).fill({
      file: import.meta.filename,
      test: "notes the smallest case of one that fails, and fails",
      seed: 5,
      path: expect.stringMatching(/^\d+(?::\d+)*$/),
      counterexample: "[1000]",
      error: "expected 1000 to be less than 1000",
    }),
  );
});
