import fc from "fast-check";
import { randomSchema } from "../../../reader/validation/random-schema.js";

type Schema = Record<string, unknown>;

/** Two schemas, and whether the second was made from the first without changing its meaning. */
export interface EditedPair {
  readonly old: Schema;
  readonly new: Schema;
  readonly isSame: boolean;
}

const keeping: readonly ((schema: Schema) => Schema)[] = [
  (schema) => ({ allOf: [schema] }),
  (schema) => ({ allOf: [schema, true] }),
  (schema) => ({ anyOf: [false, schema] }),
  (schema) => ({ oneOf: [schema, false] }),
  (schema) => ({ not: { not: schema } }),
  (schema) => ({ if: schema, else: false }),
  (schema) => Object.fromEntries(Object.entries(schema).reverse()),
  ({ enum: values, ...others }) =>
    Array.isArray(values)
      ? { allOf: [others, { oneOf: values.map((each: unknown) => ({ const: each })) }] }
      : others,
];

/** Pairs of schemas: independent ones, ones that mean the same, and ones that differ in a keyword. */
export const editedPair: fc.Arbitrary<EditedPair> = fc
  .record({
    root: randomSchema,
    other: randomSchema,
    definitions: fc.tuple(randomSchema, randomSchema, randomSchema),
    kind: fc.constantFrom("same", "same", "removed", "added", "independent" as const),
    edits: fc.array(fc.nat(keeping.length - 1), { minLength: 1, maxLength: 3 }),
    at: fc.nat(),
  })
  .map(({ root, other, definitions: [one, two, three], kind, edits, at }) => {
    const $defs = {
      one: only(one, ["#/$defs/two", "#/$defs/three"]),
      two: only(two, ["#/$defs/three"]),
      three: only(three, []),
    };
    const document = (schema: Schema): Schema => ({ ...schema, $defs });
    const edited = {
      same: edits.reduce((schema, edit) => keeping[edit]?.(schema) ?? schema, root),
      removed: without(root, at),
      added: { allOf: [root, other] },
      independent: other,
    }[kind];
    return { old: document(root), new: document(edited), isSame: kind === "same" };
  });

/** Removes all references except the allowed ones, so that schemas don't refer to themselves. */
function only(schema: unknown, allowed: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && !allowed.includes(String(value)) ? undefined : value,
  );
}

/** A schema without one of its keywords, at any depth. */
function without(schema: Schema, at: number): Schema {
  let left = at % Math.max(1, JSON.stringify(schema).split('":').length - 1);
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key !== "" && !/^\d+$/.test(key) && left-- === 0 ? undefined : value,
  ) as Schema;
}
