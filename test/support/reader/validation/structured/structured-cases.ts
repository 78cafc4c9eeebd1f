import fc from "fast-check";
import { consequence, type Property, properties, shared } from "./structured-properties.js";

type Schema = Readonly<Record<string, unknown>>;

/** A schema, the definitions that only it refers to, and values that it may or may not accept. */
export interface StructuredCase {
  readonly schema: Schema;
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly values: readonly unknown[];
}

const strange: readonly unknown[] = [null, true, 7, "zz", [], {}];

/** A base schema whose property `name` has a type. */
const bases: readonly ((name: string, typed: unknown) => Schema)[] = [
  (name, typed) => ({ type: "object", properties: { [name]: typed } }),
  (name, typed) => ({ properties: { [name]: typed } }),
  (name, typed) => ({ type: "object", properties: { [name]: typed }, required: [name] }),
  (name, typed) => ({
    type: "object",
    properties: { [name]: typed, other: { type: "string" } },
    required: ["other"],
  }),
  (name, typed) => ({ type: ["object", "null"], properties: { [name]: typed } }),
  (_name, typed) => ({
    type: "object",
    additionalProperties: typed,
    properties: { other: { type: "string" } },
  }),
  (name, typed) => ({ allOf: [{ type: "object", properties: { [name]: typed } }] }),
  (name, typed) => ({ anyOf: [{ type: "object", properties: { [name]: typed } }, { type: "null" }] }),
  (name, typed) => ({ type: "object", patternProperties: { [`^${name}`]: typed } }),
];

/** Keywords beside the base that speak of the same property. */
const fragments: readonly ((name: string, limit: unknown) => Schema)[] = [
  (name) => ({ required: [name] }),
  (name, limit) => ({ properties: { [name]: limit } }),
  (name, limit) => ({ required: [name], properties: { [name]: limit } }),
  (name, limit) => ({ type: "object", required: [name], properties: { [name]: limit } }),
  (name, limit) => ({ properties: { [name]: limit, more: { type: "string" } }, required: ["more"] }),
  (name, limit) => ({ patternProperties: { [`^${name}$`]: limit } }),
  (_name, limit) => ({ additionalProperties: limit }),
  (name, limit) => ({ properties: { other: true, [name]: limit }, additionalProperties: false }),
  (name) => ({ propertyNames: { enum: [name, "other"] } }),
  (name) => ({ dependentRequired: { [name]: ["other"] } }),
  (name) => ({ dependentRequired: { other: [name] } }),
  (name, limit) => ({ dependentSchemas: { [name]: { properties: { [name]: limit }, required: ["other"] } } }),
  (name, limit) => ({ dependentSchemas: { other: { required: [name], properties: { [name]: limit } } } }),
  () => ({ minProperties: 1 }),
  () => ({ maxProperties: 1 }),
  () => ({ unevaluatedProperties: false }),
  (name) => ({ not: { required: [name] } }),
  (name, limit) => ({ not: { required: [name], properties: { [name]: limit } } }),
  (name, limit) => ({ if: { required: [name] }, [consequence]: { properties: { [name]: limit } } }),
  (name, limit) => ({
    if: { properties: { [name]: limit } },
    [consequence]: { required: [name] },
    else: { maxProperties: 1 },
  }),
  (name, limit) => ({
    anyOf: [{ required: [name], properties: { [name]: limit } }, { required: ["other"] }],
  }),
  (name, limit) => ({
    oneOf: [{ required: [name] }, { properties: { [name]: limit }, required: ["other"] }],
  }),
  (name, limit) => ({ allOf: [{ properties: { [name]: limit } }, { required: [name] }] }),
  () => ({ type: "object" }),
  () => ({ enum: [{}, { text: "ab" }, { count: 1 }, null] }),
  () => ({ items: { type: "string" }, minItems: 1, minLength: 1, minimum: 1 }),
];

/** Each way to put keywords beside a base, which `$defs` holds, too. */
const arrangements: readonly ((
  base: Schema,
  beside: Schema,
) => Schema & { readonly $defs?: Record<string, Schema> })[] = [
  (_base, beside) => ({ ...beside, $ref: "#/$defs/base" }),
  (base, beside) => ({ allOf: [base], ...beside }),
  (_base, beside) => ({ allOf: [{ $ref: "#/$defs/base" }], ...beside }),
  (_base, beside) => ({ allOf: [{ $ref: "#/$defs/base" }, beside] }),
  (_base, beside) => ({ allOf: [beside, { $ref: "#/$defs/base" }] }),
  (base, beside) => ({ ...base, allOf: [...((base.allOf ?? []) as unknown[]), beside] }),
  (base, beside) => ({ ...base, anyOf: [beside, false] }),
  (base, beside) => ({ ...base, oneOf: [beside, false] }),
  (base, beside) => ({ ...base, not: { not: beside } }),
  (base, beside) => ({ ...base, if: true, [consequence]: beside }),
  (base, beside) => ({ ...base, if: beside, [consequence]: true, else: false }),
  (base, beside) => ({ anyOf: [base], allOf: [beside] }),
  (base, beside) => ({ oneOf: [base, { allOf: [base, beside] }] }),
  (_base, beside) => ({ anyOf: [{ ...beside, $ref: "#/$defs/base" }, { type: "null" }] }),
  (base, beside) => ({ if: base, [consequence]: beside, else: false }),
  (base, beside) => ({ if: beside, [consequence]: base }),
  (base, beside) => ({ dependentSchemas: { other: beside }, allOf: [base] }),
  (_base, beside) => ({
    ...beside,
    $ref: "#/$defs/middle",
    $defs: { middle: { $ref: "#/$defs/base", maxProperties: 3 } },
  }),
  (_base, beside) => ({ $ref: "#/$defs/middle", $defs: { middle: { ...beside, $ref: "#/$defs/base" } } }),
  (_base, beside) => ({
    $ref: "#/$defs/top",
    $defs: {
      middle: { ...beside, $ref: "#/$defs/base" },
      top: { $ref: "#/$defs/middle", required: ["other"] },
    },
  }),
  (_base, beside) => ({ ...beside, $ref: "#/$defs/base", unevaluatedProperties: false }),
];

interface Wrap {
  readonly schema: (inner: Schema) => Schema;
  /** A value whose part is the given one. */
  readonly around: (value: unknown) => unknown;
  /** Values that lack the part. */
  readonly without: readonly unknown[];
}

const deep = (value: unknown): unknown => ({ deep: value });
const items = (value: unknown): unknown => [value];
const same = (value: unknown): unknown => value;
const withoutDeep = [{}, { text: "ab" }];

/** What a schema may be a part of. */
const wraps: readonly Wrap[] = [
  {
    schema: (inner) => ({ type: "object", properties: { deep: inner } }),
    around: deep,
    without: withoutDeep,
  },
  {
    schema: (inner) => ({ properties: { deep: inner }, required: ["deep"] }),
    around: deep,
    without: withoutDeep,
  },
  {
    schema: (inner) => ({ $ref: "#/$defs/holder", properties: { deep: inner } }),
    around: deep,
    without: withoutDeep,
  },
  {
    schema: (inner) => ({
      allOf: [{ $ref: "#/$defs/holder" }],
      properties: { deep: inner },
      required: ["deep"],
    }),
    around: deep,
    without: withoutDeep,
  },
  {
    schema: (inner) => ({ $ref: "#/$defs/tree", properties: { deep: inner } }),
    around: deep,
    without: withoutDeep,
  },
  { schema: (inner) => ({ additionalProperties: inner }), around: deep, without: [{}] },
  {
    schema: (inner) => ({ patternProperties: { "^d": inner }, minProperties: 1 }),
    around: deep,
    without: withoutDeep,
  },
  { schema: (inner) => ({ type: "array", items: inner }), around: items, without: [[]] },
  { schema: (inner) => ({ prefixItems: [inner], items: false, minItems: 1 }), around: items, without: [[]] },
  { schema: (inner) => ({ contains: inner }), around: items, without: [[]] },
  { schema: (inner) => ({ anyOf: [inner, { type: "boolean" }] }), around: same, without: [] },
  { schema: (inner) => ({ oneOf: [{ type: "array" }, inner] }), around: same, without: [] },
  { schema: (inner) => ({ not: { not: inner } }), around: same, without: [] },
  {
    schema: (inner) => ({ if: { type: "object" }, [consequence]: inner, else: { type: "null" } }),
    around: same,
    without: [],
  },
  { schema: (inner) => ({ dependentSchemas: { other: inner } }), around: same, without: [] },
];

const names = Object.keys(properties) as (keyof typeof properties)[];

/** Values of a schema about the property `name`: the usual one, and those that differ from it in one thing. */
function valuesAbout(name: string, own: readonly unknown[]): unknown[] {
  const [usual] = own;
  return [
    {},
    { other: "ab" },
    { more: "ab" },
    ...own.map((value) => ({ [name]: value })),
    ...strange.map((value) => ({ [name]: value })),
    ...own.map((value) => ({ [name]: value, other: "ab" })),
    { [name]: usual, other: 1 },
    { [name]: usual, more: "ab" },
    { [name]: usual, more: 1, other: "ab" },
    null,
    "ab",
    1,
    [],
    ["ab"],
  ];
}

const choices = names.map((name) => {
  const { typed, limits, values }: Property = properties[name];
  return fc
    .record({
      base: fc.constantFrom(...bases),
      typed: fc.constantFrom(...typed),
      arrangement: fc.constantFrom(...arrangements),
      beside: fc.array(fc.tuple(fc.constantFrom(...fragments), fc.constantFrom(...limits)), {
        minLength: 1,
        maxLength: 2,
      }),
      around: fc.array(fc.constantFrom(...wraps), { maxLength: 2 }),
    })
    .map(({ base, typed: type, arrangement, beside, around }): StructuredCase => {
      const keywords = Object.assign(
        {},
        ...beside.map(([fragment, limit]) => fragment(name, limit)),
      ) as Schema;
      const { $defs = {}, ...arranged } = arrangement(base(name, type), keywords);
      let schema: Schema = arranged;
      let all = valuesAbout(name, values);
      for (const wrap of around) {
        schema = wrap.schema(schema);
        all = [...all.map(wrap.around), ...wrap.without, null, "ab"];
      }
      return { schema, definitions: { base: base(name, type), ...$defs }, values: all };
    });
});

/**
 * A schema of which several parts speak of the same property: a base that gives it a type, keywords beside the base, and
 * what both are a part of, three deep.
 */
export const structuredCase: fc.Arbitrary<StructuredCase> = fc.oneof(...choices);

/** The name of a case's schema, or of one of its definitions, in a document of several cases. */
export function caseName(index: number, definition?: string): string {
  if (definition === undefined) return `Case${index}`;
  return `Case${index}${definition}`;
}

/** The schemas of all cases by name, with those that they refer to; `prefix` is the place of their names: `#/$defs/`. */
export function namedSchemas(
  cases: readonly StructuredCase[],
  prefix: string,
): Readonly<Record<string, unknown>> {
  const schemas: Record<string, unknown> = { ...shared };
  for (const [index, { schema, definitions }] of cases.entries()) {
    const own = (value: unknown) =>
      renamed(value, (name) => (Object.hasOwn(definitions, name) ? caseName(index, name) : name));
    schemas[caseName(index)] = own(schema);
    for (const [name, definition] of Object.entries(definitions))
      schemas[caseName(index, name)] = own(definition);
  }
  return renamed(schemas, (name) => name, prefix);
}

/** A value with other names in its references. */
function renamed<T>(value: T, rename: (name: string) => string, prefix = "#/$defs/"): T {
  const text = JSON.stringify(value).replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) =>
    JSON.stringify(`${prefix}${rename(name)}`),
  );
  return JSON.parse(text) as T;
}
