import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const info = 'info: {title: T, version: "1"}';

describe("data inside a contract isn't checked as a contract", () => {
  const data =
    "{$ref: '#/none', pattern: '(', x-rules: none, type: 1, nullable: 2, list: [{$ref: https://x.example/}]}";

  it("in the keywords of a schema", async () => {
    const source = text`
      type: object
      default: ${data}
      properties:
        a: {const: ${data}}
        b: {enum: [${data}]}
        c: {default: [${data}]}
        d: {examples: [${data}], example: ${data}}
    `;
    expect(await findings({ "a.schema.yaml": source })).toEqual([]);
  });

  it("in the examples of OpenAPI", async () => {
    const source = text`
      openapi: 3.1.0
      ${info}
      paths:
        /a:
          get:
            parameters:
              - {name: q, in: query, schema: {type: object}, example: ${data}}
            responses:
              "200":
                description: d
                content:
                  application/json: {example: ${data}}
                  text/plain: {examples: {one: {value: ${data}}}}
      components:
        examples:
          A: {value: ${data}}
          value: {value: [${data}]}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([]);
  });

  it("in the examples of a message, without requesting what they seem to refer to", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const source = text`
      asyncapi: 3.0.0
      ${info}
      components:
        messages:
          A:
            payload: {type: object}
            examples:
              - payload: ${data}
              - payload: {a: {$ref: 'http://127.0.0.1:${String(port)}/a'}, b: {$ref: /etc/hostname}}
    `;
    try {
      expect(await findings({ "a.asyncapi.yaml": source })).toEqual([]);
      expect(asked).toEqual([]);
    } finally {
      server.close();
    }
  });

  it("in example files with any reference", async () => {
    const found = await findings({
      "a.schema.yaml": "type: object\n",
      "examples/a/one.json": '{"$ref": "../../broken.yaml", "openapi": "9", "pattern": "("}',
      "broken.yaml": "a: [\n",
    });
    expect(found).toEqual([]);
  });
});

describe("names that look like keywords are plain names", () => {
  const names = [
    "$ref",
    "default",
    "example",
    "examples",
    "pattern",
    "const",
    "enum",
    "schema",
    "value",
    "x-rules",
    "nullable",
  ];
  const properties = names.map((name) => `    ${name}: {type: string}\n`).join("");
  const instance = `{${names.map((name) => `${name}: text`).join(", ")}}`;

  it("as properties of a schema", async () => {
    const source = `type: object\nrequired: [$ref]\nproperties:\n${properties}examples: [${instance}]\n`;
    expect(await findings({ "a.schema.yaml": source })).toEqual([]);
    const [found] = await check({ "a.schema.yaml": source.replace("value: text", "value: 1") });
    expect(found).toMatchObject({ code: "example-invalid", pointer: "/examples/0/value" });
  });

  it.each(["3.0.3", "3.1.0"])("as properties of a body in OpenAPI %s", async (version) => {
    const source = text`
      openapi: ${version}
      ${info}
      paths:
        /a:
          get:
            responses:
              default:
                description: d
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties: {${names.map((name) => `${name}: {type: string}`).join(", ")}}
                    example: ${instance}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([]);
  });

  it("as components of OpenAPI", async () => {
    const source = text`
      openapi: 3.1.0
      ${info}
      paths: {}
      components:
        schemas:
          default: {type: string}
          schema: {type: object, properties: {schema: {type: object}, example: {type: object}}}
        parameters:
          schema: {name: a, in: query, required: true, schema: {type: string}, example: a}
          example: {name: b, in: query, schema: {$ref: '#/components/schemas/default'}}
        responses:
          default: {description: d, headers: {schema: {schema: {type: string}, example: a}}}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([]);
  });

  it("as servers and messages of AsyncAPI", async () => {
    const source = text`
      asyncapi: 3.0.0
      ${info}
      servers:
        default: {host: a.example, protocol: https}
      components:
        messages:
          example: {payload: {type: object, properties: {schema: {type: object}, example: {type: string}}}}
          value: {headers: {type: object, properties: {default: {type: string}}}}
    `;
    expect(await findings({ "a.asyncapi.yaml": source })).toEqual([]);
  });
});

describe("what the specifications allow isn't reported", () => {
  it("a boolean schema, a path item without operations, a reference with a summary", async () => {
    const source = text`
      openapi: 3.1.0
      ${info}
      paths:
        /a: {}
        /b:
          get:
            responses:
              "200": {$ref: '#/components/responses/R', description: Mine.}
      components:
        schemas:
          A: {type: object, properties: {a: true}}
        responses:
          R: {description: d, content: {application/json: {schema: true}}}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([]);
  });

  it("references with anchors, escaped pointers and percent-encoding", async () => {
    const source = text`
      type: object
      properties:
        a: {$ref: '#text'}
        b: {$ref: '#/$defs/a~1b~0c'}
        c: {$ref: '#/$defs/two%20words'}
        d: {$ref: 'other%20file.schema.yaml#/$defs/%C3%BC'}
      $defs:
        a/b~c: {type: string}
        two words: {type: string}
        t: {$anchor: text, type: string}
    `;
    const found = await findings({
      "a.schema.yaml": source,
      "other file.schema.yaml": "$defs:\n  ü: {type: string}\n",
    });
    expect(found).toEqual([]);
  });
});
