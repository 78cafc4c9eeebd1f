import type { Members, Pair } from "./documents.js";

/** Changes by the end of the names of rules. */
type Changes = Readonly<Record<string, Pair>>;

/** A limit that was set, raised, lowered or taken away. */
function limit(name: string, schema: Members, { keyword, low, high }: Bound): Changes {
  const [lower, higher] = [
    { ...schema, [keyword]: low },
    { ...schema, [keyword]: high },
  ];
  return {
    [`${name}-set`]: [schema, lower],
    [`${name}-unset`]: [lower, schema],
    [`${name}-increased`]: [lower, higher],
    [`${name}-decreased`]: [higher, lower],
  };
}

interface Bound {
  readonly keyword: string;
  readonly low: number;
  readonly high: number;
}

/** Something that was added or removed. */
function presence(name: string, without: Members, more: Members): Changes {
  const whole = { ...without, ...more };
  return { [`${name}-added`]: [without, whole], [`${name}-removed`]: [whole, without] };
}

/** Something that became so, or is so no longer. */
function state(name: string, [without, whole]: Pair): Changes {
  return { [`became-${name}`]: [without, whole], [`became-not-${name}`]: [whole, without] };
}

const [number, string, array] = [{ type: "number" }, { type: "string" }, { type: "array" }];
const numbers = { keyword: "", low: 2, high: 7 };
const named = { type: "object", properties: { a: string, b: string, c: string } };
const strings = { type: "object", additionalProperties: string };
const condition = { if: { required: ["a"] } };
const cat = { cat: "#/components/schemas/Cat" };
const animals = {
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
};
const chosen = (propertyName: string, mapping: Members = cat): Members => ({
  ...animals,
  discriminator: { propertyName, mapping },
});

const limits: Changes = {
  ...limit("max", number, { ...numbers, keyword: "maximum" }),
  ...limit("min", number, { ...numbers, keyword: "minimum" }),
  ...limit("exclusive-max", number, { ...numbers, keyword: "exclusiveMaximum" }),
  ...limit("exclusive-min", number, { ...numbers, keyword: "exclusiveMinimum" }),
  ...limit("max-length", string, { ...numbers, keyword: "maxLength" }),
  ...limit("min-length", string, { ...numbers, keyword: "minLength" }),
  ...limit("max-items", { ...array, items: string }, { ...numbers, keyword: "maxItems" }),
  ...limit("min-items", { ...array, items: string }, { ...numbers, keyword: "minItems" }),
  ...limit("max-contains", { ...array, contains: string }, { ...numbers, keyword: "maxContains" }),
  ...limit("min-contains", { ...array, contains: string }, { ...numbers, keyword: "minContains" }),
};

const values: Changes = {
  "became-enum": [string, { ...string, enum: ["a", "b"] }],
  "enum-value-added": [
    { ...string, enum: ["a"] },
    { ...string, enum: ["a", "b"] },
  ],
  "enum-value-removed": [
    { ...string, enum: ["a", "b"] },
    { ...string, enum: ["a"] },
  ],
  "x-extensible-enum-value-removed": [
    { ...string, "x-extensible-enum": ["a", "b"] },
    { ...string, "x-extensible-enum": ["a"] },
  ],
  ...presence("default-value", string, { default: "a" }),
  "default-value-changed": [
    { ...string, default: "a" },
    { ...string, default: "b" },
  ],
  ...presence("const", string, { const: "a" }),
  "const-changed": [
    { ...string, const: "a" },
    { ...string, const: "b" },
  ],
  ...presence("pattern", string, { pattern: "^a+$" }),
  "pattern-changed": [
    { ...string, pattern: "^a+$" },
    { ...string, pattern: "^b+$" },
  ],
  "pattern-generalized": [
    { ...string, pattern: "^a+$" },
    { ...string, pattern: ".*" },
  ],
};

const types: Changes = {
  ...state("nullable", [string, { ...string, nullable: true }]),
  "type-changed": [{ type: "string", format: "date-time" }, { type: "integer" }],
  "type-generalized": [{ type: "integer" }, number],
  "type-specialized": [number, { type: "integer" }],
  "list-of-types-widened": [{ type: ["integer", "boolean"] }, { type: ["integer", "boolean", "string"] }],
  "list-of-types-narrowed": [{ type: ["integer", "boolean", "string"] }, { type: ["integer", "boolean"] }],
};

const choices: Changes = {
  "all-of-added": [{ allOf: [named] }, { allOf: [named, { required: ["a"] }] }],
  "all-of-removed": [{ allOf: [named, { required: ["a"] }] }, { allOf: [named] }],
  "all-of-added-annotation-only": [{ allOf: [named] }, { allOf: [named, { title: "A name" }] }],
  "all-of-removed-annotation-only": [{ allOf: [named, { title: "A name" }] }, { allOf: [named] }],
  "any-of-added": [{ anyOf: [string] }, { anyOf: [string, number] }],
  "any-of-removed": [{ anyOf: [string, number] }, { anyOf: [string] }],
  "one-of-added": [{ oneOf: [string] }, { oneOf: [string, number] }],
  "one-of-removed": [{ oneOf: [string, number] }, { oneOf: [string] }],
  "wrapped-in-one-of": [named, { oneOf: [named, { type: "object", properties: { d: string } }] }],
  ...presence("discriminator", animals, chosen("kind")),
  "discriminator-property-name-changed": [chosen("kind"), chosen("sort")],
  "discriminator-mapping-added": [chosen("kind"), chosen("kind", { ...cat, tom: cat.cat })],
  "discriminator-mapping-deleted": [chosen("kind", { ...cat, tom: cat.cat }), chosen("kind")],
  "discriminator-mapping-changed": [chosen("kind"), chosen("kind", { cat: "#/components/schemas/Dog" })],
};

const structure: Changes = {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ...presence("if", { ...named, then: { required: ["b"] } }, condition),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  ...presence("then", { ...named, ...condition }, { then: { required: ["b"] } }),
  ...presence("else", { ...named, ...condition }, { else: { required: ["b"] } }),
  ...presence("contains", array, { contains: string }),
  ...presence("dependent-required", named, { dependentRequired: { a: ["b"] } }),
  "dependent-required-changed": [
    { ...named, dependentRequired: { a: ["b"] } },
    { ...named, dependentRequired: { a: ["c"] } },
  ],
  ...presence("dependent-schema", named, { dependentSchemas: { a: { required: ["b"] } } }),
  ...presence("pattern-property", { type: "object" }, { patternProperties: { "^x-": string } }),
  ...presence("property-names", strings, { propertyNames: { pattern: "^[a-z]+$" } }),
  ...presence("unevaluated-items", { ...array, prefixItems: [string] }, { unevaluatedItems: false }),
  ...presence("unevaluated-properties", named, { unevaluatedProperties: false }),
  "prefix-items-added": [
    { ...array, prefixItems: [string] },
    { ...array, prefixItems: [string, number] },
  ],
  "prefix-items-removed": [
    { ...array, prefixItems: [string, number] },
    { ...array, prefixItems: [string] },
  ],
  ...presence(
    "content-schema",
    { ...string, contentMediaType: "application/json" },
    { contentSchema: { type: "object" } },
  ),
  "content-media-type-changed": [
    { ...string, contentMediaType: "image/png" },
    { ...string, contentMediaType: "image/jpeg" },
  ],
  "content-encoding-changed": [
    { ...string, contentEncoding: "base64" },
    { ...string, contentEncoding: "base16" },
  ],
};

const old = { ...string, deprecated: true };
const announced = (date: string): Members => ({ ...old, "x-sunset": date });
const stability = (level: string): Members => ({ ...string, "x-stability-level": level });

const lifecycle: Changes = {
  deprecated: [string, old],
  "deprecated-with-sunset": [string, announced("2099-12-31")],
  "deprecated-sunset-missing": [string, old],
  "deprecated-sunset-invalid": [string, announced("some day")],
  "sunset-date-too-small": [string, announced("2020-01-01")],
  reactivated: [old, string],
  "stability-decreased": [stability("stable"), stability("beta")],
  "stability-increased": [stability("beta"), stability("stable")],
  "became-read-only": [string, { ...string, readOnly: true }],
  "became-not-read-only": [{ ...string, readOnly: true }, string],
  "became-write-only": [string, { ...string, writeOnly: true }],
  "became-not-write-only": [{ ...string, writeOnly: true }, string],
};

/** What can happen to a schema, wherever it stands, by the end of the names of rules about it. */
export const schemaChanges: Changes = {
  ...limits,
  ...values,
  ...types,
  ...choices,
  ...structure,
  ...lifecycle,
};
