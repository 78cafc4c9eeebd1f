import { expect, it } from "vitest";
import { generatedClient } from "../../../support/generator/emit/driven-client.js";
import { check } from "../../../support/reader/check/findings.js";

const list = { type: "array", items: { type: "string" } };
const get = {
  operationId: "find",
  tags: ["things"],
  parameters: [
    { name: "id", in: "path", required: true, style: "form", schema: list },
    { name: "q", in: "query", style: "simple", schema: list },
    { name: "r", in: "query", style: "junk", schema: list },
    { name: "X-H", in: "header", style: "form", schema: list },
    { name: "c", in: "cookie", style: "deepObject", schema: list },
  ],
  responses: { 204: { description: "d" } },
};
const form = {
  schema: { type: "object", properties: { tags: list } },
  encoding: { tags: { style: "simple", explode: false } },
};
const post = {
  operationId: "send",
  tags: ["things"],
  requestBody: { content: { "application/x-www-form-urlencoded": form } },
  responses: { 204: { description: "d" } },
};
const document = { openapi: "3.1.0", paths: { "/things/{id}": { get }, "/things": { post } } };

it("a style of another place is a warning, and the place's own is written", async () => {
  const info = { title: "t", version: "1" };
  const found = await check({ "api.openapi.json": JSON.stringify({ info, ...document }) });
  const all = "/paths/~1things~1{id}/get/parameters";
  const encoding = "/paths/~1things/post/requestBody/content/application~1x-www-form-urlencoded/encoding";
  expect(found.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`).sort()).toEqual([
    `warning openapi-invalid ${encoding}/tags/style`,
    ...[0, 1, 2, 3, 4].map((index) => `warning openapi-invalid ${all}/${index}/style`),
  ]);
  const api = await generatedClient(document);
  expect(api.errors(["export {};"])).toEqual([]);
  const { groups, sent } = api.connect();
  const both = ["a", "b"];
  await groups.things?.find?.({ id: both, q: both, r: both, xH: both, c: both });
  await groups.things?.send?.({ body: { tags: both } });
  expect(sent[0]?.url).toBe("https://api.example.com/things/a,b?q=a&q=b&r=a&r=b");
  expect([sent[0]?.headers.get("x-h"), sent[0]?.headers.get("cookie")]).toEqual(["a,b", "c=a; c=b"]);
  expect(await sent[1]?.body.text()).toBe("tags=a,b");
});
