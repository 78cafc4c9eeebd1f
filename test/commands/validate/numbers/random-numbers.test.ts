import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  isMultiple,
  isSame,
  isWhole,
  keywords,
  rational,
} from "../../../support/commands/validate/numbers/rational.js";
import { createWorkspace, type Workspace } from "../../../support/commands/validate/workspace.js";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace({}, { generated: false });
});
afterEach(() => workspace.remove());

const base = fc.constantFrom(
  ..."0 1 3 7 0.3 0.1 0.01 0.07 19.99 9007199254740991 9007199254740992 9007199254740993 9007199254740994".split(
    " ",
  ),
  ..."9223372036854775807 9223372036854775808 12345678901234567890 12345678901234567891 12345678901234567890.5".split(
    " ",
  ),
  ..."1e400 10e399 1e-400 1e22 1e23 99999999999999991611392 5e-324 0.1000000000000000055511151231257827".split(
    " ",
  ),
  ..."1000000000000001 0.30000000000000004 0.3000000000000000444 1.7976931348623157e308 4.5e-324 2.5e-324".split(
    " ",
  ),
);
const written = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: -30, max: 30 }))
  .map(([digits, power]) => `${digits}e${power}`);
const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.bigInt({ min: 0n, max: 10n ** 6n }))
  .map(([whole, fraction]) => `${whole}.${fraction}`);
const sign = fc.constantFrom("", "", "-");
const number = fc.tuple(sign, fc.oneof(base, base, written, decimal)).map((parts) => parts.join(""));

/** A number near another one, so that limits are hit. */
const near = fc.tuple(number, fc.array(number, { minLength: 12, maxLength: 12 })).map(([limit, others]) => ({
  limit,
  values: [limit, ...others, ...neighbours(limit)],
}));

function neighbours(text: string): string[] {
  const { top, bottom } = rational(text);
  if (bottom !== 1n) return [];
  return [top - 1n, top + 1n, top * 3n, -top].map(String);
}

test("each number is judged as it is written, in documents and in schemas of either notation", async () => {
  await fc.assert(
    fc.asyncProperty(
      near,
      fc.constantFrom(...Object.keys(keywords)),
      fc.boolean(),
      async ({ limit, values }, keyword, isYaml) => {
        if (keyword === "multipleOf" && (limit.startsWith("-") || isSame(rational(limit), rational("0"))))
          return;
        const schema = isYaml ? "schema.yaml" : "schema.json";
        workspace.write({
          [schema]: isYaml
            ? `properties:\n  n: {${keyword}: ${limit}}\n`
            : `{"properties":{"n":{"${keyword}":${limit}}}}`,
          "lines.ndjson": values.map((value) => `{"n":${value}}`).join("\n"),
        });
        const found = await workspace.findings(["--schema", schema, "lines.ndjson"]);
        const wrong = new Set(found.map(({ line }) => line));
        const holds = keywords[keyword] as (typeof keywords)[string];
        for (const [index, value] of values.entries())
          expect([keyword, limit, value, !wrong.has(index + 1)]).toEqual([
            keyword,
            limit,
            value,
            holds(rational(value), rational(limit)),
          ]);
      },
    ),
    { seed: 31, numRuns: 250 },
  );
});

test("`integer`, `enum` and `uniqueItems` compare numbers as they are written", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 2, maxLength: 6 }), number, async (values, other) => {
      const all = [...values, other];
      workspace.write({
        "schema.json": `{"properties":{"i":{"items":{"type":"integer"}},"e":{"items":{"enum":[${values}]}},"u":{"uniqueItems":true},
          "d":{"uniqueItems":true}}}`,
        "d.json": `{"i":[${all}],"e":[${all}],"u":[${all}],"d":[${all.map((each) => `{"a":[${each}]}`)}]}`,
      });
      const found = await workspace.findings(["--schema", "schema.json", "d.json"]);
      const pointers = new Set(found.map(({ pointer }) => pointer));
      const numbers = all.map(rational);
      const twice = numbers.some((a, at) => numbers.slice(0, at).some((b) => isSame(a, b)));
      expect([all, pointers.has("/u"), pointers.has("/d")]).toEqual([all, twice, twice]);
      for (const [index, value] of numbers.entries()) {
        expect([all[index], !pointers.has(`/i/${index}`)]).toEqual([all[index], isWhole(value)]);
        const isListed = values.some((each) => isSame(rational(each), value));
        expect([all[index], !pointers.has(`/e/${index}`)]).toEqual([all[index], isListed]);
      }
    }),
    { seed: 32, numRuns: 150 },
  );
});

test("a generated validator decides `multipleOf` by the decimal numbers that doubles are printed as", async () => {
  const { compile } = await import("../../../../reader/validation/compile.js");
  const double = fc.oneof(
    number.map(Number).filter(Number.isFinite),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const step = fc.oneof(
    fc.constantFrom(0.01, 0.1, 0.3, 0.07, 0.03, 1, 3, 1e-7, 5e-324, 1e23, 0.05, 123.456),
    double.filter((each) => each > 0),
  );
  fc.assert(
    fc.property(step, double, fc.maxSafeInteger(), (of, value, times) => {
      const { is } = compile({ multipleOf: of });
      for (const each of [value, of * times, of * (times % 1000)].filter(Number.isFinite))
        expect([each, of, is(each)]).toEqual([
          each,
          of,
          isMultiple(rational(String(each)), rational(String(of))),
        ]);
    }),
    { seed: 33, numRuns: 3000 },
  );
});
