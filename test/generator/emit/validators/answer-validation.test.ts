import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type GeneratedProject,
  generatedProject,
} from "../../../support/reader/validation/entry-paths/generated-project.js";
import { sendJson, startServer } from "../../../support/runtime/http/local-server.js";

type Call = (
  client: unknown,
  request?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>;
type ClientModule = Readonly<Record<string, Call>> & {
  readonly createClient: (options: object) => { readonly client: unknown };
};

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const user = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const ref = (part: string, name: string) => ({ $ref: `#/components/${part}/${name}` });

const contract = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {
    "/headers": {
      get: {
        operationId: "getHeaders",
        responses: { "200": ref("responses", "WithHeaders"), "4XX": ref("responses", "WithHeaders") },
      },
    },
    "/any": {
      get: {
        operationId: "getAny",
        responses: { "200": { description: "d", content: { "*/*": { schema: ref("schemas", "User") } } } },
      },
    },
  },
  components: {
    headers: {
      Limit: { description: "Requests left.", required: true, schema: ref("schemas", "Limit") },
      Page: json({ type: "object", required: ["next"] }),
    },
    responses: {
      WithHeaders: {
        description: "d",
        headers: {
          "X-Limit": ref("headers", "Limit"),
          "X-Page": ref("headers", "Page"),
          "X-Tags": { schema: { type: "array", items: { type: "integer" }, maxItems: 2 } },
          "X-Id": { schema: { type: "string", format: "uuid" } },
          "X-Old": { schema: { type: "boolean" } },
          constructor: { schema: { type: "string", maxLength: 3 } },
        },
      },
    },
    schemas: { User: user, Limit: { type: "integer", minimum: 1, maximum: 100 } },
  },
};

let project: GeneratedProject | undefined;
beforeAll(async () => {
  project = await generatedProject({ "api.openapi.json": contract });
});
afterAll(() => project?.remove());

/** What a generated client makes of the answer of a server: the answer, or the part that violates the contract. */
async function clientOutcome(
  operation: string,
  answer: (response: ServerResponse) => void,
): Promise<unknown> {
  await using server = await startServer((_, response) => answer(response));
  const api = await (project as GeneratedProject).load<ClientModule>("api/client");
  const { validation } = await (project as GeneratedProject).load<{ validation: unknown }>("api/validation");
  const { client } = api.createClient({ baseUrl: server.origin, validation, retry: false });
  try {
    return (await api[operation]?.(client))?.body;
  } catch (error) {
    const { code, direction, part, violations } = error as Record<string, unknown>;
    if (code !== "contract-violation") throw error;
    return { direction, part, codes: (violations as { code: string }[]).map((each) => each.code) };
  }
}

const wrong = (part: string, ...codes: string[]) => ({ direction: "answer", part, codes });

test.each<[string, Record<string, string>, unknown]>([
  [
    "all of them, as described",
    {
      "X-Limit": "5",
      "X-Page": '{"next":1}',
      "X-Tags": "1, 2",
      "X-Id": "e1a6e2a4-94ba-4f3c-8e8c-3a4d1f6f2d7b",
      "X-Old": "true",
      Constructor: "abc",
    },
    undefined,
  ],
  ["only the required one", { "x-limit": "5" }, undefined],
  ["no list item", { "X-Limit": "5", "X-Tags": "" }, undefined],
  ["none", {}, wrong("X-Limit", "required")],
  ["a number beyond the limit of its schema", { "X-Limit": "101" }, wrong("X-Limit", "maximum")],
  ["a text for a number", { "X-Limit": "many" }, wrong("X-Limit", "type")],
  ["a JSON value without a property", { "X-Limit": "5", "X-Page": "{}" }, wrong("X-Page", "required")],
  ["a text that isn't JSON", { "X-Limit": "5", "X-Page": "{" }, wrong("X-Page", "type")],
  ["too long a list", { "X-Limit": "5", "X-Tags": "1,2,3" }, wrong("X-Tags", "max-items")],
  ["a list with a text for a number", { "X-Limit": "5", "X-Tags": "1,b" }, wrong("X-Tags", "type")],
  ["another format", { "X-Limit": "5", "X-Id": "e1a6" }, wrong("X-Id", "format")],
  ["a text for a boolean", { "X-Limit": "5", "X-Old": "yes" }, wrong("X-Old", "type")],
  [
    "a name that every object has",
    { "X-Limit": "5", Constructor: "abcd" },
    wrong("constructor", "max-length"),
  ],
])("checks the headers of an answer: %s", async (_, headers, expected) => {
  for (const status of [200, 404])
    expect(
      await clientOutcome("getHeaders", (response) => response.writeHead(status, headers).end()),
    ).toEqual(expected);
});

test("headers that the contract doesn't describe for the status are not checked", async () => {
  expect(await clientOutcome("getHeaders", (response) => sendJson(response, 500, {}))).toEqual({});
});

test("in an answer from another origin, a header that a browser hides isn't missing", async () => {
  const { validation } = await (project as GeneratedProject).load<{
    readonly validation: { answer(operation: object, answer: object): void };
  }>("api/validation");
  const operation = { id: "getHeaders", responses: { 200: [] } };
  const answered = (type: string, headers = {}) => {
    const response = new Response(null, { headers });
    Object.defineProperty(response, "type", { value: type });
    return { status: 200, headers: response.headers, response };
  };
  expect(() => validation.answer(operation, answered("basic"))).toThrow("X-Limit");
  expect(() => validation.answer(operation, answered("cors"))).not.toThrow();
  expect(() => validation.answer(operation, answered("cors", { "x-limit": "0" }))).toThrow("X-Limit");
});

test("JSON of any media type is checked, and bytes are passed on", async () => {
  expect(await clientOutcome("getAny", (response) => sendJson(response, 200, { name: "n" }))).toEqual({
    name: "n",
  });
  expect(await clientOutcome("getAny", (response) => sendJson(response, 200, {}))).toEqual(
    wrong("body", "required"),
  );
  const problem = await clientOutcome("getAny", (response) =>
    response.writeHead(200, { "content-type": "application/problem+json" }).end("{}"),
  );
  expect(problem).toEqual(wrong("body", "required"));
  const text = await clientOutcome("getAny", (response) =>
    response.writeHead(200, { "content-type": "text/plain" }).end("{}"),
  );
  expect(text).toEqual(wrong("body", "type"));
  const bytes = await clientOutcome("getAny", (response) =>
    response.writeHead(200, { "content-type": "application/octet-stream" }).end("{}"),
  );
  expect(bytes).toMatchObject({ contentType: "application/octet-stream" });
  await (bytes as { cancel(): Promise<void> }).cancel();
});
