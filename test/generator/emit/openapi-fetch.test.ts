import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { json, object, ref, text } from "../../support/generator/emit/api-type-errors.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

const id = { name: "id", in: "path", required: true, schema: text };
const document = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/books": {
      get: {
        operationId: "listBooks",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "X-Trace", in: "header", schema: text },
        ],
        responses: {
          200: {
            description: "d",
            headers: { "X-Total": { required: true, schema: { type: "integer" } } },
            ...json({ type: "array", items: ref("Book") }),
          },
          default: { description: "d", ...json(ref("Problem")) },
        },
      },
      post: {
        operationId: "addBook",
        requestBody: { required: true, ...json(ref("NewBook")) },
        responses: {
          201: { description: "d", ...json(ref("Book")) },
          409: { $ref: "#/components/responses/Taken" },
        },
      },
    },
    "/books/{id}": {
      parameters: [id],
      get: {
        parameters: [{ name: "shelf", in: "query", required: true, schema: text }],
        responses: { 200: { description: "d", ...json(ref("Book")) } },
      },
      delete: { operationId: "removeBook", responses: { 204: { description: "d" } } },
    },
    "/search": { $ref: "#/components/pathItems/Search" },
  },
  webhooks: { sold: { post: { requestBody: json(ref("Book")), responses: { 200: { description: "d" } } } } },
  components: {
    schemas: {
      Book: object({ id: text, title: text, state: { enum: ["new", "used"] } }, ["id", "title"]),
      NewBook: object({ title: text }, ["title"]),
      Problem: object({ title: text }),
    },
    responses: { Taken: { description: "d", ...json(ref("Problem")) } },
    parameters: { Page: { name: "page", in: "query", schema: { type: "integer" } } },
    pathItems: {
      Search: {
        get: {
          parameters: [{ $ref: "#/components/parameters/Page" }],
          responses: { 200: { description: "d", ...json({ type: "array", items: ref("Book") }) } },
        },
      },
    },
  },
};

/** Lines of programs for openapi-fetch and for the types themselves. */
const lines = [
  'export const a = await client.GET("/books");',
  'export const b = await client.GET("/books", { params: { query: { limit: 1 }, header: { "X-Trace": "t" } } });',
  'export const c = await client.GET("/books", { params: { query: { limit: "1" } } });',
  'export const d = await client.GET("/books", { params: { path: { id: "a" } } });',
  'export const e = await client.GET("/books/{id}", { params: { path: { id: "a" }, query: { shelf: "s" } } });',
  'export const f = await client.GET("/books/{id}", { params: { path: { id: "a" } } });',
  'export const g = await client.GET("/books/{id}");',
  'export const h = await client.DELETE("/books/{id}", { params: { path: { id: "a" } } });',
  'export const i = await client.DELETE("/books");',
  'export const j = await client.PUT("/books/{id}", { params: { path: { id: "a" } } });',
  'export const k = await client.POST("/books", { body: { title: "t" } });',
  'export const l = await client.POST("/books", { body: { name: "t" } });',
  'export const m = await client.POST("/books");',
  'export const n = await client.GET("/nothing");',
  'export const o: string | undefined = (await client.GET("/books")).data?.[0]?.title;',
  'export const p: number | undefined = (await client.GET("/books")).data?.[0]?.title;',
  'export const q: string | undefined = (await client.POST("/books", { body: { title: "t" } })).error?.title;',
  'export const r = await client.GET("/search", { params: { query: { page: 1 } } });',
  'export const s: components["schemas"]["Book"] = { id: "i", title: "t", state: "new" };',
  'export const t: components["schemas"]["Book"] = { id: "i", title: "t", state: "old" };',
  'export const u: components["responses"]["Taken"]["content"]["application/json"] = { title: "t" };',
  'export const v: operations["listBooks"]["responses"][200]["headers"]["X-Total"] = 1;',
  'export const w: operations["listBooks"]["responses"][200]["headers"]["X-Total"] = "1";',
  'export const x: paths["/books/{id}"]["delete"] = undefined;',
  'export const y: webhooks["sold"]["post"]["requestBody"] = { content: { "application/json": { id: "i", title: "t" } } };',
  'export const z: operations["removeBook"]["parameters"] = { path: { id: "a" }, query: { a: 1 } };',
  'export const ab: paths["/books"]["put"] = { responses: {} };',
  'export const bb: keyof paths = "/books";',
  'export const cb: operations["listBooks"]["requestBody"] = undefined;',
  'export const db: components["parameters"]["Page"] = 1;',
  "export const eb: Record<string, unknown> = s;",
];

const prelude = [
  'import createClient from "openapi-fetch";',
  'import type { components, operations, paths, webhooks } from "./types.js";',
  'const client = createClient<paths>({ baseUrl: "https://example.com" });',
];

/** Which of the lines have an error with some types. */
function refused(types: string): string[] {
  const errors = typeCheck(
    new Map([
      ["types.ts", types],
      ["use.ts", [...prelude, ...lines].join("\n")],
    ]),
  );
  const places = errors.map((error) => error.split(":"));
  expect(places.filter(([file]) => file !== "use.ts")).toEqual([]);
  return [...new Set(places.map(([, line]) => lines[Number(line) - 1 - prelude.length] ?? "prelude"))];
}

test("code for openapi-fetch and for openapi-typescript compiles, or doesn't, as with the types of openapi-typescript", async () => {
  const folder = await contractFolder({ "shop.openapi.json": document });
  const own = (await generateFrom([folder], { only: ["types"] })).get("shop/types.ts") ?? "";
  const theirs = astToString(await openapiTS(JSON.stringify(document)));
  const found = refused(theirs);
  expect(found.length).toBeGreaterThan(8);
  expect(found).not.toContain("prelude");
  expect(refused(own)).toEqual(found);
});
