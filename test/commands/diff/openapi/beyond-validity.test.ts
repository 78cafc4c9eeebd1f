import { describe, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { api, findings, integer, type Shop, shop } from "../../../support/commands/diff/openapi/small-api.js";
import { contractFolder } from "../../../support/generator/emit/contract-folder.js";

const parameter = (schema: object, others: object = {}): Partial<Shop> => ({
  parameter: { schema, ...others },
});
const size = (schema: object, others: object = {}) => ({
  type: "object",
  properties: { size: schema },
  ...others,
});
const changed = "error parameter-default-changed query parameter `q`";

describe("the default of a parameter", () => {
  it.each([
    ["changed", parameter({ ...integer, default: 1 }), parameter({ ...integer, default: 2 }), [changed]],
    ["added", parameter(integer), parameter({ ...integer, default: 2 }), [changed]],
    ["removed", parameter({ ...integer, default: 1 }), parameter(integer), [changed]],
    [
      "of another schema",
      parameter({ $ref: "#/components/schemas/Size" }),
      parameter({ $ref: "#/components/schemas/Other" }),
      [changed],
    ],
    [
      "written in another place",
      parameter({ $ref: "#/components/schemas/Size" }),
      parameter({ ...integer, default: 3 }),
      [],
    ],
    [
      "written as the same number",
      parameter({ ...integer, default: 1 }),
      parameter({ ...integer, default: 1.0 }),
      [],
    ],
    [
      "of one that must be sent",
      parameter({ ...integer, default: 1 }, { required: true }),
      parameter({ ...integer, default: 2 }, { required: true }),
      [],
    ],
  ])("is judged if it is %s", async (_, old, current, expected) => {
    expect(await findings(old, current)).toEqual(expected);
  });
});

describe("the default of a member", () => {
  it.each([
    [
      "in a request",
      { sent: size({ ...integer, default: 1 }) },
      { sent: size({ ...integer, default: 2 }) },
      ["error property-default-changed body"],
    ],
    [
      "in an answer",
      { received: size({ ...integer, default: 1 }) },
      { received: size(integer) },
      ["warning property-default-changed response 200"],
    ],
    [
      "by a reference",
      { sent: size({ $ref: "#/components/schemas/Size" }) },
      { sent: size({ $ref: "#/components/schemas/Other" }) },
      ["error property-default-changed body"],
    ],
    [
      "of a member that must be there",
      { sent: size({ ...integer, default: 1 }, { required: ["size"] }) },
      { sent: size({ ...integer, default: 2 }, { required: ["size"] }) },
      [],
    ],
  ])("is judged %s", async (_, old, current, expected) => {
    expect(await findings(old, current)).toEqual(expected);
  });
});

describe("a media type without a schema", () => {
  it.each([
    ["a request gets one", { sent: undefined }, {}, ["error media-type-described body"]],
    ["a request loses it", {}, { sent: undefined }, ["info media-type-undescribed body"]],
    ["an answer loses it", {}, { received: undefined }, ["error media-type-undescribed response 200"]],
    ["an answer gets one", { received: undefined }, {}, ["info media-type-described response 200"]],
    ["`true` says the same", { sent: undefined }, { sent: true }, []],
    ["`{}` says the same", { received: { description: "d" } }, { received: undefined }, []],
  ])("is judged: %s", async (_, old, current, expected) => {
    expect(await findings(old, current)).toEqual(expected);
  });
});

it("a member is named with its path from the body, also in lists", async () => {
  const inner = (more: object) => ({ type: "object", properties: { a: integer, ...more } });
  const received = (more: object) => ({
    type: "object",
    properties: { one: inner(more), many: { type: "array", items: inner(more) } },
  });
  const cwd = await contractFolder({
    "old.openapi.json": api({ ...shop, received: received({}) }),
    "new.openapi.json": api({ ...shop, received: received({ x: integer }) }),
  });
  const { out } = await runCommand(cwd, "diff", "old.openapi.json", "new.openapi.json", "--compatible");
  expect(out.match(/the property `.+` is new/g)?.sort()).toEqual([
    "the property `many[].x` is new",
    "the property `one.x` is new",
  ]);
});

it("a schema that is sent and received is two statements, each with its own advice", async () => {
  const shared = (values: readonly string[]): Partial<Shop> => ({
    sent: size({ $ref: "#/components/schemas/Kind" }),
    received: size({ $ref: "#/components/schemas/Kind" }),
    schemas: { Kind: { type: "string", enum: values } },
  });
  expect(await findings(shared(["a"]), shared(["a", "b"]))).toEqual([
    "info schema-widened body",
    "error schema-widened response 200",
  ]);
  expect(await findings(shared(["a", "b"]), shared(["a"]))).toEqual([
    "error schema-narrowed body",
    "info schema-narrowed response 200",
  ]);
});

const only = (values: readonly unknown[]) => values.map((value) => ({ const: value }));

it.each([
  [
    "an enum",
    { enum: ["a", "b"] },
    { enum: ["a", "c", "d", "b", "e"] },
    "`size` is `c`, `d` or `e`; the contract allows only `a`, `b`",
  ],
  [
    "one value",
    { enum: ["a", "b"] },
    { enum: ["b", "a", null] },
    "`size` is `null`; the contract allows only `a`, `b`",
  ],
  [
    "`oneOf`",
    { oneOf: only(["a", "b"]) },
    { oneOf: only(["a", "b", "c", "d"]) },
    "`size` is `c` or `d`; the contract allows only `a`, `b`",
  ],
  [
    "`anyOf`",
    { anyOf: only([1, 2]) },
    { anyOf: only([3, 1, 2]) },
    "`size` is `3`; the contract allows only `1`, `2`",
  ],
  ["a type", { type: "string" }, { type: ["string", "null"] }, "`size` is null, not a string"],
  ["a member that must be there", { required: ["a"] }, { required: ["a", "b"] }, undefined],
])("every new value is named: %s", async (_, before, after, text) => {
  const cwd = await contractFolder({
    "old.openapi.json": api({ ...shop, received: size(before) }),
    "new.openapi.json": api({ ...shop, received: size(after) }),
  });
  const { out } = await runCommand(cwd, "diff", "old.openapi.json", "new.openapi.json");
  if (text === undefined) expect(out).toBe("");
  else expect(out).toContain(`it says: ${text}\n`);
});

describe("an object that says `additionalProperties: true`", () => {
  const open = (more: object) => ({
    type: "object",
    properties: { size: integer, ...more },
    additionalProperties: true,
  });

  it("may get an optional member, as without the keyword", async () => {
    expect(await findings({ sent: open({}) }, { sent: open({ nick: integer }) })).toEqual([
      "info property-added body",
    ]);
    expect(await findings({ received: open({ nick: integer }) }, { received: open({}) })).toEqual([
      "warning property-removed response 200",
    ]);
  });

  it("holds other members if it is read to the letter", async () => {
    const any = ["--open-objects", "any"];
    expect(await findings({ sent: open({}) }, { sent: open({ nick: integer }) }, ...any)).toEqual([
      "info property-added body",
      "error schema-narrowed body",
    ]);
  });
});
