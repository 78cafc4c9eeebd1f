import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

const openapi = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\n';

describe("a reference that leads nowhere", () => {
  it("is reported within a file, with the nearest name", async () => {
    const source = text`
      type: object
      properties:
        a: {$ref: '#/$defs/Nmae'}
      $defs:
        Name: {type: string}
    `;
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      {
        code: "ref-not-found",
        at: "a.schema.yaml:3:13",
        pointer: "/properties/a/$ref",
        marked: "'#/$defs/Nmae'",
      },
    ]);
    const [found] = await check({ "a.schema.yaml": source });
    expect(found?.hint).toBe("Did you mean `Name`?");
  });

  it("is reported in another file, with the nearest name of that file", async () => {
    const files = {
      "a.schema.yaml": "$defs:\n  nams: {type: string}\n  b: {$ref: './b/b.schema.yaml#/$defs/nane'}\n",
      "b/b.schema.yaml": "$defs:\n  Name: {type: string}\n",
    };
    const [found] = await check(files);
    expect(found?.message).toContain("there is nothing at /$defs/nane in b/b.schema.yaml");
    expect(found?.hint).toBe("Did you mean `Name`?");
    expect(await findings(files)).toEqual([
      {
        code: "ref-not-found",
        at: "a.schema.yaml:3:13",
        pointer: "/$defs/b/$ref",
        marked: "'./b/b.schema.yaml#/$defs/nane'",
      },
    ]);
  });

  it.each([
    ["a missing file", "./none.schema.yaml#/a", "there is no document ./none.schema.yaml"],
    ["a missing anchor", "#none", "there is no such anchor in a.schema.yaml"],
    ["an index past the end", "#/allOf/1", "there is nothing at /allOf/1"],
    ["an inherited property", "#/$defs/constructor", "there is nothing at /$defs/constructor"],
    ["a broken pointer", "#/$defs/~2", "can't resolve"],
  ])("is reported for %s", async (_, ref, message) => {
    const source = `allOf: [true]\n$defs:\n  a:\n    $ref: '${ref}'\n`;
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      { code: "ref-not-found", at: "a.schema.yaml:4:11", pointer: "/$defs/a/$ref", marked: `'${ref}'` },
    ]);
    const [found] = await check({ "a.schema.yaml": source });
    expect(found?.message).toContain(message);
  });

  it.each([
    ["a name", "Cta", "'Cta'", "Did you mean `Cat`?"],
    ["a reference", "#/components/schemas/Dog", "'#/components/schemas/Dog'", "Check the path"],
    ["a file", "./none.schema.yaml", "'./none.schema.yaml'", "Check the path"],
  ])("is reported in a discriminator's mapping: %s", async (_, target, marked, hint) => {
    const source = text`
      openapi: 3.1.0
      info: {title: T, version: "1"}
      components:
        schemas:
          Cat: {type: object, properties: {kind: {type: string}}}
          Pet:
            oneOf: [{$ref: '#/components/schemas/Cat'}]
            discriminator:
              propertyName: kind
              mapping: {ok: Cat, cat: '${target}'}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([
      {
        code: "ref-not-found",
        at: "a.openapi.yaml:10:33",
        pointer: "/components/schemas/Pet/discriminator/mapping/cat",
        marked,
      },
    ]);
    const [found] = await check({ "a.openapi.yaml": source });
    expect(found?.hint).toContain(hint);
  });

  it("is reported once, at its place, and not again for references to it", async () => {
    const source = "$defs:\n  a: {$ref: '#/$defs/b'}\n  b: {$ref: '#/$defs/c'}\n";
    expect((await findings({ "a.schema.yaml": source })).map(({ at }) => at)).toEqual(["a.schema.yaml:3:13"]);
  });

  it("is reported below a response named default, a header map and a property named enum", async () => {
    const source = text`
      openapi: 3.1.0
      info: {title: T, version: "1"}
      paths:
        /a:
          get:
            responses:
              default: {$ref: '#/components/responses/None'}
      components:
        headers:
          default: {$ref: '#/components/headers/None'}
        schemas:
          A: {type: object, properties: {enum: {$ref: '#/components/schemas/None'}}}
    `;
    const found = await findings({ "a.openapi.yaml": source });
    expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["ref-not-found", "/paths/~1a/get/responses/default/$ref"],
      ["ref-not-found", "/components/headers/default/$ref"],
      ["ref-not-found", "/components/schemas/A/properties/enum/$ref"],
    ]);
  });

  it("is reported in the headers of a message, which are a schema, and in a server", async () => {
    const source = text`
      asyncapi: 3.0.0
      info: {title: T, version: "1"}
      servers:
        default: {$ref: '#/components/servers/None'}
      components:
        messages:
          A:
            headers: {$ref: '#/components/schemas/None'}
    `;
    const found = await findings({ "a.asyncapi.yaml": source });
    expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["ref-not-found", "/servers/default/$ref"],
      ["ref-not-found", "/components/messages/A/headers/$ref"],
    ]);
  });
});

describe("a remote reference", () => {
  it.each(["https://example.com/a.json#/b", "//example.com/a.json", "urn:example:a"])(
    "is refused: %s",
    async (ref) => {
      const found = await check({ "a.openapi.yaml": `${openapi}paths:\n  /a:\n    $ref: ${ref}\n` });
      expect(found.map(({ code, range, pointer }) => [code, range.line, range.column, pointer])).toEqual([
        ["ref-remote", 5, 11, "/paths/~1a/$ref"],
      ]);
      expect(found[0]?.hint).toContain("save the document locally");
    },
  );
});

describe("circular references", () => {
  const cycle = (at: string, pointer: string, marked: string) => ({ code: "ref-cycle", at, pointer, marked });

  it("are reported if a schema refers to itself", async () => {
    const found = await findings({ "a.schema.yaml": "$defs:\n  a: {$ref: '#/$defs/a'}\n" });
    expect(found).toEqual([cycle("a.schema.yaml:2:13", "/$defs/a/$ref", "'#/$defs/a'")]);
  });

  it("are reported between two schemas, but not for a third that leads to them", async () => {
    const source = text`
      $defs:
        a: {$ref: '#/$defs/b'}
        b: {$ref: '#/$defs/a'}
        c: {$ref: '#/$defs/a'}
    `;
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      cycle("a.schema.yaml:2:13", "/$defs/a/$ref", "'#/$defs/b'"),
      cycle("a.schema.yaml:3:13", "/$defs/b/$ref", "'#/$defs/a'"),
    ]);
    const [found] = await check({ "a.schema.yaml": source });
    expect(found?.message).toBe("circular reference: `#/$defs/b` refers back to itself through 2 references");
  });

  it("are reported across files", async () => {
    const found = await findings({
      "a.schema.yaml": "$ref: b.schema.yaml\n",
      "b.schema.yaml": "$ref: ./c.yaml#/c\n",
      "c.yaml": "c:\n  $ref: a.schema.yaml#\n",
    });
    expect(found).toEqual([
      cycle("a.schema.yaml:1:7", "/$ref", "b.schema.yaml"),
      cycle("b.schema.yaml:1:7", "/$ref", "./c.yaml#/c"),
      cycle("c.yaml:2:9", "/c/$ref", "a.schema.yaml#"),
    ]);
  });

  it("are reported through keywords next to a reference, and through `allOf`", async () => {
    const source = text`
      $defs:
        a: {$ref: '#/$defs/b', description: Beside.}
        b:
          allOf:
            - type: object
            - $ref: '#/$defs/a'
    `;
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      cycle("a.schema.yaml:2:13", "/$defs/a/$ref", "'#/$defs/b'"),
      cycle("a.schema.yaml:6:15", "/$defs/b/allOf/1/$ref", "'#/$defs/a'"),
    ]);
  });

  it("aren't reported for schemas that are recursive below a keyword", async () => {
    const found = await findings({
      "tree.schema.yaml": text`
        type: object
        properties:
          left: {$ref: '#'}
          children: {type: array, items: {$ref: ./tree.schema.yaml}}
          twig: {$ref: ./twig.schema.yaml}
      `,
      "twig.schema.yaml":
        "type: object\nallOf: [{$ref: '#/$defs/x'}]\n$defs:\n  x: {additionalProperties: {$ref: ./tree.schema.yaml}}\n",
    });
    expect(found).toEqual([]);
  });

  it("aren't reported between a base with `oneOf` and its variants, as in OpenAPI documents", async () => {
    const source = text`
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths: {}
      components:
        schemas:
          Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}], discriminator: {propertyName: kind}}
          Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object}]}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([]);
  });
});
