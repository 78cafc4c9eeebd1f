import { expect, test } from "vitest";
import { generatedClient } from "../../support/generator/emit/driven-client.js";

const done = { 204: { description: "d" } };
const text = { type: "string" };
const parameter = (name: string, where: string, more: object = {}) => ({
  name,
  in: where,
  schema: text,
  ...more,
});
const json = (schema: object) => ({ content: { "application/json": { schema } } });

const tenant = parameter("X-Tenant", "header", { required: true });
const renameThing = {
  operationId: "renameThing",
  tags: ["things"],
  parameters: [parameter("dry", "query")],
  requestBody: {
    required: true,
    ...json({ type: "object", required: ["name"], properties: { name: text } }),
  },
  responses: done,
};
const id = parameter("id", "path", { required: true });

test.each([
  ["in the document", { $ref: "#/x-operations/rename" }, { "x-operations": { rename: renameThing } }, {}],
  ["in another file", { $ref: "parts.json#/rename" }, {}, { "parts.json": { rename: renameThing } }],
])(
  "an operation behind a reference %s keeps its parameters and its body",
  async (_, reference, parts, files) => {
    const api = await generatedClient(
      { paths: { "/things/{id}": { parameters: [id], patch: reference } }, ...parts },
      files,
    );
    const { groups, sent } = api.connect();
    await groups.things?.rename?.({ id: "a", dry: "yes", body: { name: "n" } });
    expect(sent).toMatchObject([{ method: "PATCH", url: "https://api.example.com/things/a?dry=yes" }]);
    expect(await sent[0]?.body.json()).toEqual({ name: "n" });
    expect(
      api.errors([
        `const { things } = api.createClient({ baseUrl: "https://api.example.com" });`,
        `await things.rename({ id: "a", dry: "yes", body: { name: "n" } });`,
        `!await things.rename({ id: "a", body: {} });`,
      ]),
    ).toEqual([]);
  },
);

test("an operation that two paths share has the parameters of each path", async () => {
  const api = await generatedClient({
    paths: {
      "/old/{old}": {
        parameters: [parameter("old", "path", { required: true })],
        patch: { $ref: "#/paths/~1things~1{id}/patch" },
      },
      "/things/{id}": { parameters: [id], patch: renameThing },
    },
  });
  const { groups, sent } = api.connect();
  await groups.things?.renameThing_93dad9b7?.({ id: "a", body: { name: "n" } });
  await groups.things?.rename?.({ old: "b", body: { name: "n" } });
  expect(sent.map(({ url }) => url)).toEqual([
    "https://api.example.com/things/a",
    "https://api.example.com/old/b",
  ]);
  expect(
    api.errors([
      `const { things } = api.createClient({ baseUrl: "https://api.example.com" });`,
      `await things.renameThing_93dad9b7({ id: "a", body: { name: "n" } });`,
      `await things.rename({ old: "b", body: { name: "n" } });`,
      `!await things.rename({ id: "b", body: { name: "n" } });`,
    ]),
  ).toEqual([]);
});

test.each([
  ["in the document", "#/components/pathItems/Thing", true],
  ["in another file", "parts.json#/Thing", false],
])("parameters beside a path item's reference %s apply with those behind it", async (_, $ref, isInside) => {
  const thing = { parameters: [id], get: { operationId: "getThing", tags: ["things"], responses: done } };
  const api = await generatedClient(
    {
      paths: { "/things/{id}": { $ref, parameters: [tenant] } },
      ...(isInside && { components: { pathItems: { Thing: thing } } }),
    },
    isInside ? {} : { "parts.json": { Thing: thing } },
  );
  const { groups, sent } = api.connect();
  await groups.things?.get?.({ id: "a", xTenant: "t" });
  expect(sent[0]?.url).toBe("https://api.example.com/things/a");
  expect(sent[0]?.headers.get("x-tenant")).toBe("t");
  expect(
    api.errors([
      `const { things } = api.createClient({ baseUrl: "https://api.example.com" });`,
      `await things.get({ id: "a", xTenant: "t" });`,
      `!await things.get({ id: "a" });`,
      `!await things.get({ xTenant: "t" });`,
    ]),
  ).toEqual([]);
});

test("a query in a path is sent together with the query parameters", async () => {
  const get = (operationId: string, ...parameters: object[]) => ({
    get: { operationId, tags: ["things"], parameters, responses: done },
  });
  const api = await generatedClient({
    paths: {
      "/things?action=list": get("list", parameter("page", "query")),
      "/near?lat={lat}&exact": get(
        "near",
        parameter("lat", "path", { required: true }),
        parameter("key", "query"),
      ),
      "/any?Action=Find": get("find", parameter("Action", "query"), parameter("Version", "query")),
    },
  });
  const { groups, sent } = api.connect({ baseUrl: "https://api.example.com/v1" });
  await groups.things?.list?.({});
  await groups.things?.list?.({ page: "2" });
  await groups.things?.near?.({ lat: "1&2", key: "k" });
  await groups.things?.find?.({ Action: "Find", Version: "1" });
  await groups.things?.find?.({ Version: "1" });
  expect(sent.map(({ url }) => url)).toEqual([
    "https://api.example.com/v1/things?action=list",
    "https://api.example.com/v1/things?action=list&page=2",
    "https://api.example.com/v1/near?lat=1%262&exact&key=k",
    "https://api.example.com/v1/any?Action=Find&Version=1",
    "https://api.example.com/v1/any?Action=Find&Version=1",
  ]);
});

test("a path parameter with allowReserved keeps slashes, but can't leave its path", async () => {
  const path = (operationId: string, more: object) => ({
    get: {
      operationId,
      tags: ["files"],
      parameters: [parameter("path", "path", { required: true, ...more })],
      responses: done,
    },
  });
  const api = await generatedClient({
    paths: {
      "/files/{path}": path("read", { allowReserved: true }),
      "/plain/{path}": path("plain", {}),
      "/lists/{path}": path("list", {
        allowReserved: true,
        style: "matrix",
        explode: true,
        schema: { type: "array", items: text },
      }),
    },
  });
  const { groups, sent } = api.connect();
  await groups.files?.read?.({ path: "a/b c:d@e?f#g[h]%2e%20%2F" });
  await groups.files?.read?.({ path: "%2e%2e/%2E./x\\..\\y" });
  await groups.files?.plain?.({ path: "a/b" });
  await groups.files?.list?.({ path: ["a/b", "c"] });
  expect(sent.map(({ url }) => url)).toEqual([
    "https://api.example.com/files/a/b%20c:d@e%3Ff%23g%5Bh%5D%252e%20%2F",
    "https://api.example.com/files/%252e%252e/%252E./x%5C..%5Cy",
    "https://api.example.com/plain/a%2Fb",
    "https://api.example.com/lists/;path=a/b;path=c",
  ]);
  for (const value of ["a/../../secret", "..", "a/.", "./a", ""])
    await expect(groups.files?.read?.({ path: value })).rejects.toMatchObject({ code: "invalid-request" });
  expect(sent).toHaveLength(4);
});
