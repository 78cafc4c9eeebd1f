import { describe, expect, it } from "vitest";
import { type CompiledSchema, compile } from "../../../reader/validation/index.js";
import { check } from "../../support/reader/check/findings.js";
import { generateValidators } from "../../support/reader/validation/generate-validators.js";

const draft06 = "http://json-schema.org/draft-06/schema#";
const draft07 = "http://json-schema.org/draft-07/schema#";
const draft201909 = "https://json-schema.org/draft/2019-09/schema";
const draft202012 = "https://json-schema.org/draft/2020-12/schema";

interface Trial {
  readonly schema: unknown;
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

const trials: Readonly<Record<string, Trial>> = {
  "draft-07 ignores what is next to a reference": {
    schema: { $schema: draft07, definitions: { a: { type: "array" } }, $ref: "#/definitions/a", maxItems: 1 },
    valid: [[1, 2]],
    invalid: ["a"],
  },
  "draft-06 ignores what is next to a reference": {
    schema: {
      $schema: draft06,
      properties: { a: { $ref: "#/definitions/a", minLength: 3, required: ["b"] } },
      definitions: { a: { type: "string" } },
    },
    valid: [{ a: "x" }],
    invalid: [{ a: 1 }],
  },
  "draft-07 ignores a `$id` next to a reference": {
    schema: {
      $schema: draft07,
      $id: "https://example.com/root",
      definitions: {
        a: { $id: "https://example.com/folder/a", type: "string" },
        b: { $id: "a", type: "number" },
      },
      allOf: [{ $id: "https://example.com/folder/", $ref: "a" }],
    },
    valid: [1],
    invalid: ["a"],
  },
  "2019-09 applies what is next to a reference": {
    schema: { $schema: draft201909, $defs: { a: { type: "array" } }, $ref: "#/$defs/a", maxItems: 1 },
    valid: [[1]],
    invalid: [[1, 2], "a"],
  },
  "a reference may lead into a list of `items`": {
    schema: { $schema: draft07, items: [{ type: "integer" }, { $ref: "#/items/0" }], additionalItems: false },
    valid: [[1, 2]],
    invalid: [
      [1, "a"],
      [1, 2, 3],
    ],
  },
  "a reference may lead into `additionalItems`": {
    schema: {
      $schema: draft201909,
      properties: {
        list: { items: [true], additionalItems: { type: "string" } },
        text: { $ref: "#/properties/list/additionalItems" },
      },
    },
    valid: [{ list: [1, "a"], text: "a" }],
    invalid: [{ text: 1 }, { list: [1, 2] }],
  },
  "a reference may lead into `dependencies`": {
    schema: {
      $schema: draft07,
      dependencies: { a: { required: ["b"], properties: { b: { type: "string" } } }, c: ["a"] },
      properties: { d: { $ref: "#/dependencies/a" }, e: { $ref: "#/dependencies/a/properties/b" } },
    },
    valid: [
      { a: 1, b: "x" },
      { d: { b: "x" }, e: "x" },
    ],
    invalid: [{ a: 1 }, { c: 1 }, { d: {} }, { e: 1 }],
  },
  "a reference may lead into what the dialect ignores": {
    schema: {
      $schema: draft07,
      definitions: { a: { $ref: "#/definitions/b", properties: { x: { type: "string" } } }, b: {} },
      properties: { a: { $ref: "#/definitions/a" }, x: { $ref: "#/definitions/a/properties/x" } },
    },
    valid: [{ a: { x: 1 }, x: "a" }],
    invalid: [{ x: 1 }],
  },
  "draft-07 ignores later keywords": {
    schema: {
      $schema: draft07,
      prefixItems: [{ type: "string" }],
      dependentRequired: { a: ["b"] },
      contains: { type: "number" },
      maxContains: 1,
      unevaluatedProperties: false,
    },
    valid: [[1, 2], { a: 1 }],
    invalid: [["a"]],
  },
  "draft-06 has no `if`": {
    schema: { $schema: draft06, if: false, else: false },
    valid: [1],
    invalid: [],
  },
  "`dependencies` joins the keywords that replaced it": {
    schema: {
      $schema: draft202012,
      dependencies: { a: ["b"], c: { minProperties: 2 } },
      dependentRequired: { d: ["e"] },
      dependentSchemas: { f: { maxProperties: 1 } },
    },
    valid: [{ a: 1, b: 1 }, { c: 1, x: 1 }, { d: 1, e: 1 }, { f: 1 }],
    invalid: [{ a: 1 }, { c: 1 }, { d: 1 }, { f: 1, x: 1 }],
  },
  "recursive references of 2019-09 return to the outermost schema": {
    schema: {
      $schema: draft201909,
      $id: "https://example.com/strict-tree",
      $recursiveAnchor: true,
      $ref: "tree",
      unevaluatedProperties: false,
      $defs: {
        tree: {
          $id: "tree",
          $recursiveAnchor: true,
          type: "object",
          properties: { value: true, children: { items: { $recursiveRef: "#" } } },
        },
      },
    },
    valid: [{ value: 1, children: [{ value: 2 }] }],
    invalid: [{ children: [{ valeu: 2 }] }, { children: [1] }],
  },
  "an embedded schema has a dialect of its own": {
    schema: {
      $schema: draft202012,
      properties: { a: { $ref: "https://example.com/old" } },
      $defs: {
        old: { $id: "https://example.com/old", $schema: draft07, items: [{ type: "string" }] },
      },
    },
    valid: [{ a: ["x", 1] }],
    invalid: [{ a: [1] }],
  },
  "an identifier in an unknown keyword is data": {
    schema: {
      $schema: draft202012,
      mine: { inner: { $id: "https://example.com/a", type: "null" } },
      $defs: { a: { $id: "https://example.com/a", type: "string" } },
      $ref: "https://example.com/a",
    },
    valid: ["a"],
    invalid: [null],
  },
  "a reference in an unknown keyword is data": {
    schema: { $schema: draft202012, mine: { a: { $ref: "#/nowhere" } }, type: "string" },
    valid: ["a"],
    invalid: [1],
  },
};

describe.each(Object.entries(trials))("%s", (_, { schema, valid, invalid }) => {
  const verdicts = ({ is, check: checked }: CompiledSchema, values: readonly unknown[]) =>
    values.map((value) => [is(value), checked(value).length === 0]);

  it("in generated modules and in `compile`", async () => {
    const { a } = await generateValidators({ a: schema });
    for (const validator of [a as CompiledSchema, compile(schema)]) {
      expect(verdicts(validator, valid)).toEqual(valid.map(() => [true, true]));
      expect(verdicts(validator, invalid)).toEqual(invalid.map(() => [false, false]));
    }
  });
});

describe("a file", () => {
  it.each([
    [true, [1, null], []],
    [false, [], [1, null]],
  ])("may be the schema %s", async (schema, valid, invalid) => {
    const { a } = await generateValidators({ a: schema });
    expect(valid.map((value) => a?.is(value))).toEqual(valid.map(() => true));
    expect(invalid.map((value) => a?.is(value))).toEqual(invalid.map(() => false));
  });

  it("that names no dialect has that of the schema it is a part of", async () => {
    const { a } = await generateValidators({
      a: { $schema: draft07, items: { $ref: "part.json#/pair/items/1" } },
      "part.json": { pair: { items: [true, { $ref: "#/text", minLength: 9 }] }, text: { type: "string" } },
    });
    expect([["a"], [1]].map((value) => a?.is(value))).toEqual([true, false]);
  });

  it("may name a meta-schema of the contracts, whose vocabularies say which keywords count", async () => {
    const vocabularies = ["core", "applicator"].map(
      (name) => `https://json-schema.org/draft/2020-12/vocab/${name}`,
    );
    const $vocabulary = Object.fromEntries(vocabularies.map((uri) => [uri, true]));
    const { a } = await generateValidators({
      a: { $schema: "https://example.com/meta", properties: { x: false, y: { minimum: 5 } } },
      meta: { $schema: draft202012, $id: "https://example.com/meta", $vocabulary },
    });
    expect([{ y: 1 }, { x: 1 }].map((value) => a?.is(value))).toEqual([true, false]);
  });
});

it("warns of keywords that a dialect ignores, where they are written", async () => {
  const source = `$schema: ${draft07}
definitions: {a: {type: string}}
properties:
  a: {$ref: '#/definitions/a', minLength: 3, title: T}
  b: {type: array, additionalItems: false, minContains: 2}
`;
  const found = await check({ "a.schema.yaml": source });
  expect(found.map(({ severity, code, pointer, range }) => [severity, code, pointer, range.line])).toEqual([
    ["warning", "keyword-without-effect", "/properties/a/minLength", 4],
    ["warning", "keyword-without-effect", "/properties/b/additionalItems", 5],
    ["warning", "schema-invalid", "/properties/b/minContains", 5],
  ]);
});

it("finds mistakes of other dialects where they are written", async () => {
  const source = `{"$schema": "${draft07}", "items": [{"minLength": -1}],\n"dependencies": {"a": {"maximum": "x"}}}`;
  const found = await check({ "a.schema.json": source });
  expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["schema-invalid", "/items/0/minLength"],
    ["schema-invalid", "/dependencies/a/maximum"],
  ]);
});

it("follows references of AsyncAPI into lists of `items` and into `dependencies`", async () => {
  const payload = {
    type: "object",
    properties: {
      pair: { items: [{ type: "integer" }, { $ref: "#/components/schemas/Pair/items/0" }] },
      rest: { $ref: "#/components/schemas/Pair/additionalItems" },
      both: { $ref: "#/components/schemas/Pair/dependencies/a" },
    },
  };
  const Pair = {
    items: [{ type: "integer" }],
    additionalItems: { type: "string" },
    dependencies: { a: { required: ["b"] }, c: ["a"] },
  };
  const document = {
    asyncapi: "3.0.0",
    info: { title: "T", version: "1" },
    components: { schemas: { Pair }, messages: { Thing: { name: "thing", payload } } },
  };
  const { thing } = await generateValidators({ "a.asyncapi.json": document });
  const values = [{ pair: [1, 2], rest: "x", both: { b: 1 } }, { pair: [1, "a"] }, { rest: 1 }, { both: {} }];
  expect(values.map((value) => thing?.is(value))).toEqual([true, false, false, false]);
});
