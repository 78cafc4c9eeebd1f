import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const invalid = (at: string, pointer: string, marked: string) => ({
  code: "example-invalid",
  at,
  pointer,
  marked,
});

describe("an example in OpenAPI 3.1", () => {
  it("must be valid for the schema next to it: of a body, a parameter, a header, a component and a property", async () => {
    const source = text`
      openapi: 3.1.0
      info: {title: T, version: "1"}
      paths:
        /a:
          parameters:
            - {name: q, in: query, schema: {type: integer}, example: x}
          get:
            responses:
              "200":
                description: d
                headers:
                  X-A: {schema: {type: boolean}, examples: {one: {value: 1}}}
                content:
                  application/json:
                    schema: {$ref: '#/components/schemas/A'}
                    examples:
                      good: {value: {n: null}}
                      bad: {value: {n: y}}
                      shared: {$ref: '#/components/examples/Shared'}
      components:
        schemas:
          A:
            type: object
            properties: {n: {type: [integer, "null"], examples: [1, z]}}
            examples: [{n: w}]
        examples:
          Shared: {value: {n: false}}
    `;
    const content = "/paths/~1a/get/responses/200/content/application~1json";
    expect(await findings({ "a.openapi.yaml": source })).toEqual([
      invalid("a.openapi.yaml:6:64", "/paths/~1a/parameters/0/example", "x"),
      invalid("a.openapi.yaml:12:68", "/paths/~1a/get/responses/200/headers/X-A/examples/one/value", "1"),
      invalid("a.openapi.yaml:18:34", `${content}/examples/bad/value/n`, "y"),
      invalid("a.openapi.yaml:24:63", "/components/schemas/A/properties/n/examples/1", "z"),
      invalid("a.openapi.yaml:25:22", "/components/schemas/A/examples/0/n", "w"),
      invalid("a.openapi.yaml:27:25", "/components/examples/Shared/value/n", "false"),
    ]);
    const [found] = await check({ "a.openapi.yaml": source });
    expect(found?.message).toBe("the example is a string, not an integer");
    expect(found?.hint).toContain("`examples: off`");
  });
});

describe("an example in OpenAPI 3.0", () => {
  const document = (version: string, schema: string, example: string) => text`
    openapi: ${version}
    info: {title: T, version: "1"}
    paths:
      /a:
        post:
          requestBody:
            content: {text/plain: {schema: ${schema}, example: ${example}}}
          responses:
            default:
              description: d
              content:
                application/json:
                  schema: {type: object, properties: {n: {type: integer, nullable: true}}}
                  example: {n: null}
  `;

  it.each([
    ["{type: string, nullable: true}", "null"],
    ["{type: string, nullable: true, enum: [a]}", "null"],
    ["{type: integer, minimum: 1, exclusiveMinimum: false}", "1"],
    ["{type: integer, maximum: 9, exclusiveMaximum: true}", "8"],
    ["{type: integer, exclusiveMaximum: true}", "8"],
    ["{type: string, format: custom}", "a"],
    ["{type: object, properties: {default: {type: string, nullable: true}}}", "{default: null}"],
    ["{type: object, additionalProperties: false, properties: {nullable: {type: string}}}", "{nullable: a}"],
    ["{type: object, default: {nullable: true}, properties: {a: {default: null}}}", "{a: null}"],
  ])("is valid by the rules of 3.0: %s accepts %s", async (schema, example) => {
    const found = await findings({ "a.openapi.yaml": document("3.0.3", schema, example) });
    expect(found.filter(({ code }) => code !== "format-unknown")).toEqual([]);
  });

  it.each([
    ["{type: string}", "null", ""],
    ["{type: string, nullable: false}", "null", ""],
    ["{type: integer, minimum: 1, exclusiveMinimum: true}", "1", ""],
    ["{type: integer, maximum: 9, exclusiveMaximum: true}", "9", ""],
    ["{type: object, properties: {nullable: {type: string}}}", "{nullable: 1}", "/nullable"],
    ["{type: object, properties: {default: {type: string, nullable: true}}}", "{default: 1}", "/default"],
  ])("is invalid by the rules of 3.0: %s rejects %s", async (schema, example, pointer) => {
    const found = await check({ "a.openapi.yaml": document("3.0.3", schema, example) });
    expect(found.map((finding) => [finding.code, finding.range.line, finding.pointer])).toEqual([
      ["example-invalid", 7, `/paths/~1a/post/requestBody/content/text~1plain/example${pointer}`],
    ]);
  });

  it("follows the rules of 3.0 in other files too", async () => {
    const found = await findings({
      "a.openapi.yaml": document("3.0.3", "{$ref: part.yaml}", "8"),
      "part.yaml": "{type: integer, maximum: 9, exclusiveMaximum: true}\n",
    });
    expect(found).toEqual([]);
  });
});

describe("an example in AsyncAPI and JSON Schema", () => {
  it("must be valid for the payload and headers of its message", async () => {
    const source = text`
      asyncapi: 3.0.0
      info: {title: T, version: "1"}
      components:
        messages:
          A:
            headers: {type: object, properties: {h: {type: string}}}
            payload:
              schemaFormat: application/schema+yaml;version=2020-12
              schema: {type: object, properties: {a: {type: integer, examples: [b]}}}
            examples:
              - payload: {a: 1}
              - payload: {a: x}
              - headers: {h: 1}
    `;
    const message = "/components/messages/A";
    const found = await findings({ "a.asyncapi.yaml": source });
    expect(found).toEqual([
      invalid("a.asyncapi.yaml:9:75", `${message}/payload/schema/properties/a/examples/0`, "b"),
      invalid("a.asyncapi.yaml:12:24", `${message}/examples/1/payload/a`, "x"),
      invalid("a.asyncapi.yaml:13:24", `${message}/examples/2/headers/h`, "1"),
    ]);
  });

  it("must be valid for its schema file and for the schema around it", async () => {
    const found = await findings({
      "a.schema.yaml":
        "type: object\nproperties:\n  a: {type: integer, examples: [1, b]}\nexamples: [{a: 1}, 2]\n",
    });
    expect(found).toEqual([
      invalid("a.schema.yaml:3:36", "/properties/a/examples/1", "b"),
      invalid("a.schema.yaml:4:20", "/examples/1", "2"),
    ]);
  });
});
