import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allWriters, createHttpClient, type OperationDescriptor } from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";
import { startServer } from "../../support/runtime/http/local-server.js";

type Body = NonNullable<OperationDescriptor["body"]>;
const operation = (body: Body): OperationDescriptor => ({
  id: "send",
  method: "POST",
  path: "/",
  body,
  writers: allWriters,
});

/** What a server receives for a body. */
async function received(body: Body, request: object) {
  await using server = await startServer((_, response) => response.writeHead(204).end());
  await createHttpClient({ baseUrl: server.origin }).call(operation(body), request);
  const [first] = server.received;
  return { contentType: first?.headers["content-type"], text: first?.body.toString("utf8") ?? "" };
}

const form = "application/x-www-form-urlencoded";

describe("bodies on the wire", () => {
  test.each([
    [{ contentTypes: ["application/json"] }, { a: "é" }, "application/json", '{"a":"é"}'],
    [{ contentTypes: ["application/json"] }, null, "application/json", "null"],
    [{ contentTypes: ["application/merge-patch+json"] }, {}, "application/merge-patch+json", "{}"],
    [
      { contentTypes: [form] },
      { a: "b c&d", n: [1, 2], o: { x: 1 } },
      form,
      "a=b+c%26d&n=1&n=2&o=%7B%22x%22%3A1%7D",
    ],
    [
      { contentTypes: [form], encoding: { [form]: { m: { style: "deepObject", explode: true } } } },
      { m: { k: "v" }, gone: undefined },
      form,
      "m%5Bk%5D=v",
    ],
    [{ contentTypes: [form] }, new URLSearchParams({ a: "1" }), form, "a=1"],
    [{ contentTypes: ["text/plain"] }, "héllo", "text/plain", "héllo"],
    [
      { contentTypes: ["application/octet-stream"] },
      new Uint8Array([104, 105]),
      "application/octet-stream",
      "hi",
    ],
    [
      { contentTypes: ["application/octet-stream"] },
      new Blob(["hi"]).stream(),
      "application/octet-stream",
      "hi",
    ],
    [{ contentTypes: ["image/*"] }, new Blob(["hi"], { type: "image/png" }), "image/png", "hi"],
  ] satisfies [Body, unknown, string, string][])("%o", async (descriptor, body, contentType, text) => {
    expect(await received(descriptor, { body })).toEqual({ contentType, text });
  });

  test("a multipart form can contain fields, JSON and files", async () => {
    await using server = await startServer((_, response) => response.writeHead(204).end());
    const client = createHttpClient({ baseUrl: server.origin });
    const body = {
      name: "n",
      tags: ["a", "b"],
      meta: { k: 1 },
      file: new File(["hi"], "f.txt", { type: "text/plain" }),
    };
    await client.call(operation({ contentTypes: ["multipart/form-data"] }), { body });
    const [first] = server.received;
    const parsed = await new Response(first?.body as BodyInit, {
      headers: { "content-type": first?.headers["content-type"] ?? "" },
    }).formData();
    expect(parsed.get("name")).toBe("n");
    expect(parsed.getAll("tags")).toEqual(["a", "b"]);
    expect(parsed.get("meta")).toBe('{"k":1}');
    const file = parsed.get("file") as File;
    expect([file.name, file.type, await file.text()]).toEqual(["f.txt", "text/plain", "hi"]);
  });

  test("a part of a multipart form has a type without a file name, unless it is a file", async () => {
    const media = "multipart/form-data";
    const encoding = { [media]: { note: { contentType: "text/markdown" } } };
    const body = { meta: { k: 1 }, note: "# a", 'a"b': "x\ny", data: new Blob(["hi"]) };
    const { contentType, text } = await received({ contentTypes: [media], encoding }, { body });
    const boundary = contentType?.replace(`${media}; boundary=`, "");
    const parts = [
      'name="meta"\r\nContent-Type: application/json\r\n\r\n{"k":1}',
      'name="note"\r\nContent-Type: text/markdown\r\n\r\n# a',
      'name="a%22b"\r\n\r\nx\ny',
      'name="data"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\nhi',
    ].map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`);
    expect(text).toBe(`${parts.join("")}--${boundary}--\r\n`);
  });

  test("neither a name nor a media type adds a header to a part", async () => {
    const media = "multipart/form-data";
    const encoding = { [media]: { a: { contentType: "text/a\r\nX-Evil: 1" } } };
    const body = { a: "x", "b\r\nX-Evil: 1": new File(["y"], "c\r\nX-Evil: 1") };
    const { text } = await received({ contentTypes: [media], encoding }, { body });
    expect(text).not.toMatch(/^X-Evil/m);
    expect(text).toContain('name="b%0D%0AX-Evil: 1"; filename="c%0D%0AX-Evil: 1"');
  });

  test("any JSON value arrives unchanged", async () => {
    const { client, sent } = clientWith();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        sent.length = 0;
        await client.call(operation({ contentTypes: ["application/json"] }), { body });
        expect(JSON.parse(sent[0]?.init.body as string)).toEqual(JSON.parse(JSON.stringify(body)));
      }),
    );
  });

  test("any form survives the round trip through a form parser", async () => {
    const { client, sent } = clientWith();
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })),
        async (body) => {
          sent.length = 0;
          await client.call(operation({ contentTypes: [form] }), { body });
          expect([...new URLSearchParams(sent[0]?.init.body as string)]).toEqual(Object.entries(body));
        },
      ),
    );
  });
});

describe("the media type of a body", () => {
  const two: Body = { contentTypes: ["application/json", "text/plain"] };
  test("is the first one unless the request names another", async () => {
    expect(await received(two, { body: "x" })).toEqual({ contentType: "application/json", text: '"x"' });
    expect(await received(two, { body: "x", contentType: "text/plain" })).toEqual({
      contentType: "text/plain",
      text: "x",
    });
  });

  test("is refused if the contract doesn't have it", async () => {
    await expect(received(two, { body: "x", contentType: "text/html" })).rejects.toMatchObject({
      code: "invalid-request",
      field: "body",
    });
  });
});

describe("bodies that can't be sent", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  test.each([
    ["a missing required one", { contentTypes: ["application/json"], required: true }, undefined],
    ["a circular one", { contentTypes: ["application/json"] }, circular],
    ["a function", { contentTypes: ["application/json"] }, () => 1],
    ["an object as text/plain", { contentTypes: ["text/plain"] }, {}],
    ["a date in a form", { contentTypes: [form] }, { a: new Date(0) }],
  ])("%s", async (_, descriptor, body) => {
    const { client, sent } = clientWith();
    await expect(client.call(operation(descriptor), { body })).rejects.toMatchObject({
      code: "invalid-request",
      field: "body",
    });
    expect(sent).toEqual([]);
  });

  test("a GET can't have one, even if the contract says so", async () => {
    const { client, sent } = clientWith();
    const get = { ...operation({ contentTypes: ["application/json"] }), method: "GET" };
    await expect(client.call(get, { body: {} })).rejects.toMatchObject({
      code: "invalid-request",
      field: "body",
    });
    await client.call(get);
    expect(sent).toHaveLength(1);
  });

  test("a body is refused if the operation has none", async () => {
    const { client } = clientWith();
    const call = client.call({ id: "get", method: "GET", path: "/" }, { body: {} });
    await expect(call).rejects.toMatchObject({ code: "invalid-request", field: "body" });
  });
});
