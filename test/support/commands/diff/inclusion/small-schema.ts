import fc from "fast-check";
import { smallNames, smallValues } from "./small-values.js";

type Schema = Readonly<Record<string, unknown>>;

const patterns = ["^a", "b$", "^[ab]*$", "^.$", "a", "^(?!b)", "^(a|b)$", "^\\w+$", "^[^b]*$"] as const;
const pattern = fc.constantFrom(...patterns);
const name = fc.constantFrom(...smallNames);
/** Ajv doesn't see that a member with an empty name is missing. */
const required = fc.constantFrom(...smallNames.filter((each) => each !== ""));
const count = fc.nat(2);
const bound = fc.constantFrom(-1, 0, 1, 2, 3);
const value = fc.constantFrom(...smallValues);

/** Keywords with constants that tell small values apart, grouped by the type that they are about. */
function groups(schema: fc.Arbitrary<unknown>): readonly Readonly<Record<string, fc.Arbitrary<unknown>>>[] {
  const map = (keys: fc.Arbitrary<string>, values = schema): fc.Arbitrary<unknown> =>
    fc.dictionary(keys, values, { minKeys: 1, maxKeys: 2, noNullPrototype: true });
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  return [
    {
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
      multipleOf: fc.constantFrom(1, 2, 3, 0.5, 1.5),
    },
    { minLength: count, maxLength: count, pattern },
    {
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
      items: schema,
      prefixItems: list,
      contains: schema,
      minContains: count,
      maxContains: count,
    },
    {
      minProperties: count,
      maxProperties: count,
      additionalProperties: schema,
      properties: map(name),
      patternProperties: map(pattern),
      propertyNames: schema,
      required: fc.uniqueArray(required, { minLength: 1, maxLength: 2 }),
      dependentRequired: map(name, fc.tuple(required)),
      dependentSchemas: map(name),
    },
    {
      type: fc.constantFrom<unknown>("integer", "number", "string", "array", "object", ["null", "object"]),
      enum: fc.array(value, { minLength: 1, maxLength: 3 }),
      const: value,
      allOf: list,
      anyOf: list,
      oneOf: list,
      not: schema,
      ...Object.fromEntries(["if", "then", "else"].map((keyword) => [keyword, schema])),
    },
  ];
}

function schemaOfDepth(depth: number): fc.Arbitrary<Schema> {
  const names = fc.oneof(
    pattern.map((each) => ({ pattern: each })),
    count.map((maxLength) => ({ maxLength })),
  );
  const inner =
    depth === 0
      ? fc.oneof(fc.boolean(), names)
      : fc.oneof({ weight: 1, arbitrary: fc.boolean() }, { weight: 5, arbitrary: schemaOfDepth(depth - 1) });
  const all = groups(inner);
  // Keywords of one type and combinations of schemas, since others rarely have to do with each other.
  return fc.constantFrom(0, 1, 2, 2, 3, 3, 3).chain((at) => {
    const keywords = { ...all[at], ...all[4] };
    return fc
      .subarray(Object.keys(keywords), { minLength: 1, maxLength: 4 })
      .chain((kept) => fc.record(Object.fromEntries(kept.map((key) => [key, keywords[key] ?? inner]))));
  });
}

/** Two schemas of small constants: independent ones, or the second made from the first with one more or one less demand. */
export const smallPair: fc.Arbitrary<readonly [Schema, Schema]> = fc
  .tuple(
    schemaOfDepth(2),
    schemaOfDepth(1),
    fc.constantFrom("other", "more", "less", "either", "not"),
    fc.nat(),
  )
  .map(([one, other, kind, at]): readonly [Schema, Schema] => {
    const keywords = Object.entries(one);
    switch (kind) {
      case "more":
        return [one, { allOf: [one, other] }];
      case "less":
        return [one, Object.fromEntries(keywords.filter((_, index) => index !== at % keywords.length))];
      case "either":
        return [{ anyOf: [one, other] }, one];
      case "not":
        return [{ not: one, maxProperties: 1 }, other];
      default:
        return [one, other];
    }
  });
