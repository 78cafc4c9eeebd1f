import { describe, expect, it } from "vitest";
import { check, text } from "../../support/reader/check/findings.js";

async function summary(files: Readonly<Record<string, string>>) {
  return (await check(files)).map(({ code, range, message, hint }) => ({
    code,
    at: `${range.line}:${range.column}`,
    message,
    hint,
  }));
}

const api = text`
  openapi: 3.1.0
  info: {title: T, version: "1"}
  paths:
    /a:
      get:
        operationId: getA
        responses:
          "200": {description: d}
`;

describe("one wrong indentation gives one finding", () => {
  it("if the YAML doesn't parse because a line is too far right", async () => {
    const source = "type: object\nproperties:\n  a: {}\n  b:\n    type: string\n     maxLength: 3\n  c: {}\n";
    expect(await summary({ "a.schema.yaml": source })).toEqual([
      {
        code: "yaml-syntax",
        at: "6:6",
        message: "this line is indented too far: the line before it is complete",
        hint: "Indent it like the line before it, or like the other keys of its mapping.",
      },
    ]);
  });

  it("if the YAML doesn't parse because a line is between two levels", async () => {
    const source = "properties:\n  a:\n    type: string\n   maxLength: 3\n  c: {}\n";
    expect(await summary({ "a.schema.yaml": source })).toMatchObject([
      { code: "yaml-syntax", hint: "Indent this line like the others on its level." },
    ]);
  });

  it("but duplicate keys before the place are reported, too", async () => {
    const found = await summary({ "a.schema.yaml": "type: object\ntype: object\ntitle: a: b\n" });
    expect(found.map(({ code, at }) => [code, at])).toEqual([
      ["duplicate-key", "2:1"],
      ["yaml-syntax", "3:8"],
    ]);
    expect(found[1]?.hint).toBe("Put a value that contains a colon and a space in quotes.");
  });

  it("in OpenAPI, if the lines below a key are too far left", async () => {
    const source = api.replace(/^ {6}/gm, "    ");
    expect(source).toContain("    get:\n    operationId");
    expect(await summary({ "a.openapi.yaml": source })).toEqual([
      {
        code: "openapi-invalid",
        at: "5:5",
        message:
          "`get` has no value, and the keys `operationId`, `responses` after it can't be on the same level",
        hint: "Probably a wrong indentation: indent the keys `operationId`, `responses` further, so that they are inside `get`.",
      },
    ]);
  });

  it("in AsyncAPI", async () => {
    const source = text`
      asyncapi: 3.0.0
      info: {title: T, version: "1"}
      channels:
        c:
          messages:
            A:
              name: a
              payload:
              type: object
              properties: {a: {type: string}}
    `;
    expect(await summary({ "a.asyncapi.yaml": source })).toMatchObject([
      { code: "asyncapi-invalid", at: "8:9" },
    ]);
  });

  it("in JSON Schema", async () => {
    const source = "type: object\nproperties:\n  a:\n  type: string\n  maxLength: 3\n  b: {type: string}\n";
    expect(await summary({ "a.schema.yaml": source })).toMatchObject([
      { code: "schema-invalid", at: "3:3", message: expect.stringContaining("`type`, `maxLength`") },
    ]);
  });

  it("and other findings stay", async () => {
    const source = "type: object\nproperties:\n  a:\n  b: {type: strng}\n  c: {}\n  d: 1\n";
    expect((await summary({ "a.schema.yaml": source })).map(({ at }) => at)).toEqual(["3:5", "4:13", "6:6"]);
    const empty = "type: object\nproperties:\n  a:\n  c: {}\n  d: 1\n";
    expect((await summary({ "a.schema.yaml": empty })).map(({ at }) => at)).toEqual(["3:5", "5:6"]);
  });
});

describe("a schema file that an OpenAPI document refers to", () => {
  const referring = (version: string) =>
    api
      .replace("3.1.0", version)
      .replace(
        "{description: d}",
        "{description: d, content: {application/json: {schema: {$ref: t.schema.yaml}}}}",
      );

  it("is judged in the words of JSON Schema", async () => {
    const files = { "a.openapi.yaml": referring("3.1.0"), "t.schema.yaml": "type: strng\nmaxLenght: 3\n" };
    expect(await summary(files)).toEqual([
      expect.objectContaining({ code: "schema-invalid", at: "1:7", hint: "Did you mean `string`?" }),
      expect.objectContaining({
        code: "schema-invalid",
        at: "2:1",
        message: expect.stringContaining("JSON Schema"),
      }),
    ]);
  });

  it("must also suit an older OpenAPI", async () => {
    const files = { "a.openapi.yaml": referring("3.0.3"), "t.schema.yaml": "type: [string, 'null']\n" };
    expect(await summary(files)).toMatchObject([
      {
        code: "openapi-invalid",
        hint: "This is valid JSON Schema 2020-12, but an OpenAPI 3.0 document refers to the schema: write it as both allow.",
      },
    ]);
  });
});
