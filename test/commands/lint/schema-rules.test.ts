import { describe, expect, it } from "vitest";
import { api, foundBy } from "../../support/commands/lint/texts.js";

const answer = "/paths/~1things/post/responses/200/content/application~1json/schema";
const body = "/paths/~1things/post/requestBody/content/application~1json/schema";
const inApi = (rule: string, schemas: { sent?: string; answered?: string }) =>
  foundBy(rule, { "a.openapi.yaml": api(schemas) });
const pointers = (found: readonly string[]): string[] =>
  found.map((line) => line.replace(/^\S+ (.*?): .*/, "$1"));
const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const schema = (text: string) => ({ "a.schema.yaml": dialect + text });

describe("rules about what consumers receive", () => {
  const closed = "{ type: object, properties: { a: {} }, additionalProperties: false }";
  const choice = "{ type: string, enum: [new, old] }";

  it("find a closed object in an answer, and none in a request", async () => {
    const found = await inApi("closed-response-object", { sent: closed, answered: closed });
    expect(found).toEqual([
      `a.openapi.yaml ${answer}/additionalProperties: consumers receive this object (POST /things), and \`additionalProperties: false\` makes each new property a breaking change`,
    ]);
    const empty = "{ type: object, properties: {}, additionalProperties: false }";
    expect(await inApi("closed-response-object", { answered: empty })).toEqual([]);
  });

  it("find a closed enum in an answer, but not an extensible one, a single value or numbers", async () => {
    expect(pointers(await inApi("closed-response-enum", { sent: choice, answered: choice }))).toEqual([
      `${answer}/enum`,
    ]);
    for (const answered of [
      "{ type: string, x-extensible-enum: [new, old] }",
      "{ allOf: [{ x-extensible-enum: [new, old] }, { enum: [new, old] }] }",
      "{ enum: [only] }",
      "{ enum: [1, 2] }",
      "{ properties: { a: { enum: [a, b], writeOnly: true } } }",
    ])
      expect(await inApi("closed-response-enum", { answered })).toEqual([]);
  });

  it("follow webhooks and callbacks in the direction of their bodies", async () => {
    const item = (sent: string, answered: string) =>
      `{ post: { requestBody: { content: { a/json: { schema: ${sent} } } }, responses: { "200": { description: d, content: { a/json: { schema: ${answered} } } } } } }`;
    const text = `openapi: 3.1.0
info: { title: t, version: "1" }
webhooks:
  changed: ${item(choice, "{}")}
paths:
  /a: { post: { callbacks: { done: { "{$url}": ${item(choice, closed)} } }, responses: {} } }
`;
    expect(pointers(await foundBy("closed-response-enum", { "a.openapi.yaml": text }))).toEqual([
      "/paths/~1a/post/callbacks/done/{$url}/post/requestBody/content/a~1json/schema/enum",
      "/webhooks/changed/post/requestBody/content/a~1json/schema/enum",
    ]);
    expect(await foundBy("closed-response-object", { "a.openapi.yaml": text })).toEqual([]);
  });

  it("follow the messages that an AsyncAPI document sends, through references into other files", async () => {
    const text = (action: string) => `asyncapi: 3.0.0
info: { title: t, version: "1" }
channels: { c: { address: c, messages: { M: { payload: { $ref: ./m.schema.yaml } } } } }
operations: { o: { action: ${action}, channel: { $ref: "#/channels/c" } } }
`;
    const files = (action: string) => ({
      "a.asyncapi.yaml": text(action),
      "m.schema.yaml": `${dialect}properties:\n  s: { enum: [a, b] }\n`,
    });
    expect(await foundBy("closed-response-enum", files("send"))).toEqual([
      "m.schema.yaml /properties/s/enum: consumers receive this value (M), and each value added to its `enum` is a breaking change",
    ]);
    expect(await foundBy("closed-response-enum", files("receive"))).toEqual([]);
  });

  it("follow payloads in JSON Schema, by whatever name, and no others", async () => {
    const text = (format: string) => `asyncapi: 3.0.0
info: { title: t, version: "1" }
channels: { c: { messages: { M: { payload: { schemaFormat: ${format}, schema: { enum: [a, b] } } } } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }
`;
    const found = (format: string) => foundBy("closed-response-enum", { "a.asyncapi.yaml": text(format) });
    for (const format of [
      "application/schema+yaml;version=2020-12",
      "application/vnd.aai.asyncapi+json;version=3.0.0",
      "application/vnd.oai.openapi;version=3.0.0",
    ])
      expect(await found(format)).toHaveLength(1);
    expect(await found("application/vnd.apache.avro+json;version=1.9.0")).toEqual([]);
  });

  it("follow the verbs of AsyncAPI 2, which are those of the other side", async () => {
    const text = (verb: string) => `asyncapi: 2.6.0
info: { title: t, version: "1" }
channels: { c: { ${verb}: { message: { oneOf: [{ name: M, payload: { enum: [a, b] } }] } } } }
`;
    const found = (verb: string) => foundBy("closed-response-enum", { "a.asyncapi.yaml": text(verb) });
    expect(pointers(await found("subscribe"))).toEqual([
      "/channels/c/subscribe/message/oneOf/0/payload/enum",
    ]);
    expect(await found("publish")).toEqual([]);
  });
});

describe("limits of what the API accepts", () => {
  it("are missing at texts without any", async () => {
    const sent = "{ properties: { a: { type: string }, b: { type: [string, 'null'], format: uri } } }";
    expect(pointers(await inApi("request-string-limit", { sent, answered: sent })).sort()).toEqual([
      `${body}/properties/a`,
      `${body}/properties/b`,
    ]);
  });

  it.each([
    "{ type: string, maxLength: 9 }",
    "{ type: string, enum: [a, b] }",
    "{ type: string, format: uuid }",
    "{ type: string, pattern: '^[a-z]{1,9}$' }",
    "{ maxLength: 9, anyOf: [{ type: string }, { type: integer }] }",
    "{ allOf: [{ type: string }, { maxLength: 9 }] }",
    "{ type: integer }",
  ])("aren't missing at %s", async (sent) => {
    expect(await inApi("request-string-limit", { sent })).toEqual([]);
  });

  it("are missing at lists, unless they are tuples", async () => {
    expect(pointers(await inApi("request-array-limit", { sent: "{ type: array }" }))).toEqual([body]);
    for (const sent of ["{ type: array, maxItems: 3 }", "{ type: array, prefixItems: [{}], items: false }"])
      expect(await inApi("request-array-limit", { sent })).toEqual([]);
  });
});

describe("rules about any schema", () => {
  it("find integers that parsers round", async () => {
    const found = await foundBy("unsafe-integer", schema("maximum: 9007199254740993\nminimum: 1\n"));
    expect(pointers(found)).toEqual(["/maximum"]);
    const list = schema(
      "properties:\n  a: { enum: [1, 9007199254740993] }\n  b: { const: 12345678901234567890, format: int64 }\n",
    );
    expect(pointers(await foundBy("unsafe-integer", list))).toEqual(["/properties/a/enum/1"]);
  });

  it.each([
    ["[a-z]+", true],
    ["^a|b$", true],
    ["^(a|b)$", false],
    ["^a$|^b$", false],
    ["^a$|b", true],
    ["^https://", false],
    ["\\.json$", false],
    ["a\\$", true],
    ["[$^]", true],
    ["(^a)", false],
    ["(?=^a).*$", false],
    ["", false],
  ])("take the anchors of %j for missing: %s", async (pattern, isFound) => {
    const found = await foundBy("unanchored-pattern", schema(`pattern: ${JSON.stringify(pattern)}\n`));
    expect(found.length > 0).toBe(isFound);
  });

  it("find patterns that some text keeps busy, unless the text is short", async () => {
    const [found] = await foundBy("slow-pattern", schema("pattern: ^(a+)+$\n"));
    expect(found).toMatch(/\/pattern: this pattern takes exponential time, for example for the text/);
    expect(await foundBy("slow-pattern", schema("pattern: ^(a+)+$\nmaxLength: 8\n"))).toEqual([]);
  });

  it("find dates by name and by example, if nothing says their form", async () => {
    const text = `properties:
  created_at: { type: string }
  expiresAt: { type: string, format: date-time }
  day: { type: string, examples: ["2026-01-31"] }
  format: { type: string }
  updated_at: { type: string, examples: [yesterday] }
  month_date: { type: string, pattern: '^\\d{4}-\\d\\d$' }
`;
    expect((await foundBy("date-format", schema(text))).sort()).toEqual([
      "a.schema.yaml /properties/created_at: `created_at` is a date by its name, but no `format`",
      "a.schema.yaml /properties/day: `day` has a date as its example, but no `format`",
    ]);
  });

  it("find entries that are in a list twice", async () => {
    const text =
      "required: [a, b, a]\nproperties:\n  a: { enum: [{ x: 1 }, 1, { x: 1 }] }\n  b: { enum: [1, '1'] }\n";
    expect(pointers(await foundBy("duplicate-entry", schema(text)))).toEqual([
      "/required/2",
      "/properties/a/enum/2",
    ]);
  });

  it("find keywords with their default", async () => {
    const text = "properties:\n  a: { deprecated: false, minLength: 0, readOnly: true, minItems: 1 }\n";
    expect(pointers(await foundBy("redundant-default", schema(text)))).toEqual([
      "/properties/a/deprecated",
      "/properties/a/minLength",
    ]);
  });

  it("find what is deprecated without a way out", async () => {
    const text = `properties:
  a: { deprecated: true, description: Old. }
  b: { deprecated: true, description: Use a instead. }
  c: { deprecated: true, x-sunset: 2027-01-01 }
`;
    expect(pointers(await foundBy("deprecated-without-replacement", schema(text)))).toEqual([
      "/properties/a/deprecated",
    ]);
  });

  it("find definitions that only they themselves refer to, across files", async () => {
    const found = await foundBy("unused-component", {
      "a.schema.yaml": `${dialect}$defs:
  used: { type: string }
  elsewhere: { properties: { p: { $ref: "#/$defs/used" } } }
  unused: { properties: { self: { $ref: "#/$defs/unused" } } }
`,
      "b.schema.yaml": `${dialect}$ref: ./a.schema.yaml#/$defs/elsewhere\n`,
    });
    expect(found).toEqual(["a.schema.yaml /$defs/unused: nothing refers to `unused` in `$defs`"]);
  });
});
