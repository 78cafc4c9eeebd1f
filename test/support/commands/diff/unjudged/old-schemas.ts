const string = { type: "string", maxLength: 9 };

/** What all three dialects have. */
const shared = {
  title: "t",
  description: "d",
  examples: [{ id: "a" }],
  type: "object",
  required: ["id"],
  minProperties: 3,
  maxProperties: 90,
  propertyNames: { maxLength: 20 },
  patternProperties: { "^z": { type: "integer" } },
  additionalProperties: { type: "string" },
};
const properties = {
  id: { type: "string", maxLength: 8, minLength: 3, pattern: "^[a-z]", default: "d" },
  uuid: { type: "string", format: "uuid" },
  own: { type: "string", format: "own" },
  number: { type: "number", minimum: 1, maximum: 90, multipleOf: 0.5 },
  exclusive: { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 90 },
  list: { type: "array", minItems: 4, maxItems: 9, uniqueItems: true, items: { type: "integer" } },
  tuple: {
    type: "array",
    items: [{ type: "string" }, { type: "integer", maximum: 4 }],
    additionalItems: { type: "boolean" },
  },
  contains: { type: "array", contains: { const: 3 } },
  kind: { enum: ["a", "b"] },
  none: { not: { type: "string" } },
  all: { allOf: [{ type: "string" }, { minLength: 2 }] },
  any: { anyOf: [{ type: "string" }, { type: "integer" }] },
  one: { oneOf: [{ type: "string" }, { type: "integer" }] },
  local: { $ref: "#/definitions/Local" },
  named: { $ref: "https://s.example.com/named" },
};
const definitions = { Local: string, Named: { $id: "https://s.example.com/named", type: "integer" } };
const dependencies = { text: ["id"], uuid: { minProperties: 4 } };

const chosen = {
  if: { type: "string" },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { minLength: 2 },
  else: { type: "integer" },
};

/** A schema file with every keyword of draft-06. */
export const draft06Schema = {
  $schema: "http://json-schema.org/draft-06/schema#",
  $id: "https://s.example.com/a",
  ...shared,
  properties: { ...properties, text: string },
  dependencies,
  definitions,
};

/** A schema file with every keyword of draft-07. */
export const draft07Schema = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "https://s.example.com/a",
  $comment: "c",
  ...shared,
  properties: {
    ...properties,
    text: { type: "string", contentEncoding: "base64", contentMediaType: "text/plain" },
    secret: { type: "string", readOnly: true, writeOnly: true },
    chosen,
  },
  dependencies,
  definitions,
};

/** A schema file with every keyword of 2019-09. */
export const schema201909 = {
  $schema: "https://json-schema.org/draft/2019-09/schema",
  $id: "https://s.example.com/a",
  $recursiveAnchor: true,
  $comment: "c",
  deprecated: true,
  ...shared,
  properties: {
    ...properties,
    text: {
      type: "string",
      contentEncoding: "base64",
      contentMediaType: "application/json",
      contentSchema: { type: "object" },
    },
    secret: { type: "string", readOnly: true, writeOnly: true },
    counted: { type: "array", contains: { const: 3 }, minContains: 2, maxContains: 3 },
    rest: { type: "array", items: [{ type: "string" }], unevaluatedItems: { type: "integer" } },
    closed: { type: "object", properties: { a: string }, unevaluatedProperties: false },
    local: { $ref: "#/$defs/Local" },
    anchored: { $ref: "#anchored" },
    self: { $recursiveRef: "#" },
    chosen,
  },
  dependentRequired: { text: ["id"] },
  dependentSchemas: { uuid: { minProperties: 4 } },
  definitions,
  $defs: { Local: { type: "boolean" }, Anchored: { $anchor: "anchored", type: "integer" } },
};
