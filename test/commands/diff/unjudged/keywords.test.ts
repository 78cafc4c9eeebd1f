import { describe, expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

type Way = "request" | "response" | "webhook";

/** An API that sends a value in one way, as JSON unless it says otherwise. */
function api(way: Way, value: object, mediaType = "application/json") {
  const body = { content: { [mediaType]: { schema: { type: "object", properties: { value } } } } };
  const answered = { 200: { description: "d", ...(way === "response" && body) } };
  const post = { operationId: "a", ...(way !== "response" && { requestBody: body }), responses: answered };
  const document = { openapi: "3.1.0", info: { title: "t", version: "1" } };
  if (way === "webhook") return { "a.openapi.json": { ...document, webhooks: { a: { post } } } };
  return { "a.openapi.json": { ...document, paths: { "/a": { post } } } };
}

const text = (more: object) => ({ type: "string", ...more });
const json = (contentSchema: object) => text({ contentMediaType: "application/json", contentSchema });

const cases: readonly (readonly [string, object, object, Readonly<Record<Way, string>>])[] = [
  [
    "another encoding of its bytes",
    text({ contentEncoding: "base64" }),
    text({ contentEncoding: "base32" }),
    { request: "error content-changed", response: "error content-changed", webhook: "error content-changed" },
  ],
  [
    "the same encoding in other letters",
    text({ contentEncoding: "base64" }),
    text({ contentEncoding: "BASE64" }),
    { request: "info content-changed", response: "info content-changed", webhook: "info content-changed" },
  ],
  [
    "an encoding that it didn't say",
    text({}),
    text({ contentEncoding: "base64" }),
    {
      request: "warning content-changed",
      response: "warning content-changed",
      webhook: "warning content-changed",
    },
  ],
  [
    "another media type of its content",
    text({ contentMediaType: "image/png" }),
    text({ contentMediaType: "image/jpeg" }),
    { request: "error content-changed", response: "error content-changed", webhook: "error content-changed" },
  ],
  [
    "a narrower schema of its JSON",
    json({ type: "object", properties: { a: { type: "string" } } }),
    json({ type: "object", properties: { a: { type: "string", maxLength: 3 } } }),
    { request: "error schema-narrowed", response: "info schema-narrowed", webhook: "info schema-narrowed" },
  ],
  [
    "a wider schema of its JSON",
    json({ type: "object", properties: { a: { type: "string", maxLength: 3 } } }),
    json({ type: "object", properties: { a: { type: "string" } } }),
    { request: "info schema-widened", response: "error schema-widened", webhook: "error schema-widened" },
  ],
  [
    "a schema of its JSON that it didn't have",
    text({ contentMediaType: "application/json" }),
    json({ type: "object" }),
    {
      request: "warning content-changed",
      response: "info content-changed",
      webhook: "info content-changed",
    },
  ],
  [
    "another format that no validator knows",
    text({ format: "colour" }),
    text({ format: "paint" }),
    { request: "warning format-changed", response: "info format-changed", webhook: "info format-changed" },
  ],
  [
    "no format that validators don't know any more",
    text({ format: "colour" }),
    text({}),
    { request: "info format-changed", response: "info format-changed", webhook: "info format-changed" },
  ],
];

describe.each(["request", "response", "webhook"] as const)("a member of a %s", (way) => {
  it.each(cases)("may have %s", async (_, old, current, told) => {
    const found = await compareTexts(api(way, old), api(way, current), "consumer");
    const both = await compareTexts(api(way, old), api(way, current), "consumer", "provider");
    const codes = both.map(({ code }) => code);
    const level = found[0]?.level ?? "info";
    expect(codes.map((code) => `${level} ${code}`)).toEqual([told[way]]);
  });
});

const named = (name: string) => text({ xml: { name } });

it.each([
  ["application/xml", ["error content-changed"]],
  ["application/soap+xml; charset=utf-8", ["error content-changed"]],
  ["application/json", ["info content-changed"]],
])("another name in XML breaks what is sent as %s, if that is XML", async (mediaType, told) => {
  for (const way of ["request", "response", "webhook"] as const) {
    const found = await compareTexts(api(way, named("a"), mediaType), api(way, named("b"), mediaType));
    expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(told);
  }
});

it("`attribute: false` is the default in XML", async () => {
  const [old, current] = [named("a"), text({ xml: { name: "a", attribute: false } })];
  const found = await compareTexts(api("request", old, "text/xml"), api("request", current, "text/xml"));
  expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(["info content-changed"]);
});

/** A form with a part that has a header. */
const form = (header: object | undefined) => {
  const encoding = { a: { headers: header === undefined ? {} : { "X-Part": header } } };
  const schema = { type: "object", properties: { a: text({}) } };
  const post = {
    operationId: "a",
    requestBody: { content: { "multipart/form-data": { schema, encoding } } },
    responses: { 200: { description: "d" } },
  };
  const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: { "/a": { post } } };
  return { "a.openapi.json": document };
};

it.each<[string, object | undefined, object | undefined, readonly string[]]>([
  ["a new one that is required", undefined, { required: true, schema: text({}) }, ["error encoding-changed"]],
  ["a new one", undefined, { schema: text({}) }, ["info encoding-changed"]],
  [
    "one that is required now",
    { schema: text({}) },
    { required: true, schema: text({}) },
    ["error encoding-changed"],
  ],
  ["a shorter one", { schema: text({}) }, { schema: text({ maxLength: 3 }) }, ["error schema-narrowed"]],
  ["one less", { schema: text({}) }, undefined, ["warning encoding-changed"]],
])("headers of a part are judged like others: %s", async (_, old, current, told) => {
  const found = await compareTexts(form(old), form(current));
  expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(told);
});
