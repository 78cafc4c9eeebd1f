import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { instanceChecks } from "../../../../reader/validation/instances.js";
import { ContractNodes } from "../../../../reader/validation/nodes/contract-nodes.js";
import type { Size } from "../../../../reader/validation/synthesis/search.js";
import {
  type Synthesis,
  type SynthesisOptions,
  synthesise,
} from "../../../../reader/validation/synthesis/synthesise.js";
import { randomSchema } from "../../../support/reader/validation/random-schema.js";
import { schemaContracts, schemaPlace } from "../../../support/reader/validation/schema-contracts.js";

interface Made {
  readonly made: Synthesis;
  readonly isValid: boolean;
}

/** What is made from a schema, and whether the interpreter of validators accepts it. */
async function make(schema: unknown, size: Size, options: Partial<SynthesisOptions> = {}): Promise<Made> {
  const contracts = await schemaContracts({ root: schema });
  const place = schemaPlace(contracts, "root");
  const made = synthesise(new ContractNodes(contracts).of(place).node, { size, ...options });
  return { made, isValid: made.kind === "value" && instanceChecks(contracts).is(place, made.value) };
}

const value = async (schema: unknown, size: Size = "small", options: Partial<SynthesisOptions> = {}) => {
  const { made, isValid } = await make(schema, size, options);
  expect(made).toMatchObject({ kind: "value" });
  expect(isValid).toBe(true);
  if (made.kind === "value") return made.value;
  return undefined;
};

const object = (properties: object, fields: object = {}) => ({ type: "object", properties, ...fields });

describe("an example made from a schema", () => {
  it("has the required members if it is small, and all declared ones if it is full", async () => {
    const schema = object(
      {
        id: { type: "string" },
        count: { type: "integer" },
        tags: { type: "array", items: { type: "string" } },
      },
      { required: ["id"] },
    );
    expect(await value(schema)).toEqual({ id: "example-id" });
    expect(await value(schema, "full")).toEqual({ id: "example-id", count: 1, tags: ["example-tags-0"] });
  });

  it("is the same each time", async () => {
    const schema = object({
      a: { format: "uuid", type: "string" },
      b: { pattern: "^[a-z]{4}-[0-9]+$", type: "string" },
    });
    expect(await value(schema, "full")).toEqual(await value(schema, "full"));
  });

  it.each([
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
    "json-pointer",
    "relative-json-pointer",
    "regex",
    "byte",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "url",
    "json-pointer-uri-fragment",
  ])("has the format %s", async (format) => {
    expect(await value({ type: "string", format })).toEqual(expect.any(String));
  });

  it.each(["email", "idn-email", "hostname", "idn-hostname", "uri", "iri", "uri-template", "json-pointer"])(
    "has the format %s and a least length beyond that of a label",
    async (format) => {
      expect(await value({ type: "string", format, minLength: 150 })).toMatch(/^.{150,}$/);
    },
  );

  it.each([
    ["^evt_[0-9a-f]{24}$"],
    ["^(?:EUR|USD) \\d{1,6}\\.\\d{2}$"],
    ["^[A-Z]{2}[0-9A-Z]{0,10}$"],
    ["^(?=.*\\d)[a-z0-9]{8,}$"],
    ["^\\p{Lu}\\p{Ll}+$"],
    ["^[^a-z]+\\u{1F600}?$"],
    ["a{3}$"],
    ["\\bword\\b"],
    ["^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$"],
  ])("matches the pattern %s", async (pattern) => {
    expect(await value({ type: "string", pattern })).toMatch(new RegExp(pattern, "u"));
  });

  it.each<[string, object]>([
    ["lengths", { type: "string", minLength: 40, maxLength: 41 }],
    ["a pattern and a length", { type: "string", pattern: "^[a-z]+$", minLength: 20, maxLength: 20 }],
    ["a format and a length", { type: "string", format: "uri", minLength: 60 }],
    ["limits", { type: "number", exclusiveMinimum: 7, maximum: 7.5 }],
    ["multiples", { type: "integer", minimum: 101, multipleOf: 25 }],
    ["limits from above", { type: "integer", exclusiveMaximum: -3 }],
    ["distinct items", { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 3, uniqueItems: true }],
    ["contained items", { type: "array", items: { type: "integer" }, contains: { minimum: 9 }, minItems: 2 }],
    [
      "items by position",
      { type: "array", prefixItems: [{ const: "a" }, { type: "null" }], items: false, minItems: 2 },
    ],
    ["a number of members", { type: "object", minProperties: 3, propertyNames: { pattern: "^[a-z]$" } }],
    [
      "members by pattern",
      {
        type: "object",
        patternProperties: { "^x-": { type: "integer" } },
        additionalProperties: false,
        minProperties: 1,
      },
    ],
    [
      "dependent members",
      object({ a: true, b: { type: "integer" } }, { required: ["a"], dependentRequired: { a: ["b"] } }),
    ],
    [
      "a dependent schema",
      object({ a: true }, { required: ["a"], dependentSchemas: { a: { required: ["c"] } } }),
    ],
    [
      "all of several",
      { allOf: [object({ a: { type: "string" } }, { required: ["a"] }), object({ a: { minLength: 30 } })] },
    ],
    [
      "exactly one of several",
      { oneOf: [{ required: ["a"] }, { required: ["b"] }], ...object({ a: true, b: true }) },
    ],
    ["one branch with a forbidden rest", { anyOf: [false, { not: { type: "string" } }] }],
    [
      "a closed object",
      { ...object({ a: { const: 1 } }, { required: ["a"] }), unevaluatedProperties: false },
    ],
  ])("respects %s", async (_name, schema) => {
    await value(schema);
    await value(schema, "full");
  });

  it("follows the branch of a condition", async () => {
    const schema = object(
      { kind: { enum: ["card", "cash"] }, number: { type: "string" } },
      {
        required: ["kind"],
        if: { properties: { kind: { const: "card" } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ["number"] },
        else: { properties: { number: false } },
      },
    );
    expect(await value(schema)).toEqual({ kind: "card", number: "example-number" });
  });

  it("has only as many levels of a recursive schema as it needs", async () => {
    const $defs = {
      node: object({ name: { type: "string" }, next: { $ref: "#/$defs/node" } }, { required: ["name"] }),
    };
    expect(await value({ $defs, $ref: "#/$defs/node" }, "full")).toEqual({ name: "example-name" });
    const either = { anyOf: [{ $ref: "#/$defs/list" }, { type: "null" }] };
    const list = { list: object({ next: either }, { required: ["next"] }) };
    await value({ $defs: list, $ref: "#/$defs/list" }, "full");
  });

  it("satisfies the rules between members", async () => {
    const rule = (fields: object) => ({ message: "m", level: "must", clause: "§1", ...fields });
    const time = { type: "string", format: "date-time" };
    const schema = object(
      {
        from: time,
        to: time,
        version: { type: "integer", minimum: 3 },
        data: object({ version: { type: "integer", minimum: 7 } }),
      },
      {
        "x-rules": [
          rule({ rule: "order", later: ["/to", "/from"] }),
          rule({ rule: "same", equal: ["/version", "/data/version"] }),
        ],
      },
    );
    expect(await value(schema, "full")).toEqual({
      from: "2025-01-01T00:00:00Z",
      to: "2025-01-01T01:00:00Z",
      version: 7,
      data: { version: 7 },
    });
  });

  it("has wanted members and fixed values", async () => {
    const schema = object({ meta: object({ id: { type: "string" }, type: { type: "string" } }) });
    const wanted = new Set(["/meta", "/meta/id", "/meta/type"]);
    const fixed = new Map([["/meta/type", "thing.made"]]);
    expect(await value(schema, "small", { wanted, fixed })).toEqual({
      meta: { id: "example-meta-id", type: "thing.made" },
    });
  });

  it.each<[string, unknown, string]>([
    [
      "a back reference",
      object(
        { a: object({ b: { type: "string", pattern: "^(a|b)\\1$" } }, { required: ["b"] }) },
        { required: ["a"] },
      ),
      "/a/b",
    ],
    [
      "a contradiction",
      object({ a: { type: "string", minLength: 3, maxLength: 2 } }, { required: ["a"] }),
      "/a",
    ],
    [
      "endless nesting",
      { $defs: { n: object({ n: { $ref: "#/$defs/n" } }, { required: ["n"] }) }, $ref: "#/$defs/n" },
      `${"/n".repeat(17)}`,
    ],
    ["nothing", false, ""],
  ])("isn't made for %s, and the place is named", async (_name, schema, pointer) => {
    expect((await make(schema, "small")).made).toEqual({ kind: "none", pointer, reason: "no-value" });
  });

  it("isn't looked for without end", async () => {
    const many = Array.from({ length: 12 }, () => ({
      anyOf: Array.from({ length: 8 }, (_, at) => ({ const: at })),
    }));
    const schema = { allOf: [...many, { const: 9 }] };
    expect((await make(schema, "full")).made).toMatchObject({ kind: "none", reason: "too-many-choices" });
  });

  it("is valid, or isn't made, for any schema", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(randomSchema, randomSchema, randomSchema, randomSchema),
        fc.boolean(),
        async ([root, one, two, three], isFull) => {
          const schema = { ...root, $defs: { one, two, three } };
          const { made, isValid } = await make(schema, isFull ? "full" : "small");
          if (made.kind === "value") {
            count++;
            expect({ schema, made, isValid }).toMatchObject({ isValid: true });
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(count).toBeGreaterThan(100);
  });
});
