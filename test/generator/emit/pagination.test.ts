import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { HttpClient, Pages } from "../../../runtime/http/index.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

const query = (name: string) => ({ name, in: "query", schema: { type: "string" } });
const answers = (schema: object) => ({
  200: { description: "A page.", content: { "application/json": { schema } } },
});
const things = {
  type: "array",
  items: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
};

const document = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {
    "/things": {
      get: {
        operationId: "listThings",
        tags: ["things"],
        "x-pagination": { kind: "link" },
        responses: answers(things),
      },
    },
    "/{cursor}/parts": {
      get: {
        operationId: "listParts",
        tags: ["parts"],
        "x-pagination": { kind: "cursor", cursor: "/next", parameter: "cursor", items: "/page/parts" },
        parameters: [
          { name: "cursor", in: "path", required: true, schema: { type: "string" } },
          query("cursor"),
          query("size"),
        ],
        responses: answers({
          type: "object",
          required: ["page"],
          properties: {
            next: { type: "string" },
            page: { type: "object", required: ["parts"], properties: { parts: things } },
          },
        }),
      },
    },
  },
};

let files: Map<string, string>;
let folder: string;
beforeAll(async () => {
  const contracts = await contractFolder({ "t.openapi.json": document });
  files = await generateFrom([contracts], { only: ["types", "client"] });
  folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    "client.ts": files.get("t/client.ts") ?? "",
  });
});

describe("operations with x-pagination", () => {
  test("have typed iterators, alone and in their groups", () => {
    const use = `
import { createClient, paginateListThings } from "./t/client.js";
const { client, things, parts } = createClient({ baseUrl: "https://api.example.com" });
for await (const thing of paginateListThings(client)) thing.id satisfies string;
for await (const thing of things.paginateList({}, { timeoutMs: 5 })) thing.id satisfies string;
for await (const part of parts.paginateList({ cursor: "a", size: "2" })) part.id satisfies string;
for await (const { body } of parts.paginateList({ cursor: "a" }).pages()) body.page.parts satisfies { id: string }[];
// @ts-expect-error: the path needs a value
parts.paginateList();
// @ts-expect-error: an item has no name
for await (const thing of things.paginateList()) thing.name;
`;
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  });

  test("go from page to page", async () => {
    const module = (await import(pathToFileURL(join(folder, "client.ts")).href)) as {
      createClient(
        options: object,
      ): { client: HttpClient } & Record<string, { paginateList(request?: object): Pages<unknown, unknown> }>;
    };
    await using server = await startServer(({ url }, response) => {
      const isFirst = !url.includes("?");
      if (url.startsWith("/things")) {
        if (isFirst) response.setHeader("link", '</things?after=1>; rel="next"');
        return sendJson(response, 200, [{ id: isFirst ? "1" : "2" }]);
      }
      sendJson(response, 200, { next: isFirst ? "n" : "", page: { parts: [{ id: isFirst ? "1" : "2" }] } });
    });
    const { things, parts } = module.createClient({ baseUrl: server.origin });
    for (const pages of [things?.paginateList(), parts?.paginateList({ cursor: "a" })]) {
      const items: unknown[] = [];
      for await (const item of pages ?? []) items.push(item);
      expect(items).toEqual([{ id: "1" }, { id: "2" }]);
    }
    expect(server.received.map(({ url }) => url)).toEqual([
      "/things",
      "/things?after=1",
      "/a/parts",
      "/a/parts?cursor=n",
    ]);
  });
});
