import fc from "fast-check";

type Schema = Readonly<Record<string, unknown>>;

/** A schema, the definitions that only it refers to, and values that it may or may not accept. */
export interface StructuredCase {
  readonly schema: Schema;
  readonly definitions: Readonly<Record<string, Schema>>;
  readonly values: readonly unknown[];
}

/** What schemas say of a property: its type, limits without a type, and values, the usual one first. */
interface Property {
  readonly typed: readonly unknown[];
  readonly limits: readonly unknown[];
  readonly values: readonly unknown[];
}

/** A name that the linter takes for a promise's. */
const consequence = "then";

/** Each name has values of one type, so that most values are valid but for one thing. */
const properties = {
  text: {
    typed: [
      { type: "string" },
      { type: "string", minLength: 2 },
      { type: "string", format: "date-time" },
      { type: ["string", "null"] },
      { enum: ["ab", "a"] },
      { const: "ab" },
      { $ref: "#/$defs/text" },
      { $ref: "#/$defs/longText" },
      { allOf: [{ $ref: "#/$defs/text" }], maxLength: 3 },
      {},
    ],
    limits: [
      { minLength: 1 },
      { minLength: 2 },
      { maxLength: 2 },
      { pattern: "^a" },
      { not: { minLength: 3 } },
      { if: { minLength: 2 }, [consequence]: { pattern: "^a" }, else: { type: "string" } },
      { type: "string" },
      { type: ["string", "number"] },
      { const: "ab" },
      { $ref: "#/$defs/text", maxLength: 2 },
    ],
    values: ["ab", "a", "", "2024-02-29T00:00:00Z"],
  },
  list: {
    typed: [
      { type: "array" },
      { type: "array", items: { type: "string" } },
      { type: "array", items: { $ref: "#/$defs/part" } },
      { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" } },
      { type: ["array", "null"], minItems: 1 },
    ],
    limits: [
      { minItems: 1 },
      { maxItems: 1 },
      { uniqueItems: true },
      { items: { maxLength: 1 } },
      { items: { required: ["x"] } },
      { contains: { type: "string" } },
      { contains: { type: "string" }, minContains: 0, maxContains: 1 },
      { prefixItems: [{ const: "a" }] },
      { prefixItems: [{ minLength: 1 }], items: false },
      { unevaluatedItems: false },
    ],
    values: [["a"], [], ["a", "a"], ["a", 1], [{ x: "a" }], [{}]],
  },
  part: {
    typed: [
      { type: "object" },
      { type: "object", properties: { x: { type: "string" } }, required: ["x"] },
      { type: "object", properties: { x: { type: "string" }, y: { type: "array" } } },
      { type: ["object", "null"], properties: { x: { type: "string" } } },
      { $ref: "#/$defs/part" },
      { allOf: [{ $ref: "#/$defs/part" }] },
      { oneOf: [{ $ref: "#/$defs/part" }, { type: "null" }] },
    ],
    limits: [
      { required: ["x"] },
      { required: ["x", "y"] },
      { properties: { x: { minLength: 1 } } },
      { properties: { x: { minLength: 2 }, y: { minItems: 1 } }, required: ["y"] },
      { additionalProperties: false },
      { properties: { x: true }, additionalProperties: { maxItems: 0 } },
      { patternProperties: { "^x": { minLength: 1 } } },
      { minProperties: 1 },
      { maxProperties: 1 },
      { propertyNames: { const: "x" } },
      { dependentRequired: { x: ["y"] } },
      { dependentSchemas: { x: { required: ["y"] } } },
      { unevaluatedProperties: false },
    ],
    values: [{ x: "a" }, {}, { x: "", y: [] }, { x: "ab", y: ["a"] }, { y: [] }],
  },
  count: {
    typed: [
      { type: "integer" },
      { type: "number", minimum: 1 },
      { type: ["number", "null"] },
      { enum: [1, 2] },
    ],
    limits: [
      { minimum: 1 },
      { maximum: 1 },
      { exclusiveMinimum: 1 },
      { exclusiveMaximum: 2 },
      { multipleOf: 0.5 },
      { type: "integer" },
      { const: 1 },
    ],
    values: [1, 2, 0, 1.5],
  },
} as const satisfies Readonly<Record<string, Property>>;

/** Definitions that several schemas refer to. */
const shared: Readonly<Record<string, unknown>> = {
  text: { type: "string" },
  longText: { $ref: "#/$defs/text", minLength: 2 },
  part: { type: "object", properties: { x: { type: "string" }, y: { type: "array" } } },
  holder: { type: "object", properties: { deep: { type: "object" }, text: { type: "string" } } },
  tree: { type: "object", properties: { deep: { $ref: "#/$defs/tree" }, text: { type: "string" } } },
};

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
  return definition === undefined ? `Case${index}` : `Case${index}${definition}`;
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
