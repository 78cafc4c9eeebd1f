import { describe, expect, it } from "vitest";
import { compile } from "../../../reader/validation/index.js";

describe("compile", () => {
  it("returns findings like a generated validator", () => {
    const { is, check } = compile({
      type: "object",
      required: ["id", "status"],
      properties: {
        id: { type: "string", maxLength: 3 },
        status: { enum: ["open", "closed"] },
        list: { items: { type: "integer" } },
      },
      additionalProperties: false,
    });
    expect(is({ id: "😀😀😀", status: "open" })).toBe(true);
    expect(check({ id: "a", status: "open", list: [1, 2] })).toEqual([]);
    expect(check({ status: "gone", list: [1, "2"], other: true })).toEqual([
      {
        code: "required",
        pointer: "",
        schemaPointer: "#/required",
        message: "the document lacks the required property `id`",
        keyword: "required",
        property: "id",
      },
      {
        code: "unknown-property",
        pointer: "",
        schemaPointer: "#/additionalProperties",
        message: "the document has the property `other`, which the contract doesn't allow",
        keyword: "additionalProperties",
        property: "other",
      },
      {
        code: "enum",
        pointer: "/status",
        schemaPointer: "#/properties/status/enum",
        message: "`status` is `gone`; the contract allows only `open`, `closed`",
        keyword: "enum",
      },
      {
        code: "type",
        pointer: "/list/1",
        schemaPointer: "#/properties/list/items/type",
        message: "`list.1` is a string, not an integer",
        keyword: "type",
      },
    ]);
  });

  it("returns one finding with `all: false`, and unknown properties with `strict: true`", () => {
    const { check } = compile({
      properties: {
        a: { type: "string" },
        open: { additionalProperties: { properties: { b: { type: "integer" } } } },
        list: { prefixItems: [{ properties: { c: true } }], items: { properties: { d: true } } },
      },
    });
    expect(check({ a: 1, x: 1 }, { all: false })).toHaveLength(1);
    const value = {
      a: "",
      x: 1,
      open: { y: { b: 1, z: 2 } },
      list: [
        { c: 1, d: 1 },
        { c: 1, d: 1 },
      ],
    };
    expect(check(value)).toEqual([]);
    const found = check(value, { strict: true });
    expect(found.map(({ pointer, property, schemaPointer }) => [pointer, property, schemaPointer])).toEqual([
      ["", "x", "#"],
      ["/open/y", "z", "#/properties/open/additionalProperties"],
      ["/list/0", "d", "#/properties/list/prefixItems/0"],
      ["/list/1", "c", "#/properties/list/items"],
    ]);
    expect(check(value, { strict: true, all: false })).toEqual(found.slice(0, 1));
  });

  it("knows every property from a branch, a reference or a recursion", () => {
    const { check } = compile({
      $ref: "#/$defs/node",
      anyOf: [{ properties: { a: true } }, { properties: { b: true } }],
      dependentSchemas: { c: { properties: { d: true } } },
      properties: { c: true },
      $defs: {
        node: {
          allOf: [{ $ref: "#/$defs/base" }],
          properties: { next: { allOf: [{ $ref: "#" }, { properties: { e: true } }] } },
        },
        base: { properties: { id: { type: "integer" } } },
      },
    });
    const value = { id: 1, a: 1, b: 1, c: 1, d: 1, next: { id: 2, e: 1, next: { id: 3, x: 1 } } };
    const found = check(value, { strict: true });
    expect(found.map(({ pointer, property }) => [pointer, property])).toEqual([["/next/next", "x"]]);
  });

  it("accepts boolean schemas", () => {
    expect(compile(true).is(1)).toBe(true);
    expect(compile(false).check(1)).toEqual([
      {
        code: "false-schema",
        pointer: "",
        schemaPointer: "#",
        message: "the document isn't allowed",
        keyword: "false",
      },
    ]);
  });

  it("applies the semantics of draft-07", () => {
    const { is, check } = compile({
      $schema: "http://json-schema.org/draft-07/schema#",
      definitions: { text: { $id: "#text", type: "string" } },
      items: [{ $ref: "#text", minLength: 5 }, { type: "integer" }],
      additionalItems: false,
      dependencies: { a: ["b"], c: { required: ["d"] } },
    });
    expect([["a", 1], ["a"], {}, { a: 1, b: 1, c: 1, d: 1 }].map(is)).toEqual([true, true, true, true]);
    expect([[1], ["a", "b"], ["a", 1, 2], { a: 1 }, { c: 1 }].map(is)).toEqual(Array(5).fill(false));
    expect(check(["a", 1, 2])).toMatchObject([
      { keyword: "additionalItems", schemaPointer: "#/additionalItems" },
    ]);
    expect(check({ a: 1 })).toMatchObject([
      { keyword: "dependencies", schemaPointer: "#/dependencies", property: "b" },
    ]);
    expect(check(["a", "b"])).toMatchObject([{ keyword: "type", schemaPointer: "#/items/1/type" }]);
  });

  it("gives document and place of a finding in another document", () => {
    const { check } = compile(
      { $ref: "parts/address.json#/$defs/zip" },
      {
        uri: "order.json",
        schemas: { "parts/address.json": { $defs: { zip: { type: "string", pattern: "^\\d{5}$" } } } },
      },
    );
    expect(check("1234")).toMatchObject([
      {
        code: "pattern",
        schemaPointer: "parts/address.json#/$defs/zip/pattern",
        message: "the document doesn't match `^\\d{5}$`",
      },
    ]);
    const { check: own } = compile({ type: "string" }, { uri: "order.json" });
    expect(own(1)).toMatchObject([{ schemaPointer: "order.json#/type" }]);
  });

  it("asserts formats by default, including the exact syntax of `date-time`", () => {
    const schema = { properties: { at: { format: "date-time" }, other: { format: "made-up" } } };
    const value = { at: "2023-02-29T00:00:00Z", other: "x" };
    expect(compile(schema).check(value)).toMatchObject([
      { code: "format", pointer: "/at", message: "`at` isn't a date and time of RFC 3339" },
    ]);
    expect(compile(schema, { formats: false }).is(value)).toBe(true);
    expect(compile(schema).is({ at: 5 })).toBe(true);
  });

  it("shows no value of a secret, wherever the schema marks it", () => {
    const secret = { "x-secret": true, enum: ["a", "b"] };
    const schemas = [
      { properties: { token: secret } },
      {
        properties: { token: { $ref: "#/$defs/token", "x-secret": true } },
        $defs: { token: { enum: ["a"] } },
      },
      { properties: { token: { "x-secret": true } }, allOf: [{ properties: { token: { const: "a" } } }] },
      {
        allOf: [{ $ref: "#/$defs/base" }],
        properties: { token: { enum: ["a"] } },
        $defs: { base: { properties: { token: secret } } },
      },
      { properties: { token: { "x-secret": true, anyOf: [{ const: "a" }, { minLength: 100 }] } } },
    ];
    for (const schema of schemas) {
      const found = compile(schema).check({ token: "hunter2" });
      expect(found.length).toBeGreaterThan(0);
      expect(JSON.stringify(found)).not.toContain("hunter2");
    }
  });

  it("applies cross-field rules and clauses of a contract's schema, and ignores any other `x-rules`", () => {
    const rule = {
      rule: "ends-later",
      later: ["/end", "/start"],
      message: "`end` must be later than `start`",
      level: "must",
    };
    const { check } = compile({ type: "object", "x-clause": "§7", "x-rules": [rule] });
    expect(check({ start: "2024-01-01T00:00:00Z", end: "2023-01-01T00:00:00Z" })).toEqual([
      {
        code: "rule/ends-later",
        pointer: "",
        schemaPointer: "#/x-rules",
        message: "`end` must be later than `start`",
        keyword: "x-rules",
        clause: "§7",
        rule: "ends-later",
        fields: ["/end", "/start"],
      },
    ]);
    expect(compile({ "x-rules": { any: "thing" } }).is({})).toBe(true);
  });

  it("treats hostile names and texts of a schema as plain names and texts", () => {
    const names = [
      '"];throw 1;//',
      "`$\u007bthrow 1}`",
      "\u2028",
      "__proto__",
      "constructor",
      "a\nb",
      "*/",
      "</script>",
      "'",
      "\\",
    ];
    for (const name of names) {
      const schema = JSON.parse(
        `{"required": [${JSON.stringify(name)}], "properties": {${JSON.stringify(name)}: {"enum": [${JSON.stringify(name)}]}}, "additionalProperties": false}`,
      ) as object;
      const { is, check } = compile(schema);
      const good = JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(name)}}`) as object;
      const bad = JSON.parse(`{${JSON.stringify(name)}: 1, "other": 1}`) as object;
      expect([is(good), is(bad), is({})]).toEqual([true, false, false]);
      expect(
        check(bad)
          .map(({ code }) => code)
          .toSorted(),
      ).toEqual(["enum", "unknown-property"]);
      expect(check({})).toMatchObject([{ code: "required", property: name }]);
    }
  });

  it("reports a value that is nested too deeply for a recursive schema", () => {
    const { is, check } = compile({ properties: { next: { $ref: "#" } } });
    let value: object = {};
    for (let level = 0; level < 200_000; level++) value = { next: value };
    expect(is(value)).toBe(false);
    expect(check(value)).toMatchObject([{ code: "too-deep", pointer: "" }]);
  });

  it("checks the uniqueness of many objects without comparing every pair", () => {
    const { is } = compile({ uniqueItems: true });
    const many = Array.from({ length: 200_000 }, (_, index) => ({ id: index }));
    expect(is(many)).toBe(true);
    expect(is([...many, { id: 7 }])).toBe(false);
  });
});
