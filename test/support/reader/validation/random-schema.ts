import fc from "fast-check";

const names = fc.constantFrom("a", "b", "c", "kind");
const scalars = fc.constantFrom<unknown>("a", "b", 1, 2, null, true);
const types = fc.constantFrom<unknown>(
  ...["string", "integer", "number", "object", "null", "array", ["string", "null"], ["object", "array"]],
);
const map = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.dictionary(names, values, { maxKeys: 3, noNullPrototype: true });
const some = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.array(values, { minLength: 1, maxLength: 2 });

/** Possible values by keyword. */
function keywords(schema: fc.Arbitrary<unknown>): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const one = [
    "additionalProperties",
    "unevaluatedProperties",
    "items",
    "unevaluatedItems",
    "contains",
    "not",
  ];
  const others = ["if", "then", "else", "propertyNames", "additionalProperties", "unevaluatedProperties"];
  return {
    type: types,
    enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4 }),
    const: scalars,
    required: fc.uniqueArray(names, { maxLength: 2 }),
    properties: map(schema),
    dependentSchemas: map(schema),
    dependentRequired: map(fc.uniqueArray(names, { maxLength: 2 })),
    patternProperties: fc.dictionary(fc.constantFrom("^[ab]$", "d$"), schema, {
      maxKeys: 1,
      noNullPrototype: true,
    }),
    allOf: some(schema),
    anyOf: some(schema),
    oneOf: some(schema),
    prefixItems: some(schema),
    ...Object.fromEntries([...one, ...others].map((keyword) => [keyword, schema])),
    minimum: fc.constantFrom(1, 2),
    minContains: fc.constantFrom(0, 2),
    maxContains: fc.constantFrom(1, 2),
    minItems: fc.constantFrom(0, 1),
    maxProperties: fc.constantFrom(1, 2),
    uniqueItems: fc.boolean(),
    $ref: fc.constantFrom("#/$defs/one", "#/$defs/two", "#/$defs/three"),
  };
}

function schemaOfDepth(depth: number): fc.Arbitrary<Record<string, unknown>> {
  const below =
    depth === 0 ? fc.boolean() : fc.oneof(fc.boolean(), ...Array(4).fill(schemaOfDepth(depth - 1)));
  const all = keywords(below);
  return fc
    .subarray(Object.keys(all), { minLength: 1, maxLength: 4 })
    .chain((kept) => fc.record(Object.fromEntries(kept.map((key) => [key, all[key] ?? fc.boolean()]))));
}

/** Random schemas of most keywords, up to four of them in each; references lead to `#/$defs/one`, `two` and `three`. */
export const randomSchema: fc.Arbitrary<Record<string, unknown>> = schemaOfDepth(2);
