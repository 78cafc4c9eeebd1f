import { object, ref, text } from "../emit/api-type-errors.js";

/** Schemas that the cases refer to. */
export const schemas = {
  Address: object({ street: text }, ["street"]),
  Letter: { type: "string", enum: ["a", "b"] },
  Base: { ...object({ start: text }), nullable: true },
};

/** How contracts say that a value may be null: the schema, a valid value, one that isn't, and its pointer. */
export interface NullableCase {
  readonly schema: object;
  readonly type: string;
  readonly valid: unknown;
  readonly invalid: unknown;
  readonly at: string;
}

const address = { type: "Address | null", valid: { street: "x" }, invalid: { street: 1 }, at: "/street" };
const letter = { type: "'a' | 'b' | null", valid: "a", invalid: "c", at: "" };

/** Each with `nullable: true` added. */
export const nullables: Readonly<Record<string, NullableCase>> = {
  type: { schema: text, type: "string | null", valid: "x", invalid: 1, at: "" },
  typeAndEnum: { schema: schemas.Letter, ...letter },
  enumAlone: { schema: { enum: ["a", "b"] }, ...letter },
  enumWithNull: { schema: { type: "string", enum: ["a", "b", null] }, ...letter },
  allOf: { schema: { allOf: [ref("Address")] }, ...address },
  allOfTyped: { schema: { type: "object", allOf: [ref("Address")] }, ...address },
  allOfTwice: {
    schema: { allOf: [ref("Address"), object({ city: text })] },
    ...address,
    type: "(Address & { city?: string }) | null",
  },
  allOfEnum: { schema: { allOf: [ref("Letter")] }, ...letter },
  reference: { schema: ref("Address"), ...address },
  referenceDescribed: { schema: { ...ref("Letter"), description: "d" }, ...letter },
  oneOf: {
    schema: { oneOf: [ref("Address"), ref("Letter")] },
    type: "Address | 'a' | 'b' | null",
    valid: "b",
    invalid: "c",
    at: "",
  },
  oneOfWithNull: {
    schema: { oneOf: [ref("Base"), ref("Letter")] },
    type: "{ start?: string } | 'a' | 'b' | null",
    valid: {},
    invalid: 1,
    at: "",
  },
  anyOf: {
    schema: { anyOf: [ref("Address"), ref("Letter")] },
    type: "Address | 'a' | 'b' | null",
    valid: "b",
    invalid: "c",
    at: "",
  },
  list: {
    schema: { type: "array", items: text },
    type: "string[] | null",
    valid: ["x"],
    invalid: [1],
    at: "/0",
  },
  map: {
    schema: { type: "object", additionalProperties: { type: "integer" } },
    type: "{ [key: string]: number } | null",
    valid: { a: 1 },
    invalid: { a: "1" },
    at: "/a",
  },
};

/** The cases as properties of one schema. */
export const thing = object(
  Object.fromEntries(
    Object.entries(nullables).map(([name, { schema }]) => [name, { ...schema, nullable: true }]),
  ),
);
