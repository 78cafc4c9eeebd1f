import { expect, test } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const at = (place: string, pointer: string, marked: string) => ({
  code: "number-inexact",
  at: place,
  pointer,
  marked,
});

test("a number that no double holds is a warning wherever a schema compares values with it", async () => {
  const source = text`
    type: object
    properties:
      id: {type: integer, maximum: 9007199254740993, default: 12345678901234567890}
      c: {const: 12345678901234567890}
      m: {exclusiveMinimum: 1e400, multipleOf: 1e-400}
      maximum: {const: {a: [0xFFFFFFFFFFFFFFFF]}}
      e: {enum: [1, 9007199254740993, 0.1000000000000000055]}
      f: {minimum: 9007199254740992, maximum: 1e22, multipleOf: 0.10, enum: [1.50000000000000000000]}
  `;
  expect(await findings({ "a.schema.yaml": source })).toEqual([
    at("a.schema.yaml:3:32", "/properties/id/maximum", "9007199254740993"),
    at("a.schema.yaml:4:14", "/properties/c/const", "12345678901234567890"),
    at("a.schema.yaml:5:25", "/properties/m/exclusiveMinimum", "1e400"),
    at("a.schema.yaml:5:44", "/properties/m/multipleOf", "1e-400"),
    at("a.schema.yaml:6:25", "/properties/maximum/const/a/0", "0xFFFFFFFFFFFFFFFF"),
    at("a.schema.yaml:7:17", "/properties/e/enum/1", "9007199254740993"),
    at("a.schema.yaml:7:35", "/properties/e/enum/2", "0.1000000000000000055"),
  ]);
  const [first] = await check({ "a.schema.yaml": source });
  expect(first).toMatchObject({ severity: "warning" });
  expect(first?.message).toContain("9007199254740992 instead");
});

test("the parts of an API of every version are searched, and JSON files", async () => {
  for (const version of ["3.0.3", "3.1.0", "3.2.0"]) {
    const source = [
      `{"openapi":"${version}","info":{"title":"T","version":"1"},"paths":{},`,
      '"components":{"parameters":{"P":{"name":"p","in":"query","schema":{',
      '"enum":[9223372036854775807]}}},',
      '"schemas":{"A":{"maximum":9223372036854775807}}}}',
    ].join("\n");
    expect(await findings({ "a.openapi.json": source })).toEqual([
      at("a.openapi.json:3:9", "/components/parameters/P/schema/enum/0", "9223372036854775807"),
      at("a.openapi.json:4:27", "/components/schemas/A/maximum", "9223372036854775807"),
    ]);
  }
});

test("an exponent of more than 1,000 digits is an error at its place", async () => {
  for (const [file, source, column] of [
    ["a.schema.yaml", `maximum: 1e${"9".repeat(1001)}`, 10],
    ["a.schema.json", `{"maximum": 1e${"9".repeat(1001)}}`, 13],
  ] as const) {
    const [finding] = await check({ [file]: source });
    expect(finding).toMatchObject({ code: "too-large", range: { line: 1, column } });
    expect(finding?.message).toContain("at most 1000 digits");
  }
});
