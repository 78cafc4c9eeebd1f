import { describe, expect, it } from "vitest";
import { check, findings, text } from "../../support/reader/check/findings.js";

describe("a pattern", () => {
  const invalid = (at: string, pointer: string, marked: string) => ({
    code: "pattern-invalid",
    at,
    pointer,
    marked,
  });

  it("must be a regular expression in a schema, also as a key of `patternProperties`", async () => {
    const source = text`
      type: object
      properties:
        a: {type: string, pattern: '^['}
      patternProperties:
        '(x': {type: string}
    `;
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      invalid("a.schema.yaml:3:30", "/properties/a/pattern", "'^['"),
      invalid("a.schema.yaml:5:3", "/patternProperties/(x", "'(x'"),
    ]);
    const [first] = await check({ "a.schema.yaml": source });
    expect(first?.message).toContain("Unterminated character class");
    expect(first?.hint).toContain("ECMA-262");
  });

  it("must be a regular expression in a component and a parameter of OpenAPI", async () => {
    const source = text`
      openapi: 3.0.3
      info: {title: T, version: "1"}
      paths:
        /a:
          parameters:
            - {name: q, in: query, schema: {type: string, pattern: 'a{2,1}'}}
      components:
        schemas:
          A: {type: string, pattern: '+'}
    `;
    expect(await findings({ "a.openapi.yaml": source })).toEqual([
      invalid("a.openapi.yaml:6:62", "/paths/~1a/parameters/0/schema/pattern", "'a{2,1}'"),
      invalid("a.openapi.yaml:9:32", "/components/schemas/A/pattern", "'+'"),
    ]);
  });

  it("must be a regular expression in a file that is only referenced", async () => {
    const found = await findings({
      "a.schema.yaml": "$ref: part.json\n",
      "part.json": '{"pattern": "\\\\p{Nope}"}',
    });
    expect(found).toEqual([invalid("part.json:1:13", "/pattern", '"\\\\p{Nope}"')]);
  });

  it.each(["^[\\p{L}\\d]+$", "(?<year>\\d{4})", "^\\/$", "(?<=a)b"])("may be %s", async (pattern) => {
    expect(await findings({ "a.schema.json": JSON.stringify({ type: "string", pattern }) })).toEqual([]);
  });
});

/** An AsyncAPI document with a message of that schema. */
function inMessage(schema: string): string {
  const payload = schema
    .split("\n")
    .map((line) => `        ${line}\n`)
    .join("");
  return `asyncapi: 3.0.0\ninfo: {title: T, version: "1"}\ncomponents:\n  messages:\n    A:\n      name: a\n      payload:\n${payload}`;
}

describe("a schema", () => {
  const invalid = (at: string, pointer: string, marked: string) => ({
    code: "schema-invalid",
    at,
    pointer,
    marked,
  });

  it("has no unknown keyword at any depth", async () => {
    const source = text`
      type: object
      properties:
        a: {type: string, maxLenght: 3}
      $defs:
        d: {anyOf: [{typ: string}]}
    `;
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      invalid("a.schema.yaml:3:21", "/properties/a/maxLenght", "maxLenght"),
      invalid("a.schema.yaml:5:16", "/$defs/d/anyOf/0/typ", "typ"),
    ]);
    const found = await check({ "a.schema.yaml": source });
    expect(found[0]?.hint).toContain("start its name with `x-`");
  });

  it("may have an unknown format at any depth, which is a warning", async () => {
    const source = text`
      type: object
      properties:
        b: {type: array, items: {type: string, format: datetime}}
        c: {type: string, format: constructor}
    `;
    const found = await check({ "a.schema.yaml": source });
    expect(
      found.map(({ severity, code, pointer, range }) => [severity, code, pointer, range.line, range.column]),
    ).toEqual([
      ["warning", "format-unknown", "/properties/b/items/format", 3, 50],
      ["warning", "format-unknown", "/properties/c/format", 4, 29],
    ]);
    expect(found[0]?.hint).toContain("date-time");
    expect(found[0]?.hint).not.toContain("iso-");
  });

  it.each([
    ["properties:\n  a: {type: string, maxLength: '3'}\n", "2:32", "/properties/a/maxLength", "'3'"],
    ["required: [a, 1]\n", "1:15", "/required/1", "1"],
    ["properties: [a]\n", "1:13", "/properties", "["],
    ["minItems: -1\n", "1:11", "/minItems", "-1"],
  ])("must be valid JSON Schema 2020-12: %j", async (source, place, pointer, marked) => {
    expect(await findings({ "a.schema.yaml": source })).toEqual([
      invalid(`a.schema.yaml:${place}`, pointer, marked),
    ]);
  });

  it("is checked as the payload of a message, with and without a schema format", async () => {
    const source = text`
      asyncapi: 3.0.0
      info: {title: T, version: "1"}
      components:
        messages:
          A:
            name: a
            payload:
              schemaFormat: application/schema+yaml;version=2020-12
              schema: {type: string, maxLenght: 3}
          B:
            name: b
            payload: {type: string, x-note: kept, pattren: a}
    `;
    expect(await findings({ "a.asyncapi.yaml": source })).toEqual([
      invalid("a.asyncapi.yaml:9:32", "/components/messages/A/payload/schema/maxLenght", "maxLenght"),
      invalid("a.asyncapi.yaml:12:45", "/components/messages/B/payload/pattren", "pattren"),
    ]);
  });

  it("is checked together with what it refers to, where that is", async () => {
    const files = {
      "a.schema.yaml": "title: A\n$ref: part.yaml#/b\n",
      "part.yaml": "b: {type: string, maxLenght: 3, minLength: -1}\n",
    };
    expect(await findings(files)).toEqual([
      invalid("part.yaml:1:19", "/b/maxLenght", "maxLenght"),
      invalid("part.yaml:1:44", "/b/minLength", "-1"),
    ]);
  });

  it.each<[schema: string, code: string | undefined, pointer: string]>([
    ["if: {type: string}", "keyword-without-effect", "/if"],
    ["then: {type: string}", "keyword-without-effect", "/then"],
    ["else: {type: string}", "keyword-without-effect", "/else"],
    ["minContains: 1", "keyword-without-effect", "/minContains"],
    ["maxContains: 1", "keyword-without-effect", "/maxContains"],
    ["contains: {type: string}\nminContains: 0", "keyword-without-effect", "/contains"],
    ["contains: {type: string}\nminContains: 3\nmaxContains: 2", "keyword-without-effect", "/maxContains"],
    ["contains: {type: string}\nmaxContains: 0", "keyword-without-effect", "/maxContains"],
    ["type: string\nfoo: {bar: 1}", "schema-invalid", "/foo"],
    ["nullable: true", undefined, ""],
    ["properties: {foo: {type: string}}\npatternProperties: {f.o: {minLength: 2}}", undefined, ""],
    ["type: object\nminLength: 2", undefined, ""],
    ["prefixItems: [{type: string}]\nminItems: 4", undefined, ""],
    ["required: [a]\nproperties: {b: {type: string}}", "required-undefined", "/required/0"],
  ])("that is valid never stops a run: %s", async (schema, code, pointer) => {
    for (const [file, source, at] of [
      ["a.schema.yaml", `title: A\n${schema}\n`, ""],
      ["a.asyncapi.yaml", inMessage(schema), "/components/messages/A/payload"],
    ] as const) {
      const found = (await check({ [file]: source })).filter((each) => each.code !== "message-unused");
      expect(found.map((each) => [each.severity, each.code, each.pointer])).toEqual(
        code === undefined ? [] : [["warning", code, `${at}${pointer}`]],
      );
    }
  });

  it("may have an empty enum, which is a warning", async () => {
    const [found, ...others] = await check({ "a.schema.yaml": "title: A\nenum: []\n" });
    expect(found).toMatchObject({ severity: "warning", code: "keyword-without-effect", pointer: "/enum" });
    expect(others).toEqual([]);
  });

  it("may have annotations and may share a file with others", async () => {
    const found = await findings({
      "a.schema.yaml": "x-clause: §1\nx-go.type: int\nx-a: 1\n$ref: parts/all.yaml#/components/A\n",
      "parts/all.yaml": "components:\n  A: {type: string, deprecated: true, example: a, x-b: 2}\n",
    });
    expect(found).toEqual([]);
  });
});

describe("x-rules", () => {
  it("must match their vocabulary in schemas, messages and OpenAPI components", async () => {
    const rules = (rule: string) => `[{${rule}, clause: §1, level: must, message: m}]`;
    const found = await findings({
      "a.schema.yaml": text`
        type: object
        x-rules:
          - {rule: a-b, equal: [/a, b], clause: c, level: must, message: m}
          - {rule: A, later: [/a, /b], clause: c, level: may, message: m}
      `,
      "b.openapi.yaml": text`
        openapi: 3.1.0
        info: {title: T, version: "1"}
        paths: {}
        components:
          schemas:
            A: {type: object, x-rules: ${rules("rule: a, equal: [/a]")}}
      `,
      "c.asyncapi.yaml": text`
        asyncapi: 3.0.0
        info: {title: T, version: "1"}
        components:
          messages:
            A:
              payload: {type: object, x-rules: none}
      `,
    });
    const invalid = (at: string, pointer: string, marked: string) => ({
      code: "extension-invalid",
      at,
      pointer,
      marked,
    });
    expect(found).toEqual([
      invalid("a.schema.yaml:3:29", "/x-rules/0/equal/1", "b"),
      invalid("a.schema.yaml:4:12", "/x-rules/1/rule", "A"),
      invalid("a.schema.yaml:4:50", "/x-rules/1/level", "may"),
      invalid("b.openapi.yaml:6:50", "/components/schemas/A/x-rules/0/equal", "["),
      invalid("c.asyncapi.yaml:6:40", "/components/messages/A/payload/x-rules", "none"),
    ]);
  });

  it.each([
    ["[]", "Expected here: rules between fields of one instance, next to the keywords of the schema"],
    ["[{rul: a}]", "Did you mean `rule`?"],
    ["[{rule: a, equal: [/a, /b], clause: c, level: may, message: m}]", "Allowed: `must`, `should`."],
    [
      "[{rule: a, equal: [/a, /b], level: must, message: m}]",
      "Add `clause`: section of the platform's documentation",
    ],
  ])("give a hint without a path into the package: %s", async (rules, hint) => {
    const found = await check({ "a.schema.yaml": `type: object\nx-rules: ${rules}\n` });
    expect(found.map((finding) => finding.hint).join("\n")).toContain(hint);
    for (const finding of found) expect(finding.hint).not.toMatch(/vocabulary\/|node_modules|docs\//);
  });
});
