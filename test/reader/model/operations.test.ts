import { expect, test } from "vitest";
import { buildModel } from "../../../generator/build-model.js";
import type { HttpOperation } from "../../../reader/model/model.js";
import { contractFolder, readContracts } from "../../support/generator/emit/contract-folder.js";

const done = { 204: { description: "d" } };

/** The operations of an OpenAPI document with these paths. */
async function readOperations(paths: object): Promise<readonly HttpOperation[]> {
  const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
  const contracts = await readContracts([await contractFolder({ "a.openapi.json": document })]);
  return buildModel(contracts).apis.flatMap(({ operations }) => operations);
}

test("a method's name omits the name of its group", async () => {
  const ids = {
    subscriptions: ["changeSubscriptionPlan", "listSubscriptions", "subscriptions"],
    repos: ["repos/get-content", "repos/get_content"],
    client: ["ping"],
  };
  const paths = Object.fromEntries(
    Object.entries(ids).flatMap(([tag, list]) =>
      list.map((operationId, index) => [
        `/${tag}/${index}`,
        { get: { operationId, tags: [tag], responses: done } },
      ]),
    ),
  );
  expect((await readOperations(paths)).map(({ group, method }) => `${group}.${method}`)).toEqual([
    "subscriptions.changePlan",
    "subscriptions.list",
    "subscriptions.subscriptions",
    "repos.getContent",
    expect.stringMatching(/^repos\.reposGetContent_[0-9a-f]{8}$/),
    "clientOperations.ping",
  ]);
});

test("an operation without an id is named after its method and path", async () => {
  const [operation] = await readOperations({
    "/things/{id}:cancel": {
      post: { responses: done, parameters: [{ name: "id", in: "path", required: true, schema: {} }] },
    },
  });
  expect(operation).toMatchObject({
    operationId: undefined,
    functionName: "postThingsIdCancel",
    group: "operations",
  });
});

test("parameters of the path apply unless the operation overrides them, and none uses a key of the request", async () => {
  const parameter = (name: string, place: string, more: object = {}) => ({
    name,
    in: place,
    schema: {},
    ...more,
  });
  const [operation] = await readOperations({
    "/a/{id}": {
      parameters: [
        parameter("id", "path", { required: true, description: "of the path" }),
        parameter("page", "query", { description: "of the path" }),
        parameter("Authorization", "header"),
      ],
      get: {
        parameters: [
          parameter("page", "query", { required: true, description: "own" }),
          parameter("id", "query"),
          parameter("body", "query"),
          parameter("content-type", "cookie"),
          parameter("X-Id", "header"),
        ],
        responses: done,
      },
    },
  });
  expect(
    operation?.parameters.map(({ in: place, name, key, description }) => [place, name, key, description]),
  ).toEqual([
    ["path", "id", "id", "of the path"],
    ["query", "page", "page", "own"],
    ["query", "id", "queryId", undefined],
    ["query", "body", "queryBody", undefined],
    ["cookie", "content-type", "cookieContentType", undefined],
    ["header", "X-Id", "xId", undefined],
  ]);
});
