import { describe, expect, it } from "vitest";
import { foundBy, lintTexts } from "../../support/commands/lint/texts.js";

const head = 'openapi: 3.1.0\ninfo: { title: t, version: "1" }\n';
const inApi = (rule: string, text: string, options = {}) =>
  foundBy(rule, { "a.openapi.yaml": head + text }, options);
const pointers = (found: readonly string[]): string[] =>
  found.map((line) => line.replace(/^\S+ (.*?): .*/, "$1"));
const inEvents = (rule: string, text: string) =>
  foundBy(rule, { "a.asyncapi.yaml": `asyncapi: 3.0.0\ninfo: { title: t, version: "1" }\n${text}` });

describe("error-response", () => {
  const paths = (...statuses: string[]) =>
    `paths:\n  /a:\n    get:\n      responses: { ${statuses.map((status) => `"${status}": { description: d }`).join(", ")} }\n`;

  it("finds operations that only succeed", async () => {
    expect(await inApi("error-response", paths("200"))).toEqual([
      "a.openapi.yaml /paths/~1a/get: `GET /a` describes no error",
    ]);
    for (const status of ["404", "5XX", "default"])
      expect(await inApi("error-response", paths("200", status))).toEqual([]);
  });
});

describe("secret-in-query", () => {
  it("finds parameters and security schemes, each once", async () => {
    const text = `paths:
  /a: { parameters: [{ $ref: "#/components/parameters/Key" }], get: { responses: {} }, put: { responses: {} } }
components:
  parameters: { Key: { name: api_key, in: query, schema: {} }, Page: { name: page_token, in: query, schema: {} } }
  securitySchemes: { q: { type: apiKey, in: query, name: k }, h: { type: apiKey, in: header, name: k } }
`;
    expect(await inApi("secret-in-query", text)).toEqual([
      "a.openapi.yaml /components/parameters/Key/name: the query parameter `api_key` looks like a secret",
      "a.openapi.yaml /components/securitySchemes/q/in: the security scheme `q` sends its key in the query",
    ]);
  });
});

describe("secret-in-example", () => {
  // Put together here, so that no scanner takes this file for a leak.
  const token = `ghp_${"a1B2".repeat(9)}`;

  it("finds secrets by the form that issuers give them, anywhere in a document", async () => {
    const text = `paths: {}\nx-a: { b: ["Bearer ${token}"] }\n`;
    expect(await inApi("secret-in-example", text)).toEqual([
      "a.openapi.yaml /x-a/b/0: this text looks like a token of GitHub",
    ]);
    const pem = `-----BEGIN PRIVATE KEY-----\\n${"MIIEvQ".repeat(10)}\\n`;
    expect(await inApi("secret-in-example", `paths: {}\nx-a: "${pem}"\n`)).toHaveLength(1);
  });

  it("aren't repeated in the findings", async () => {
    const { findings } = await lintTexts({ "a.openapi.yaml": `${head}paths: {}\nx-a: ${token}\n` });
    expect(findings.map(({ finding }) => finding.code)).toContain("secret-in-example");
    expect(
      JSON.stringify(findings.filter(({ finding }) => finding.code === "secret-in-example")),
    ).not.toContain(token);
  });

  it("passes placeholders", async () => {
    const text =
      "paths: {}\nx-a: [ghp_…, sk_live_xxx, AKIAIOSFODNN7EXAMPLE, '-----BEGIN PRIVATE KEY----- …']\n";
    expect(await inApi("secret-in-example", text)).toEqual([]);
  });
});

describe("insecure-url", () => {
  it("finds servers and endpoints without TLS, except on the own machine", async () => {
    const text = `servers: [{ url: "http://a.example" }, { url: "http://localhost:80/x" }, { url: "https://b" }]
paths: { /a: { get: { servers: [{ url: "HTTP://c" }], responses: {} } } }
components:
  securitySchemes: { o: { type: oauth2, flows: { clientCredentials: { tokenUrl: "http://localhost.evil" } } } }
`;
    expect(pointers(await inApi("insecure-url", text))).toEqual([
      "/servers/0/url",
      "/components/securitySchemes/o/flows/clientCredentials/tokenUrl",
      "/paths/~1a/get/servers/0/url",
    ]);
  });

  it("finds protocols of events that have an encrypted form", async () => {
    const text =
      "servers: { a: { host: b.example, protocol: mqtt }, b: { host: 127.0.0.1, protocol: ws } }\n";
    expect(await inEvents("insecure-url", text)).toEqual([
      "a.asyncapi.yaml /servers/a/protocol: the server `a` has no TLS",
    ]);
  });
});

describe("operation-id-style", () => {
  const ids = (...all: string[]) =>
    `paths:\n${all.map((id, at) => `  /p${at}: { get: { operationId: ${id}, responses: {} } }\n`).join("")}`;

  it("finds the ids that are unlike most others", async () => {
    expect(await inApi("operation-id-style", ids("getA", "listB", "add_c", "ping"))).toEqual([
      "a.openapi.yaml /paths/~1p2/get/operationId: the operationId `add_c` isn't in camelCase, unlike the others",
    ]);
    expect(await inApi("operation-id-style", ids("getA", "add_c"))).toEqual([]);
  });

  it("finds those that aren't in the configured style", async () => {
    const found = await inApi("operation-id-style", ids("getA", "add_c"), { style: "snake_case" });
    expect(pointers(found)).toEqual(["/paths/~1p0/get/operationId"]);
  });
});

describe("list-without-pagination", () => {
  const get = (schema: string, more = "") =>
    `paths:\n  /a:\n    get:\n      ${more}\n      responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } }\n`;

  it("finds whole lists, also in a property", async () => {
    expect(pointers(await inApi("list-without-pagination", get("{ type: array }")))).toEqual([
      "/paths/~1a/get",
    ]);
    const inData = get("{ properties: { data: { type: array } } }");
    expect(await inApi("list-without-pagination", inData)).toEqual([
      "a.openapi.yaml /paths/~1a/get: `GET /a` answers with a whole list in `data`",
    ]);
  });

  it("passes lists with pages or a limit", async () => {
    for (const text of [
      get("{ type: array, maxItems: 9 }"),
      get("{ type: array }", "parameters: [{ name: cursor, in: query, schema: {} }]"),
      get("{ type: array }", "x-pagination: {}"),
      get("{ type: object }"),
    ])
      expect(await inApi("list-without-pagination", text)).toEqual([]);
  });
});

describe("unsafe-retry", () => {
  it("finds a POST without an idempotency key", async () => {
    const text = `paths:
  /a: { post: { responses: {} } }
  /b: { post: { responses: {}, parameters: [{ name: Idempotency-Key, in: header, schema: {} }] } }
  /c: { post: { responses: {}, x-idempotent: true }, put: { responses: {} } }
`;
    expect(pointers(await inApi("unsafe-retry", text))).toEqual(["/paths/~1a/post"]);
  });
});

describe("rules about events", () => {
  const events = (payload: string) =>
    `channels: { c: { messages: { M: { payload: ${payload} } } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }
`;

  it("find an id that may be missing, also in a schema that is part of it", async () => {
    const found = await inEvents(
      "event-id-required",
      events("{ allOf: [{ properties: { event_id: {} } }] }"),
    );
    expect(found).toEqual([
      "a.asyncapi.yaml /channels/c/messages/M/payload: `event_id` of the event `M` isn't required",
    ]);
    const required = "{ allOf: [{ properties: { event_id: {} } }], required: [event_id] }";
    expect(await inEvents("event-id-required", events(required))).toEqual([]);
    expect(await inEvents("event-id-required", events("{ properties: { name: {} } }"))).toEqual([]);
  });

  it("find events and bodies without an example", async () => {
    expect(await inEvents("missing-example", events("{ type: object }"))).toEqual([
      "a.asyncapi.yaml /channels/c/messages/M: the event `M` has no example",
    ]);
    expect(await inEvents("missing-example", events("{ type: object, examples: [{}] }"))).toEqual([]);
    const text = `paths:
  /a: { post: { responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } } } }
components: { schemas: { A: {} } }
`;
    expect(await inApi("missing-example", text)).toHaveLength(1);
    expect(await inApi("missing-example", text.replace("A: {}", "A: { example: 1 }"))).toEqual([]);
  });
});
