import { beforeAll, describe, expect, test } from "vitest";
import { readHeaders } from "../../../runtime/http/index.js";
import { type GeneratedClient, generatedClient } from "../../support/generator/emit/driven-client.js";

const header = (schema: object, others: object = {}) => ({ schema, ...others });
const integer = { type: "integer" };
let client: GeneratedClient;

beforeAll(async () => {
  client = await generatedClient({
    paths: {
      "/books": {
        get: {
          operationId: "listBooks",
          responses: {
            200: {
              description: "d",
              headers: {
                "X-Total": header(integer, { required: true }),
                Link: { $ref: "#/components/headers/Link" },
                "X-Ids": header({ type: "array", items: integer }),
                "X-Facts": {
                  content: { "application/json": { schema: { type: "object", properties: { a: integer } } } },
                },
                "X-Pair": header({ type: "object", properties: { a: integer } }),
                "Content-Type": header({ type: "string" }),
              },
              content: { "application/json": { schema: { type: "array", items: { type: "string" } } } },
            },
            404: { description: "none" },
            "4XX": { description: "d", headers: { "Retry-After": header(integer) } },
          },
        },
      },
      "/shelves": { get: { operationId: "listShelves", responses: { 204: { description: "d" } } } },
    },
    components: { headers: { Link: header({ type: "string" }) } },
  });
});

describe("the declared headers of an answer", () => {
  test("have the types of the contract, by status, and only those that can be read", () => {
    expect(
      client.errors([
        `declare const any: api.ListBooksAnswer;`,
        `const all = api.listBooksHeaders(any);`,
        `if (any.status === 200) {`,
        `  const headers = api.listBooksHeaders(any);`,
        `  const total: number | undefined = headers["X-Total"];`,
        `  const link: string | undefined = headers.Link;`,
        `  const ids: number[] | undefined = headers["X-Ids"];`,
        `  const a: number | undefined = headers["X-Facts"]?.a;`,
        `!  const none = headers["Retry-After"];`,
        `!  const pair = headers["X-Pair"];`,
        `!  const wrong: string | undefined = headers["X-Total"];`,
        `}`,
        `if (any.status === 429) {`,
        `  const after: number | undefined = api.listBooksHeaders(any)["Retry-After"];`,
        `}`,
        `!api.listShelvesHeaders;`,
      ]),
    ).toEqual([]);
  });
});

const readings = {
  "200": {
    "X-Total": { type: "number" },
    "X-Ids": { type: "number", list: true },
    "X-Facts": { json: true },
    Link: {},
  },
  "404": {},
  "4XX": { "Retry-After": { type: "number" } },
} as const;
const answer = (status: number, headers: Record<string, string>) => {
  const response = new Response(null, { status, headers });
  return { ok: response.ok, status, headers: response.headers, body: undefined, response };
};

test.each([
  [
    200,
    { "x-total": "12", "x-ids": "1, 2,3", "x-facts": '{"a":1}', link: "<a>" },
    { "X-Total": 12, "X-Ids": [1, 2, 3], "X-Facts": { a: 1 }, Link: "<a>" },
  ],
  [200, { "retry-after": "3" }, {}],
  [429, { "retry-after": "3", "x-total": "1" }, { "Retry-After": 3 }],
  [404, { "retry-after": "3" }, {}],
  [500, { "retry-after": "3" }, {}],
])("status %i with %j reads %j", (status, headers, expected) => {
  expect(readHeaders(answer(status, headers), "listBooks", readings)).toEqual(expected);
});

test.each([
  [200, { "x-total": "many" }, "X-Total"],
  [200, { "x-ids": "1,b" }, "X-Ids"],
  [429, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }, "Retry-After"],
])("status %i with %j is an error, never a value of another type", (status, headers, part) => {
  expect(() => readHeaders(answer(status, headers), "listBooks", readings)).toThrow(
    expect.objectContaining({ code: "contract-violation", operation: "listBooks", part }),
  );
});

test("a function for headers has a name that no other has", async () => {
  const found = await generatedClient({
    paths: {
      "/a": {
        get: {
          operationId: "read",
          responses: { 200: { description: "d", headers: { A: header(integer) } } },
        },
      },
      "/b": {
        get: {
          operationId: "list",
          responses: { 200: { description: "d", headers: { A: header(integer) } } },
        },
      },
      "/c": { get: { operationId: "listHeaders", responses: { 204: { description: "d" } } } },
    },
  });
  expect(found.errors(["declare const a: api.ReadAnswer;", "api.listHeaders;"])).toEqual([]);
});
