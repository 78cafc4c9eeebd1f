import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandFaults } from "../../support/generator/malformed/commands.js";
import { documents } from "../../support/generator/malformed/documents.js";
import { type Change, mutant } from "../../support/generator/malformed/mutants.js";

/** Without a bias to small numbers, which would change the same few places again and again. */
const fraction = fc.noBias(fc.nat(999_999)).map((number) => number / 1_000_000);
const pickAmong = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.noBias(fc.constantFrom(...values));

/** Of every type, and objects that look like something else. */
const value = pickAmong<unknown>(
  null,
  true,
  -1.5,
  3,
  "",
  "x",
  "#/components/schemas/Base",
  [],
  [null],
  ["x"],
  [[]],
  {},
  { x: null },
  { $ref: 3 },
  { $ref: "#" },
  { a: { b: { c: [{ d: 1 }] } } },
);
const name = pickAmong(
  "x-more",
  "x",
  "$ref",
  "schema",
  "allOf",
  "type",
  "0",
  "__proto__",
  "constructor",
  "get",
);
const replaced = fc.record({ kind: fc.constant("replace" as const), value });
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: replaced },
  { weight: 1, arbitrary: fc.constant({ kind: "remove" } as const) },
  { weight: 1, arbitrary: fc.record({ kind: pickAmong("copy" as const, "rename" as const), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("transplant" as const), from: fraction }) },
);

describe("every command has a finding or a result, and never an error of a library", () => {
  it.each([
    ["shop.openapi.json", 30],
    ["old.openapi.json", 50],
    ["events.asyncapi.json", 40],
    ["old.asyncapi.json", 25],
    ["thing.schema.json", 60],
    ["old.schema.json", 50],
  ])("for mutants of %s", async (file, numRuns) => {
    const document = documents[file] as object;
    expect(await commandFaults(file, document, document)).toEqual([]);
    const mutation = fc.record({ at: fraction, change });
    await fc.assert(
      fc.asyncProperty(mutation, async (drawn) => {
        const { value: changed, pointer } = mutant(document, drawn);
        expect(await commandFaults(file, document, changed), pointer).toEqual([]);
      }),
      { numRuns },
    );
  });
});
