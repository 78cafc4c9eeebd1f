import { beforeAll, describe, expect, it } from "vitest";
import { type GeneratedClient, generatedClient } from "../../support/generator/emit/driven-client.js";
import { check } from "../../support/reader/check/findings.js";

const json = (schema: object) => ({ "application/json": { schema } });
const results = { type: "object", required: ["count"], properties: { count: { type: "integer" } } };
const answer = { "200": { content: json({ $ref: "#/components/schemas/Results" }) } };
const document = {
  openapi: "3.2.0",
  $self: "https://api.example/openapi.json",
  servers: [{ url: "https://api.example", name: "production" }],
  tags: [{ name: "search", summary: "Search", kind: "nav", parent: "all" }, { name: "all" }],
  paths: {
    "/things": {
      parameters: [{ name: "lang", in: "query", schema: { type: "string" } }],
      query: {
        operationId: "searchThings",
        tags: ["search"],
        requestBody: {
          required: true,
          content: { "application/json": { $ref: "#/components/mediaTypes/Search" } },
        },
        responses: answer,
      },
      additionalOperations: {
        COPY: {
          tags: ["search"],
          parameters: [{ name: "Destination", in: "header", required: true, schema: { type: "string" } }],
          responses: { "201": {} },
        },
      },
      get: {
        operationId: "listThings",
        tags: ["search"],
        parameters: [
          {
            name: "all",
            in: "querystring",
            content: {
              "application/x-www-form-urlencoded": {
                schema: {
                  type: "object",
                  properties: {
                    page: { type: "integer" },
                    q: { type: "string" },
                    tags: { type: "array", items: { type: "string" } },
                  },
                },
              },
            },
          },
        ],
        responses: {
          "200": {
            content: json({ $ref: "https://api.example/openapi.json#/components/schemas/Results" }),
          },
        },
      },
    },
  },
  components: {
    schemas: { Results: results },
    mediaTypes: {
      Search: { schema: { type: "object", required: ["text"], properties: { text: { type: "string" } } } },
    },
    securitySchemes: {
      device: {
        type: "oauth2",
        deprecated: true,
        flows: {
          deviceAuthorization: {
            deviceAuthorizationUrl: "https://auth.example/device",
            tokenUrl: "https://auth.example/token",
            scopes: { read: "Read" },
          },
        },
      },
    },
  },
};

let api: GeneratedClient;
beforeAll(async () => {
  api = await generatedClient(document);
});

describe("an OpenAPI 3.2 document", () => {
  it("has no finding", async () => {
    const info = { title: "t", version: "1" };
    expect(await check({ "api.openapi.json": JSON.stringify({ info, ...document }) })).toEqual([]);
  });

  it("has typed operations for its new methods", () => {
    expect(
      api.errors([
        'const { search } = api.createClient({ baseUrl: "https://x.example" });',
        'const found = await search.things({ body: { text: "a" }, lang: "en" }).unwrap();',
        "export const count: number = found.count;",
        "!search.things({ body: { text: 1 } });",
        'search.copyThings({ destination: "/b" });',
        "!search.copyThings({});",
        "search.listThings({ all: { page: 2 } });",
      ]),
    ).toEqual([]);
  });

  it("is called by them", async () => {
    const { groups, sent } = api.connect({});
    const call = (name: string, request: object) => groups.search?.[name]?.(request);
    await call("things", { body: { text: "a" }, lang: "en" });
    await call("copyThings", { destination: "/b" });
    await call("listThings", { all: { page: 2, q: "a b", tags: ["x", "y&z"] }, lang: "en" });
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "QUERY https://api.example/things?lang=en",
      "COPY https://api.example/things",
      "GET https://api.example/things?lang=en&page=2&q=a%20b&tags=x&tags=y%26z",
    ]);
    expect(await sent[0]?.body.json()).toEqual({ text: "a" });
    expect(sent[1]?.headers.get("destination")).toBe("/b");
  });
});

describe("what generated code doesn't do of OpenAPI 3.2", () => {
  it("is a warning, and everything else is generated", async () => {
    const info = { title: "t", version: "1" };
    const item = { type: "object", properties: { at: { type: "string" } } };
    const parameters = [
      {
        name: "filter",
        in: "querystring",
        content: json({ type: "object", properties: { a: { type: "string" } } }),
      },
    ];
    const get = {
      operationId: "follow",
      tags: ["log"],
      parameters,
      responses: { "200": { content: { "multipart/mixed": { itemSchema: item } } } },
    };
    const streaming = { openapi: "3.2.0", paths: { "/log": { get } } };
    const found = await check({ "api.openapi.json": JSON.stringify({ info, ...streaming }) });
    expect(found.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`).sort()).toEqual([
      "warning feature-unsupported /paths/~1log/get/parameters/0/in",
      "warning feature-unsupported /paths/~1log/get/responses/200/content/multipart~1mixed/itemSchema",
    ]);
    const client = await generatedClient(streaming);
    const { groups, sent } = client.connect({ baseUrl: "https://api.example" });
    await groups.log?.follow?.({});
    expect(sent.map(({ url }) => url)).toEqual(["https://api.example/log"]);
  });
});

describe("streams of OpenAPI 3.2", () => {
  const change = { $ref: "#/components/schemas/Change" };
  const event = {
    type: "object",
    required: ["data"],
    properties: { data: { type: "string" }, event: { enum: ["made", "gone"] }, id: { type: "string" } },
  };
  const stream = (operationId: string, content: object) => ({
    get: { operationId, tags: ["log"], responses: { "200": { content } } },
  });
  const streaming = {
    openapi: "3.2.0",
    paths: {
      "/changes": stream("changes", { "application/jsonl": { $ref: "#/components/mediaTypes/Changes" } }),
      "/events": stream("events", { "text/event-stream": { itemSchema: event } }),
      "/both": stream("both", {
        "application/json": { schema: { type: "array", items: change } },
        "application/json-seq": { itemSchema: change },
      }),
      "/bytes": stream("bytes", { "text/event-stream": { schema: { type: "string" } } }),
      "/import": {
        post: {
          operationId: "import",
          tags: ["log"],
          parameters: [{ name: "seen", in: "cookie", style: "cookie", schema: { type: "string" } }],
          requestBody: {
            required: true,
            content: {
              "application/x-ndjson": { itemSchema: change },
              "text/event-stream": { itemSchema: event },
            },
          },
          responses: { "204": {} },
        },
      },
    },
    components: {
      mediaTypes: { Changes: { itemSchema: change } },
      schemas: {
        Change: { type: "object", required: ["at"], properties: { at: { type: "integer" } } },
      },
    },
  };
  const bodies: Record<string, [type: string, text: string]> = {
    "/changes": ["application/jsonl", '{"at":1}\n{"at":2}\n'],
    "/events": ["text/event-stream", "event: made\ndata: a\n\ndata: b\n\n"],
    "/both": ["application/json-seq", '\u001e{"at":1}\n'],
  };
  let client: GeneratedClient;
  beforeAll(async () => {
    client = await generatedClient(streaming);
  });

  it("have no finding", async () => {
    const info = { title: "t", version: "1" };
    expect(await check({ "api.openapi.json": JSON.stringify({ info, ...streaming }) })).toEqual([]);
  });

  it("have typed items, and so has a list in a streamed media type of OpenAPI 3.1", async () => {
    const use = [
      'const { log } = api.createClient({ baseUrl: "https://x.example" });',
      "for await (const { at } of await log.changes().unwrap()) { const n: number = at; n.toFixed(); }",
      "!for await (const { other } of await log.changes().unwrap()) { other; }",
      'for await (const e of await log.events().unwrap()) { const k: "made" | "gone" | undefined = e.event; e.data.trim(); k; }',
      "const list = await log.both().unwrap(); list[0]?.at.toFixed();",
      'for await (const { at } of await log.both({}, { accept: "application/json-seq" }).unwrap()) at.toFixed();',
      "(await log.bytes().unwrap()).stream();",
      "!for await (const each of await log.bytes().unwrap()) each;",
    ];
    expect(client.errors(use)).toEqual([]);
    const { paths, components } = streaming;
    const list = { schema: { type: "array", items: change } };
    const before = await generatedClient({
      openapi: "3.1.0",
      paths: { "/changes": stream("changes", { "application/x-ndjson": list }), "/bytes": paths["/bytes"] },
      components: { schemas: components.schemas },
    });
    expect(before.errors([...use.slice(0, 3), ...use.slice(6)])).toEqual([]);
  });

  it("are sent item by item", async () => {
    const use = [
      'const { log } = api.createClient({ baseUrl: "https://x.example" });',
      "async function* changes() { yield { at: 1 }; }",
      "log.import({ body: [{ at: 1 }] });",
      "log.import({ body: changes() });",
      'log.import({ body: new Blob(["{}"]) });',
      'log.import({ contentType: "text/event-stream", body: [{ data: "a", event: "made" }] });',
      '!log.import({ body: [{ at: "1" }] });',
      '!log.import({ contentType: "text/event-stream", body: [{ data: "a", event: "other" }] });',
    ];
    expect(client.errors(use)).toEqual([]);
    const { groups, sent } = client.connect();
    const send = async (request: object) => {
      await groups.log?.import?.(request);
      const last = sent.at(-1);
      return [last?.headers.get("content-type"), await last?.body.text()];
    };
    async function* changes() {
      yield { at: 1 };
      yield { at: 2 };
    }
    const lines = ["application/x-ndjson", '{"at":1}\n{"at":2}\n'];
    expect(await send({ body: [{ at: 1 }, { at: 2 }], seen: "a%20b" })).toEqual(lines);
    expect(sent[0]?.headers.get("cookie")).toBe("seen=a%20b");
    expect(await send({ body: changes() })).toEqual(lines);
    expect(await send({ body: '{"at":1}\n{"at":2}\n' })).toEqual(lines);
    const contentType = "text/event-stream";
    const events = [{ data: "a\nb", event: "made", id: "7" }, { data: "" }];
    expect(await send({ body: events, contentType })).toEqual([
      contentType,
      "event: made\nid: 7\ndata: a\ndata: b\n\ndata: \n\n",
    ]);
    await expect(send({ body: [{ data: "a", id: "1\ndata: b" }], contentType })).rejects.toMatchObject({
      code: "invalid-request",
      field: "body",
    });
    await expect(send({ body: { at: 1 } })).rejects.toMatchObject({ code: "invalid-request" });
  });

  it("are read item by item", async () => {
    const { groups } = client.connect({ baseUrl: "https://api.example" }, ({ url }) => {
      const [type, text] = bodies[new URL(url).pathname] ?? ["", ""];
      return new Response(text, { headers: { "content-type": type } });
    });
    const items = async (name: string, options?: object) => {
      const { body } = (await groups.log?.[name]?.({}, options)) ?? {};
      const found: unknown[] = [];
      for await (const item of body as AsyncIterable<unknown>) found.push(item);
      return found;
    };
    expect(await items("changes")).toEqual([{ at: 1 }, { at: 2 }]);
    expect(await items("events")).toEqual([{ data: "a", event: "made" }, { data: "b" }]);
    expect(await items("both", { accept: "application/json-seq" })).toEqual([{ at: 1 }]);
  });
});
