import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { MutationObserver, QueryClient } from "@tanstack/query-core";
import { beforeAll, expect, test } from "vitest";
import { createHttpClient, HttpStatusError } from "../../runtime/http/index.js";
import { runCommand } from "../support/cli/run-command.js";
import { contractFolder, root } from "../support/generator/emit/contract-folder.js";
import { typeCheck } from "../support/generator/emit/type-check.js";
import { snapshot } from "../support/generator/write/output-folder.js";
import { type LocalServer, startServer } from "../support/runtime/http/local-server.js";

const things = `openapi: 3.1.0
info: { title: Things, version: "1" }
paths:
  /things/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      operationId: getThing
      summary: A thing by its id
      responses:
        "200": { description: It, content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
        "404": { description: None, content: { application/json: { schema: { type: object } } } }
    patch:
      operationId: renameThing
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } }
      responses:
        "200": { description: It, content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
  /things:
    get:
      operationId: listThings
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        "200": { description: All, content: { application/json: { schema: { type: array, items: { type: string } } } } }
components:
  schemas:
    Thing: { type: object, required: [name], properties: { name: { type: string } } }
`;

let out: string;
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  const plugin = join(root, "examples/plugins/tanstack-query.ts");
  const cwd = await contractFolder({
    "contracts/things.openapi.yaml": things,
    "oipkit.config.yaml": `only: [tanstack-query]\nplugins: [${JSON.stringify(plugin)}]\n`,
  });
  expect(await runCommand(cwd, "generate")).toMatchObject({ exitCode: 0 });
  out = join(cwd, "generated");
  const tree = await snapshot(out);
  files = new Map(Object.entries(tree).flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
});

test("the options have the generated client's types, and TanStack Query accepts them", () => {
  expect([...files.keys()].sort()).toEqual([
    "index.ts",
    "manifest.json",
    "tanstack-query/things.ts",
    "things/client.ts",
    "things/types.ts",
  ]);
  const right = `
import { MutationObserver, QueryClient } from "@tanstack/query-core";
import { createClient } from "./things/client.js";
import { getThingQuery, listThingsQuery, renameThingMutation } from "./tanstack-query/things.js";
const { client } = createClient({ baseUrl: "https://api.example.com" });
const queries = new QueryClient();
const thing = await queries.fetchQuery(getThingQuery(client, { id: "a" }));
const name: string = thing.name;
const list: string[] = await queries.fetchQuery(listThingsQuery(client));
const rename = new MutationObserver(queries, renameThingMutation(client));
const renamed: string = (await rename.mutate({ id: "a", body: { name } })).name;
void [list, renamed];
`;
  const wrong = `
import { QueryClient } from "@tanstack/query-core";
import { createClient } from "./things/client.js";
import { getThingQuery } from "./tanstack-query/things.js";
const { client } = createClient({ baseUrl: "https://api.example.com" });
getThingQuery(client);
const thing = await new QueryClient().fetchQuery(getThingQuery(client, { id: "a" }));
thing.title;
`;
  const errors = typeCheck(new Map([...files, ["right.ts", right], ["wrong.ts", wrong]]));
  expect(errors).toEqual([
    expect.stringMatching(/^wrong\.ts:6: Expected 2 arguments/),
    expect.stringMatching(/^wrong\.ts:8: Property 'title' does not exist/),
  ]);
});

interface Options {
  getThingQuery(client: unknown, request: object): { queryKey: readonly unknown[]; queryFn: never };
  renameThingMutation(client: unknown): object;
}

async function onServer(use: (options: Options, client: unknown, server: LocalServer) => Promise<void>) {
  const options = (await import(pathToFileURL(join(out, "tanstack-query/things.ts")).href)) as Options;
  await using server = await startServer(({ url, method, body }, response) => {
    const isThere = url.startsWith("/things/a");
    response.writeHead(isThere ? 200 : 404, { "content-type": "application/json" });
    response.end(method === "PATCH" ? body : JSON.stringify({ name: "first" }));
  });
  await use(options, createHttpClient({ baseUrl: server.origin }), server);
}

test("a query sends one request, and is answered from the cache afterwards", async () => {
  await onServer(async ({ getThingQuery }, client, { received }) => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const query = getThingQuery(client, { id: "a" });
    expect(query.queryKey).toEqual(["things", "getThing", { id: "a" }]);
    expect(await queries.fetchQuery(query)).toEqual({ name: "first" });
    expect(await queries.fetchQuery(getThingQuery(client, { id: "a" }))).toEqual({ name: "first" });
    expect(received.map(({ url }) => url)).toEqual(["/things/a"]);
    queries.clear();
  });
});

test("an answer that isn't a success is the query's error, and isn't requested again", async () => {
  await onServer(async ({ getThingQuery }, client, { received }) => {
    const queries = new QueryClient();
    await expect(queries.fetchQuery(getThingQuery(client, { id: "z" }))).rejects.toThrow(HttpStatusError);
    expect(received).toHaveLength(1);
    queries.clear();
  });
});

test("a mutation sends its variables as the request", async () => {
  await onServer(async ({ renameThingMutation }, client, { received }) => {
    const queries = new QueryClient();
    const rename = new MutationObserver(queries, renameThingMutation(client));
    expect(await rename.mutate({ id: "a", body: { name: "second" } } as never)).toEqual({ name: "second" });
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual(["PATCH /things/a"]);
    queries.clear();
  });
});

test("the example's configuration generates the options for the platform's APIs", async () => {
  const cwd = await contractFolder({});
  const config = join(root, "examples/plugins/oipkit.config.ts");
  const result = await runCommand(cwd, "generate", "--config", config, "--out", "sdk");
  expect(result).toMatchObject({ exitCode: 0 });
  const text = await readFile(join(cwd, "sdk/tanstack-query/platform.ts"), "utf8");
  expect(text).toContain('queryKey: ["open-platform", "listSubscriptions", request] as const');
  expect(text).toContain("export function cancelSubscriptionMutation(client: HttpClient)");
});
