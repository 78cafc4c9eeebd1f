import { describe, expect, it } from "vitest";
import { check } from "../../support/reader/check/findings.js";

const api = (schemas: object) => ({
  "a.openapi.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/a": {
        get: {
          operationId: "a",
          parameters: [{ name: "at", in: "query", schema: { type: "string", format: "datetime" } }],
          responses: { 200: { description: "d" } },
        },
      },
    },
    components: { schemas },
  }),
});
const text = (format: string) => ({ type: "string", format });

describe("a format of an OpenAPI document that oipkit doesn't know", () => {
  it("is named once, with its first place", async () => {
    const properties = {
      a: text("datetime"),
      b: { type: "array", items: text("datetime") },
      c: text("cuid"),
    };
    const found = await check(api({ A: { type: "object", properties } }));
    expect(
      found.map(({ severity, code, pointer, message }) => `${severity} ${code} ${pointer}: ${message}`),
    ).toEqual([
      "warning format-unknown /components/schemas/A/properties/a/format: unknown format `datetime`: it isn't checked, here and in 2 other places",
      "warning format-unknown /components/schemas/A/properties/c/format: unknown format `cuid`: it isn't checked",
    ]);
    expect(found[0]?.hint).toContain("Did you mean `date-time`?");
  });

  it("isn't one of OpenAPI's registry, and isn't in examples", async () => {
    const names = [
      "int32",
      "double",
      "password",
      "binary",
      "byte",
      "http-date",
      "decimal",
      "sf-token",
      "email",
    ];
    const properties = Object.fromEntries(names.map((name) => [name, text(name)]));
    const document = api({ A: { type: "object", properties, example: { format: "cuid" } } });
    const found = await check(document);
    expect(found.map(({ pointer }) => pointer)).toEqual(["/paths/~1a/get/parameters/0/schema/format"]);
  });
});
