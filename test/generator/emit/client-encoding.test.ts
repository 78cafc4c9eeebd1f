import { expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "../../support/generator/emit/driven-client.js";

const text = { type: "string" };
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";
const list = { type: "array", items: text };
const record = { type: "object", properties: { a: text, b: text } };
const deep = { style: "deepObject", explode: true };

/** A client with an operation `send` for each media type of its body. */
function encodingClient(content: object, openapi = "3.1.0"): Promise<GeneratedClient> {
  const post = {
    operationId: "send",
    tags: ["forms"],
    requestBody: { content },
    responses: { 204: { description: "d" } },
  };
  return generatedClient({ openapi, paths: { "/forms": { post } } });
}

const body = (properties: object, encoding: object) => ({ schema: { type: "object", properties }, encoding });

async function sentBy(api: GeneratedClient, request: object): Promise<Request> {
  const { groups, sent } = api.connect();
  await groups.forms?.send?.(request);
  return sent[0]?.body as Request;
}

test("a form is nested as its deepObject encoding says", async () => {
  const properties = {
    amount: { type: "integer" },
    metadata: { type: "object", additionalProperties: text },
    shipping: { type: "object", properties: { address: { type: "object", properties: { line1: text } } } },
    expand: list,
    plain: record,
  };
  const encoding = { metadata: deep, shipping: deep, expand: deep };
  const api = await encodingClient({ [form]: body(properties, encoding) });
  const sent = await sentBy(api, {
    body: {
      amount: 5,
      metadata: { order: "a & b", "50%": "ü" },
      shipping: { address: { line1: "x" } },
      expand: ["data", "customer"],
      plain: { a: "1" },
    },
  });
  expect(sent.headers.get("content-type")).toBe(form);
  expect(await sent.text()).toBe(
    "amount=5&metadata%5Border%5D=a+%26+b&metadata%5B50%25%5D=%C3%BC&shipping%5Baddress%5D%5Bline1%5D=x" +
      "&expand%5B0%5D=data&expand%5B1%5D=customer&plain=%7B%22a%22%3A%221%22%7D",
  );
  expect(
    api.errors([
      `const { forms } = api.createClient({ baseUrl: "https://api.example.com" });`,
      `await forms.send({ body: { metadata: { order: "1" }, expand: ["data"] } });`,
      `!await forms.send({ body: { metadata: { order: 1 } } });`,
    ]),
  ).toEqual([]);
});

test.each([
  [{ style: "form" }, "a=1&b=2", "f=x&f=y%2Cz"],
  [{ style: "form", explode: false }, "f=a,1,b,2", "f=x,y%2Cz"],
  [{ explode: false }, "f=a,1,b,2", "f=x,y%2Cz"],
  [{ allowReserved: true }, "a=1&b=2", "f=x&f=y%2Cz"],
  [{ style: "pipeDelimited", explode: false }, "f=a%7C1%7Cb%7C2", "f=x%7Cy%2Cz"],
  [{ style: "spaceDelimited", explode: false }, "f=a%201%20b%202", "f=x%20y%2Cz"],
  [
    { contentType: "application/json" },
    "f=%7B%22a%22%3A%221%22%2C%22b%22%3A%222%22%7D",
    "f=%5B%22x%22%2C%22y%2Cz%22%5D",
  ],
])("a form's property with the encoding %o", async (encoding, asRecord, asList) => {
  const api = await encodingClient({ [form]: body({ f: { oneOf: [record, list] } }, { f: encoding }) });
  expect(await (await sentBy(api, { body: { f: { a: "1", b: "2" } } })).text()).toBe(asRecord);
  expect(await (await sentBy(api, { body: { f: ["x", "y,z"] } })).text()).toBe(asList);
});

test("the parts of a multipart body have the media types of their encoding", async () => {
  const binary = { type: "string", format: "binary" };
  const api = await encodingClient({
    [multipart]: body(
      { file: binary, image: binary, options: text, note: record, csv: text, nested: record },
      {
        file: { contentType: "application/pdf" },
        image: { contentType: "image/png, image/jpeg" },
        options: { contentType: "application/json" },
        note: { contentType: "application/vnd.note+json" },
        csv: { contentType: "text/csv" },
        nested: deep,
      },
    ),
  });
  const sent = await sentBy(api, {
    body: {
      file: new File(["pdf"], "a.pdf"),
      image: new Blob(["jpeg"], { type: "image/jpeg" }),
      options: '{"dpi":300}',
      note: { a: "1" },
      csv: "a,b",
      nested: { a: "1", b: "2" },
    },
  });
  const written = await sent.clone().text();
  const parts = await sent.formData();
  const read = async (name: string) => {
    const part = parts.get(name) as File;
    return [part.name, part.type, await part.text()];
  };
  // Only a file has a name: servers take a part with one for an upload.
  const field = (name: string, type: string, value: string) =>
    `form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${value}\r\n`;
  expect(await read("file")).toEqual(["a.pdf", "application/pdf", "pdf"]);
  expect((await read("image")).slice(1)).toEqual(["image/jpeg", "jpeg"]);
  expect(written).toContain(field("options", "application/json", '{"dpi":300}'));
  expect(written).toContain(field("note", "application/vnd.note+json", '{"a":"1"}'));
  expect(written).toContain(field("csv", "text/csv", "a,b"));
  expect([parts.get("nested[a]"), parts.get("nested[b]"), parts.get("nested")]).toEqual(["1", "2", null]);
});

test("each media type of a body has its own encoding", async () => {
  const api = await encodingClient({
    [form]: body({ f: record }, { f: deep }),
    [multipart]: body({ f: record }, {}),
    "application/json": { schema: { type: "object", properties: { f: record } }, encoding: { f: deep } },
  });
  const value = { f: { a: "1" } };
  expect(await (await sentBy(api, { body: value })).text()).toBe("f%5Ba%5D=1");
  expect((await (await sentBy(api, { body: value, contentType: multipart })).formData()).has("f")).toBe(true);
  expect(await (await sentBy(api, { body: value, contentType: "application/json" })).json()).toEqual(value);
});

test("OpenAPI 3.0 has no styles in multipart bodies, except the one that can't mean anything else", async () => {
  const api = await encodingClient(
    { [multipart]: body({ plain: record, nested: record }, { plain: { style: "form" }, nested: deep }) },
    "3.0.3",
  );
  const parts = await (await sentBy(api, { body: { plain: { a: "1" }, nested: { a: "2" } } })).formData();
  expect([...parts.keys()]).toEqual(["plain", "nested[a]"]);
});

test("an object isn't sent as a media type that it can't be written in", async () => {
  for (const type of [form, multipart]) {
    const api = await encodingClient({
      [type]: body({ f: record }, { f: { contentType: "application/xml" } }),
    });
    await expect(sentBy(api, { body: { f: { a: "1" } } })).rejects.toMatchObject({
      code: "invalid-request",
      field: "body",
    });
    expect(await (await sentBy(api, { body: { f: "<a/>" } })).text()).toContain(
      type === form ? "%3Ca%2F%3E" : "<a/>",
    );
  }
});
