import { describe, expect, it } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { exchangeBody, loadText, mockRequest, outcome } from "../../support/commands/mock/pets.js";
import { proxiedListener, responding, throughProxy } from "../../support/commands/mock/proxied.js";

const contracts = await loadText(`openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /list:
    get:
      parameters:
        - { name: ids, in: query, schema: { type: array, items: { type: integer } } }
        - { name: limit, in: query, schema: { type: integer } }
        - { name: point, in: query, schema: { type: object, properties: { lat: { type: integer }, lon: { type: integer } } } }
        - { name: deep, in: query, style: deepObject, schema: { type: object, properties: { list: { type: array, items: { type: integer } } } } }
        - { name: flag, in: query, allowEmptyValue: true, schema: { type: boolean } }
        - { name: old, in: query, deprecated: true, schema: { type: string } }
      responses: { "204": { description: d } }
  /open:
    get:
      parameters: [{ name: any, in: query, schema: { type: object, additionalProperties: { type: string } } }]
      responses: { "204": { description: d } }
  /old: { get: { operationId: getOld, deprecated: true, responses: { "204": { description: d } } } }
  /users:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/User" } } } } }
  /image:
    post:
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { image: { type: string }, meta: { type: object, properties: { k: { type: integer } } } } }
            encoding: { image: { contentType: "image/png, image/*+xml" }, meta: { contentType: application/json } }
      responses: { "204": { description: d } }
  /pets:
    post:
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "200": { description: d, content: { application/json: { schema: { type: array, minItems: 1, items: { $ref: "#/components/schemas/Pet" } } } } }
        "201": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Unmapped" } } } }
        "203": { description: d, content: { application/json: { schema: { discriminator: { propertyName: petType }, oneOf: [{ type: object, required: [petType], properties: { petType: { const: NICE } } }, { type: object, properties: { petType: {} } }] } } } }
        "202": { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" }, example: { petType: HUNT, prey: mouse } } } }
components:
  schemas:
    Id: { type: integer, readOnly: true }
    Either:
      required: [no, name]
      oneOf: [{ type: object, properties: { no: { $ref: "#/components/schemas/Id" }, name: { type: string }, a: { const: 1 } }, required: [a] }, { type: object, properties: { name: { type: string }, b: { const: 1 } }, required: [b] }]
    User:
      type: object
      required: [id, author, tag, name]
      properties:
        id: { allOf: [{ $ref: "#/components/schemas/Id" }] }
        author: { $ref: "#/components/schemas/Id" }
        tag: { anyOf: [{ type: string, readOnly: true }, { type: "null" }] }
        name: { type: string }
        password: { type: string, writeOnly: true }
        friends: { type: array, items: { $ref: "#/components/schemas/User" } }
        by: { oneOf: [{ type: object, required: [k], properties: { k: { const: a }, v: { $ref: "#/components/schemas/Id" } } }, { type: object, required: [k], properties: { k: { const: b }, v: {} } }] }
        either: { $ref: "#/components/schemas/Either" }
        map: { type: object, additionalProperties: { $ref: "#/components/schemas/User" } }
    Base: { type: object, required: [petType], properties: { petType: { type: string } } }
    Nice: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { miaou: { type: boolean } } }] }
    Hunter: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, properties: { prey: { type: string } } }] }
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Nice" }, { $ref: "#/components/schemas/Hunter" }]
      discriminator: { propertyName: petType, mapping: { NICE: "#/components/schemas/Nice", HUNT: "#/components/schemas/Hunter" } }
    Unmapped:
      oneOf: [{ $ref: "#/components/schemas/Nice" }, { $ref: "#/components/schemas/Hunter" }]
      discriminator: { propertyName: petType }
`);
const options = { seed: "1", dynamic: false, strict: false };
const mock = createMock(contracts, options);
const strict = createMock(contracts, { ...options, strict: true });

describe("a query", () => {
  it.each<[string, readonly string[]]>([
    ["/list?ids=1&ids=2&limit=3&lat=1&lon=2&deep[list][]=1&deep[list][]=2&deep[list][5]=3", []],
    ["/list?idz=1", ["the operation has no query parameter `idz`; did you mean `ids`?"]],
    ["/list?limti=1&ids=1", ["the operation has no query parameter `limti`; did you mean `limit`?"]],
    ["/list?lot=1&lat=1", ["the operation has no query parameter `lot`; did you mean `lat` or `lon`?"]],
    ["/list?limit[]=1", ["the operation has no query parameter `limit[]`; did you mean `limit`?"]],
    ["/list?limit[x]=1", ["the operation has no query parameter `limit[x]`; did you mean `limit`?"]],
    ["/open?anything=1", []],
  ])("is judged in strict mode by the names of the contract: %s", async (target, messages) => {
    const exchange = await strict.answer(mockRequest(`GET ${target}`));
    expect(exchange.findings.map(({ message }) => message)).toEqual(messages);
    expect(exchange.answer.status).toBe(messages.length > 0 ? 422 : 204);
  });

  it.each<[string, readonly unknown[]]>([
    ["/list?deep[list][]=x", [422, "query deep /list/0 type"]],
    ["/list?flag=", [204]],
    ["/list?flag", [204]],
    ["/list?flag=1", [422, "query flag  type"]],
    ["/list?limit=", [422, "query limit  type"]],
    ["/list?old=1", [204, "query old  deprecated"]],
    ["/old", [204, "path   deprecated"]],
  ])("is judged by what its parameters say: %s", async (target, expected) => {
    expect(outcome(await mock.answer(mockRequest(`GET ${target}`)))).toEqual(expected);
  });
});

describe("a member that the other side alone sends", () => {
  it.each<[object, readonly unknown[]]>([
    [{ name: "a" }, [200]],
    [
      { name: "a", id: 1, author: 2, tag: "x" },
      [200, "/id read-only", "/author read-only", "/tag read-only"],
    ],
    [{ name: "a", tag: null }, [200]],
    [{ name: "a", friends: [{ name: "b" }, { name: "c", id: 3 }] }, [200, "/friends/1/id read-only"]],
    [{ name: "a", map: { x: { name: "b", author: 1 } } }, [200, "/map/x/author read-only"]],
    [{ name: "a", by: { k: "a", v: 1 } }, [200, "/by/v read-only"]],
    [{ name: "a", by: { k: "b", v: 1 } }, [200]],
    [{ name: "a", either: { name: "b", a: 1 } }, [200]],
    [{ name: "a", either: { name: "b", a: 1, no: 1 } }, [200, "/either/no read-only"]],
    [{ name: "a", either: { a: 1 } }, [422, "/either required"]],
    [{ name: "a", password: "p" }, [200]],
  ])("is a warning in a request: %j", async (body, expected) => {
    const { answer, findings } = await mock.answer(mockRequest("POST /users", {}, body));
    expect([answer.status, ...findings.map(({ pointer, code }) => `${pointer} ${code}`)]).toEqual(expected);
  });

  it("is refused in a request in strict mode, and says what it is", async () => {
    const exchange = await strict.answer(mockRequest("POST /users", {}, { name: "a", id: 1 }));
    expect([exchange.answer.status, exchangeBody(exchange).detail]).toEqual([
      422,
      "`id` is readOnly in the contract, and the request sends it",
    ]);
  });

  it.each([false, true])("is an error in an answer (strict: %s)", async (isStrict) => {
    const user = { id: 1, author: 1, tag: "t", name: "a", password: "p", friends: [] };
    const listener = responding(() => Response.json(user));
    const proxied = await proxiedListener(contracts, listener, { strict: isStrict });
    afterThisTest(proxied.close);
    const { findings } = await throughProxy(proxied, mockRequest("POST /users", {}, { name: "a" }));
    expect(findings.map(({ pointer, code, level, message }) => [pointer, code, level, message])).toEqual([
      [
        "/password",
        "write-only",
        undefined,
        "`password` is writeOnly in the contract, and the answer shows it",
      ],
    ]);
  });
});

describe("a part of a multipart form", () => {
  const form = (...parts: readonly string[]) =>
    mockRequest(
      "POST /image",
      { "content-type": "multipart/form-data; boundary=x" },
      `${parts.map((part) => `--x\r\nContent-Disposition: form-data; ${part}\r\n`).join("")}--x--\r\n`,
    );
  it.each<[readonly string[], readonly string[]]>([
    [['name="image"; filename="a"\r\nContent-Type: image/png\r\n\r\n1', 'name="meta"\r\n\r\n{"k":1}'], []],
    [['name="image"; filename="a"\r\nContent-Type: image/svg+xml\r\n\r\n1'], []],
    [['name="image"; filename="a"\r\nContent-Type: text/plain\r\n\r\n1'], ["/image part-type"]],
    [['name="meta"\r\ncontent-type: text/plain; charset=utf-8\r\n\r\n{"k":1}'], ["/meta part-type"]],
    [['name="meta"\r\ncontent-type: application/json\r\n\r\n{"k":"1"}'], ["/meta/k type"]],
  ])("has a media type that `encoding` names: %j", async (parts, expected) => {
    const { findings } = await mock.answer(form(...parts));
    expect(findings.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
  });
});

describe("alternatives that overlap", () => {
  it.each(["200", "201", "202"])(
    "are answered by their discriminator, with a warning once (%s)",
    async (code) => {
      const fresh = createMock(contracts, options);
      const ask = () => fresh.answer(mockRequest("POST /pets", { prefer: `code=${code}` }));
      const first = await ask();
      expect(outcome(first)).toEqual([Number(code), "body   alternatives-overlap"]);
      const [value] = [exchangeBody(first)].flat();
      expect(["NICE", "HUNT", "Nice"]).toContain((value as { petType?: unknown }).petType);
      expect(outcome(await ask())).toEqual([Number(code)]);
    },
  );

  it("are named to a request that matches several", async () => {
    const exchange = await mock.answer(mockRequest("POST /pets", {}, { petType: "NICE", miaou: true }));
    expect(exchange.findings.map(({ message, help }) => [message, help])).toEqual([
      [
        "the body matches both `Nice` and `Hunter`, but only one alternative may match",
        "The alternatives overlap: make them differ in the contract, for example by a constant in each.",
      ],
    ]);
  });
});
