import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";
import {
  mockJudge,
  type Schema,
  type Sending,
  sendingContract,
  sentRequest,
} from "../../../support/commands/diff/sent-requests.js";

/** How many pairs of contracts are tried. */
const pairs = Number(process.env.WIRE_PAIRS ?? 200);
const seed = Number(process.env.FAST_CHECK_SEED ?? 36);

const words = [
  "1",
  "7",
  "12",
  "-3",
  "1.5",
  "2.50",
  "1e2",
  "007",
  "true",
  "false",
  "a",
  "ab",
  "a b",
  "a.b",
  "x|y",
  "null",
];
const values = [...words, 0, 1, 7, 12, -3, 99, 1.5, true, false];

const plain: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(
    { type: "integer" },
    { type: "number" },
    { type: "boolean" },
    { type: "string" },
    { type: "string", minLength: 1 },
    { type: "string", maxLength: 2 },
    { type: "string", pattern: "^[0-9]+$" },
    { type: "string", pattern: "^-?[0-9]+(\\.[0-9]+)?$" },
    { type: "integer", minimum: 0 },
    { type: "integer", minimum: -5, maximum: 11 },
    { type: "number", minimum: 1, exclusiveMaximum: 12 },
    { type: ["integer", "boolean"] },
    { type: ["integer", "string"], minimum: 5, maxLength: 3 },
    { type: "integer", format: "int32" },
  ),
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 4 })
    .map((list): Schema => ({ enum: list })),
);

/** Combinations of plain schemas. */
const combined: fc.Arbitrary<Schema> = fc.oneof(
  { weight: 3, arbitrary: plain },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom("allOf", "anyOf", "oneOf"), plain, plain)
      .map(([keyword, a, b]): Schema => ({ [keyword]: [a, b] })),
  },
  { weight: 1, arbitrary: fc.tuple(plain, plain).map(([a, b]): Schema => ({ ...a, not: b })) },
);

const list = fc
  .record(
    {
      minItems: fc.integer({ min: 0, max: 2 }),
      maxItems: fc.integer({ min: 2, max: 3 }),
      uniqueItems: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .chain((limits) => combined.map((items): Schema => ({ type: "array", items, ...limits })));

const record = fc
  .record({ p: combined, q: combined }, { requiredKeys: ["p"] })
  .chain((properties) =>
    fc
      .subarray(Object.keys(properties))
      .map((required): Schema => ({ type: "object", properties, ...(required.length > 0 && { required }) })),
  );

const sending: fc.Arbitrary<Sending> = fc.oneof(
  fc.record({
    where: fc.constant("query"),
    style: fc.constantFrom("form", "spaceDelimited", "pipeDelimited"),
    explode: fc.boolean(),
  }),
  fc.record({
    where: fc.constant("path"),
    style: fc.constantFrom("simple", "label", "matrix"),
    explode: fc.boolean(),
  }),
  fc.record({ where: fc.constant("header"), explode: fc.boolean() }),
  fc.record({ where: fc.constant("cookie"), explode: fc.boolean() }),
  fc.record({ where: fc.constantFrom("form", "multipart") }),
  fc.record({
    where: fc.constantFrom("form", "multipart"),
    style: fc.constant("form"),
    explode: fc.boolean(),
  }),
) as fc.Arbitrary<Sending>;

type Pair = readonly [Sending, Schema, Schema];

/** A schema that is close to another one, and often allows the same texts. */
const near = (schema: Schema): fc.Arbitrary<Schema> =>
  fc.oneof(
    combined.map((other): Schema => ({ anyOf: [schema, other] })),
    fc.constant<Schema>({ type: ["string", "boolean"] }),
    fc.constantFrom<Schema>({ type: "string" }, { type: "string", maxLength: 12 }),
    fc.constant<Schema>({ anyOf: [{ not: schema }, schema] }),
  );

const widened: fc.Arbitrary<Pair> = fc.tuple(sending, combined).chain(([how, schema]) =>
  fc.oneof(
    near(schema).map((other): Pair => [how, schema, other]),
    near(schema).map((other): Pair => [how, schema, { type: "array", items: other }]),
    near(schema).map(
      (other): Pair => [how, { type: "array", items: schema, maxItems: 2 }, { type: "array", items: other }],
    ),
    near(schema).map(
      (other): Pair => [
        how,
        { type: "object", properties: { p: schema, q: schema }, required: ["p"] },
        { type: "object", properties: { p: other, q: other } },
      ],
    ),
  ),
);

const pair: fc.Arbitrary<Pair> = fc.oneof(
  fc.tuple(sending, combined, combined),
  fc.tuple(sending, list, list),
  fc.tuple(sending, combined, list),
  fc.tuple(sending, list, combined),
  fc.tuple(sending, record, record),
  { weight: 4, arbitrary: widened },
  fc.tuple(fc.constant<Sending>({ where: "query", style: "deepObject", explode: true }), record, record),
);

function* candidates(): Generator<unknown> {
  yield* values;
  for (const a of values) yield [a];
  for (const a of values) for (const b of ["1", 7, "a", true, 1.5, "ab"]) yield [a, b];
  yield ["a", "b", "c"];
  yield [1, 2, 3];
  for (const a of values) yield { p: a };
  for (const a of values) for (const b of ["1", 7, "a", true, 1.5]) yield { p: a, q: b };
}
const all = [...candidates()];

/** Programs send the members that their contract declares. */
function isDeclared(value: unknown, { properties }: Schema): boolean {
  if (properties === undefined) return true;
  return Object.keys(value as object).every((name) => Object.hasOwn(properties as object, name));
}

it("says of no value that is refused that it is still accepted, and shows no witness that isn't refused", {
  timeout: 60_000 + pairs * 400,
}, async () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  const counts = { compatible: 0, breaking: 0, undecided: 0 };
  await fc.assert(
    fc.asyncProperty(pair, async ([how, before, after]) => {
      const [old, current] = [sendingContract(how, before), sendingContract(how, after)];
      const found = await compareTexts({ "a.openapi.json": old }, { "a.openapi.json": current });
      const open = found.filter(({ verdict }) => verdict !== "compatible");
      const sends = await mockJudge(old);
      const accepts = await mockJudge(current);
      const isField = how.where === "form" || how.where === "multipart";
      // Of two cookies with one name, the mock server takes the first for a plain value; of two in a path, both.
      const isQuirk =
        how.explode === true && (how.where === "cookie" || how.style === "matrix") && !("items" in after);
      for (const { witness, verdict } of open) {
        if (verdict !== "risky") counts[verdict === "breaking" ? "breaking" : "undecided"]++;
        if (witness === undefined) continue;
        const { document } = witness;
        const value = isField ? (document as Record<string, unknown>).x : document;
        const request = await sentRequest(how, value);
        if (request === undefined || !(await sends(request))) continue;
        if (isQuirk && Array.isArray(value)) continue;
        expect([witness, await accepts(request)]).toEqual([witness, false]);
      }
      if (open.some(({ verdict }) => verdict !== "risky")) return;
      counts.compatible++;
      for (const value of all.filter((each) => isDeclared(each, before) && ajv.validate(before, each))) {
        const request = await sentRequest(how, value);
        if (request === undefined || !(await sends(request))) continue;
        expect([value, await accepts(request)]).toEqual([value, true]);
      }
    }),
    { numRuns: pairs, seed },
  );
  if (process.env.WIRE_PAIRS !== undefined) console.info(counts);
  expect(counts.undecided).toBeLessThan(pairs / 4);
});
