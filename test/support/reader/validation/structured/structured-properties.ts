/** A name that the linter takes for a promise's. */
export const consequence = "then";

/** What schemas say of a property: its type, limits without a type, and values, the usual one first. */
export interface Property {
  readonly typed: readonly unknown[];
  readonly limits: readonly unknown[];
  readonly values: readonly unknown[];
}

/** Each name has values of one type, so that most values are valid but for one thing. */
export const properties = {
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
export const shared: Readonly<Record<string, unknown>> = {
  text: { type: "string" },
  longText: { $ref: "#/$defs/text", minLength: 2 },
  part: { type: "object", properties: { x: { type: "string" }, y: { type: "array" } } },
  holder: { type: "object", properties: { deep: { type: "object" }, text: { type: "string" } } },
  tree: { type: "object", properties: { deep: { $ref: "#/$defs/tree" }, text: { type: "string" } } },
};
