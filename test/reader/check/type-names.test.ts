import { describe, expect, it } from "vitest";
import { check } from "../../support/reader/check/findings.js";

const openapi = (version: string) => (schema: string) => ({
  "a.openapi.yaml": `openapi: ${version}\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: object, properties: { a: ${schema} } } } }\n`,
});
const schemaFile = (dialect: string) => (schema: string) => ({
  "a.schema.yaml": `$schema: ${dialect}\ntype: object\nproperties: { a: ${schema} }\n`,
});
const asyncapi = (payload: (schema: string) => string) => (schema: string) => ({
  "a.asyncapi.yaml": `asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: { c: { address: c, messages: { M: { payload: ${payload(`{ type: object, properties: { a: ${schema} } }`)} } } } }\n`,
});

const documents: readonly [string, (schema: string) => Record<string, string>][] = [
  ["OpenAPI 3.0", openapi("3.0.3")],
  ["OpenAPI 3.1", openapi("3.1.0")],
  ["JSON Schema 2020-12", schemaFile("https://json-schema.org/draft/2020-12/schema")],
  ["JSON Schema draft-07", schemaFile("http://json-schema.org/draft-07/schema#")],
  ["AsyncAPI", asyncapi((schema) => schema)],
  [
    "AsyncAPI with a schema of 2020-12",
    asyncapi(
      (schema) => `{ schemaFormat: "application/schema+json;version=draft-2020-12", schema: ${schema} }`,
    ),
  ],
];

describe.each(documents)("in %s", (_, files) => {
  it.each([
    ["integr", "Did you mean `integer`?"],
    ["strng", "Did you mean `string`?"],
    ["Integer", "Did you mean `integer`?"],
    ["int", "`type: integer`"],
    ["int64", "`format: int64`"],
    ["str", "`type: string`"],
    ["bool", "`type: boolean`"],
    ["float", "`type: number` with `format: float`"],
    ["datetime", "`format: date-time`"],
    ["list", "`type: array`"],
    ["map", "`type: object`"],
    ["file", "`format: binary`"],
    ["any", "without `type`, any value is allowed"],
    ["flurb", "there are `null`, `boolean`"],
    ["[strin, 'null']", "Did you mean `string`?"],
  ])("the type %s is one error, with its remedy", async (type, remedy) => {
    const found = await check(files(`{ type: ${type} }`));
    expect(found.map(({ severity }) => severity)).toEqual(["error"]);
    const [{ message, hint, pointer } = { message: "", hint: "", pointer: "" }] = found;
    expect(message).toMatch(/^there is no type `|isn't the name of a type$/);
    expect(hint).toContain(remedy);
    expect(pointer).toMatch(/\/properties\/a\/type(?:\/0)?$/);
  });

  it.each([
    ["requird: [b]", "required"],
    ["minLenght: 3", "minLength"],
    ["addtionalProperties: false", "additionalProperties"],
  ])("the keyword %s is a warning that names the near one", async (keyword, near) => {
    const found = await check(files(`{ ${keyword} }`));
    expect(found.map(({ severity }) => severity)).toEqual(["warning"]);
    expect(found[0]?.hint).toContain(`Did you mean \`${near}\`?`);
  });
});

it("reads null without quotes as the type of null in OpenAPI, and says so", async () => {
  const found = await check(openapi("3.1.0")("{ type: [string, null] }"));
  expect(found).toMatchObject([{ severity: "warning", hint: 'Put it in quotes: `"null"`.' }]);
});

it("can be lowered where the document can be read nevertheless", async () => {
  const levelled = (level: "warning" | "off") =>
    check(openapi("3.1.0")("{ type: any }"), "error", { levels: { "type-unknown": level } });
  expect((await levelled("warning")).map(({ severity }) => severity)).toEqual(["warning"]);
  expect(await levelled("off")).toEqual([]);
});

it.each([
  ["in: qeury", "{ name: q, in: qeury, schema: { type: string } }", "query"],
  ["style", "{ name: q, in: query, style: pipeDelimted, schema: { type: array } }", "pipeDelimited"],
])("names the near value of a parameter's %s", async (_, parameter, near) => {
  const found = await check({
    "a.openapi.yaml": `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /a: { get: { operationId: a, parameters: [${parameter}], responses: { "204": { description: d } } } } }\n`,
  });
  expect(found.map(({ hint }) => hint).join("\n")).toContain(`Did you mean \`${near}\`?`);
});
