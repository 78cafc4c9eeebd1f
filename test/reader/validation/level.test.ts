import { describe, expect, it } from "vitest";
import { compile } from "../../../reader/validation/index.js";
import { ContractNodes } from "../../../reader/validation/nodes/contract-nodes.js";
import { runValidator } from "../../../reader/validation/run-validator.js";
import { schemaContracts, schemaPlace } from "../../support/reader/validation/schema-contracts.js";

const $schema = "https://json-schema.org/draft/2020-12/schema";

/** `code level` of each finding, from the generated validator and from the compiled one. */
async function bothLevels(schema: object, value: unknown): Promise<readonly (readonly string[])[]> {
  const contracts = await schemaContracts({ root: { $schema, ...schema } });
  const definition = new ContractNodes(contracts).of(schemaPlace(contracts, "root"));
  return [runValidator(definition), compile({ $schema, ...schema })].map(({ is, check }) => {
    expect(is(value)).toBe(false);
    return check(value)
      .map(({ code, level = "must" }) => `${code} ${level}`)
      .toSorted();
  });
}

/** `code level` of each finding. Expects that both validators agree. */
async function levels(schema: object, value: unknown): Promise<readonly string[]> {
  const [generated, compiled] = await bothLevels(schema, value);
  expect(generated).toEqual(compiled);
  return compiled ?? [];
}

const rule = (name: string, level: string) => ({
  rule: name,
  equal: ["/a", "/b"],
  clause: "§1",
  level,
  message: "`a` must equal `b`",
});

describe("the level of a finding", () => {
  it("is that of the rule", async () => {
    const schema = { type: "object", "x-rules": [rule("one", "should"), rule("two", "must")] };
    expect(await levels(schema, { a: 1, b: 2 })).toEqual(["rule/one should", "rule/two must"]);
  });

  it("is that of the schema that causes the finding, not of the schemas around it", async () => {
    const schema = {
      "x-level": "should",
      required: ["z"],
      properties: { a: { "x-level": "info", type: "string" }, b: { maxLength: 1 } },
    };
    expect(await levels(schema, { a: 1, b: "xx" })).toEqual([
      "max-length must",
      "required should",
      "type info",
    ]);
  });

  it("applies through a reference and to branches for the same value", async () => {
    const schema = {
      properties: {
        a: { "x-level": "should", $ref: "#/$defs/text" },
        b: { $ref: "#/$defs/text" },
        c: { "x-level": "should", anyOf: [{ type: "string" }, { "x-level": "must", type: "null" }] },
      },
      $defs: { text: { type: "string" } },
    };
    expect(await levels(schema, { a: 1 })).toEqual(["type should"]);
    expect(await levels(schema, { b: 1 })).toEqual(["type must"]);
    expect(await levels(schema, { c: 1 })).toEqual(["any-of should", "type must"]);
  });

  it("is `must` if one of two schemas requires it", async () => {
    const values = [
      [{ "x-level": "should", enum: [1] }, { enum: [1, 2] }],
      [{ "x-level": "should", const: 1 }, { enum: [1, 2] }],
      [{ enum: [1] }, { "x-level": "should", enum: [1, 2] }],
      [{ "x-level": "should", type: "integer", allOf: [{ "x-level": "must", type: "number" }] }],
    ];
    for (const allOf of values) {
      for (const found of await bothLevels({ allOf }, "3"))
        expect(found.filter((each) => each.endsWith(" must"))).not.toEqual([]);
    }
  });

  it("doesn't hide errors behind warnings, in lists of any length", () => {
    const { check } = compile({
      properties: { list: { items: { "x-level": "should", type: "string" } }, z: { $ref: "#/$defs/z" } },
      $defs: { z: { properties: { y: { type: "string" } } } },
    });
    const value = { list: Array(3000).fill(0), z: { y: 0 } };
    expect(check(value)).toHaveLength(1000);
    expect(check(value).filter(({ level }) => level === undefined)).toMatchObject([{ pointer: "/z/y" }]);
    expect(check(value, { all: false })).toMatchObject([{ pointer: "/z/y" }]);
  });
});
