import { AsyncApi3Types, Oas3_1Types, Oas3_2Types, Oas3Types } from "@redocly/openapi-core";
import { expect, it, test } from "vitest";
import { areEqual } from "../../../../commands/diff/same/equal-values.js";

interface NodeType {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly additionalProperties?: unknown;
}

type Types = Readonly<Record<string, NodeType>>;

/** What no name in it can be a word, or what is documentation itself. */
const apart: ReadonlySet<string> = new Set(["content", "examples", "tags", "externalDocs"]);

/** The fields of objects whose members have names of the contract's own. */
function mapFields(types: Types): readonly string[] {
  const isMap = (type: unknown): boolean => {
    const { properties, additionalProperties } = ((typeof type === "string" ? types[type] : type) ??
      {}) as NodeType;
    return typeof additionalProperties !== "undefined" && Object.keys(properties ?? {}).length === 0;
  };
  return Object.values(types).flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, type]) =>
      isMap(type) && !name.startsWith("x-") ? [name] : [],
    ),
  );
}

const fields = [
  ...new Set([
    ...[Oas3Types, Oas3_1Types, Oas3_2Types, AsyncApi3Types].flatMap((types) => mapFields(types as Types)),
    // A list of maps.
    "security",
  ]),
].filter((name) => !apart.has(name));

it("knows the fields that hold names", () => {
  expect(fields).toEqual(
    expect.arrayContaining(["properties", "dependentRequired", "responses", "channels"]),
  );
});

test.each(fields)("names in `%s` are no documentation", (field) => {
  for (const name of ["title", "summary", "description", "$comment", "example", "examples", "externalDocs"])
    for (const [one, other] of [
      [{ [name]: ["a"] }, {}],
      [{ [name]: "a" }, { [name]: "b" }],
      [{ [name]: { type: "string" } }, { [name]: { type: "integer" } }],
    ])
      expect({ name, isEqual: areEqual({ [field]: one }, { [field]: other }) }).toEqual({
        name,
        isEqual: false,
      });
});

test.each([
  [{ description: "a" }, { description: "b" }, true],
  [{ description: "a" }, {}, true],
  [{ examples: [1], externalDocs: {} }, { example: 2 }, true],
  [{ properties: { a: { title: "a" } } }, { properties: { a: { title: "b" } } }, true],
  [{ "x-a": { title: "a" } }, { "x-a": { title: "b" } }, false],
  [{ default: { title: "a" } }, { default: { title: "b" } }, false],
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: [] }, { a: {} }, false],
])("%j and %j", (one, other, expected) => {
  expect([areEqual(one, other), areEqual(other, one)]).toEqual([expected, expected]);
});
