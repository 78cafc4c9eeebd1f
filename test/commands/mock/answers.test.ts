import { describe, expect, it } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { exchangeBody, loadText, mockRequest, outcome, pets } from "../../support/commands/mock/pets.js";

const options = { seed: "1", dynamic: false, strict: false };
const contracts = await loadText(pets);
const mock = createMock(contracts, options);
const ask = (line: string, headers: Record<string, string> = {}, body: string | object = "") =>
  mock.answer(mockRequest(line, headers, body));
const add = (prefer: string) => ask("POST /pets", { api_key: "k", prefer }, { name: "Tom" });

describe("an answer", () => {
  it("is made from the schema with the examples of its parts, without what is writeOnly, and ends recursion", async () => {
    const exchange = await ask("GET /pets");
    expect(exchangeBody(exchange)).toEqual([
      { id: 1, name: "doggie", status: "available", tags: ["example-tags-0"] },
    ]);
    expect(exchange.answer.headers).toContainEqual(["X-Total", "7"]);
  });

  it("is the first example that its schema accepts, or the one that `Prefer` names", async () => {
    expect(exchangeBody(await add(""))).toEqual({ id: 1, name: "Tom" });
    const named = await add('example="cat"');
    expect(exchangeBody(named)).toEqual({ id: 1, name: "Tom" });
    expect(named.answer.headers).toContainEqual(["preference-applied", 'example="cat"']);
  });

  it("is never an example that its schema refuses", async () => {
    const exchange = await add("example=broken");
    expect(exchange.answer.status).toBe(500);
    expect(exchangeBody(exchange)).toMatchObject({
      code: "example-invalid",
      detail: expect.stringContaining("the example `broken` of the contract doesn't match its schema"),
    });
  });

  it.each([
    ["code=404", "GET /pets", 404, '{"message":"example-message"}'],
    ["code=204", "DELETE /pets/1", 204, ""],
    ["respond-async, wait=10", "DELETE /pets/1", 204, ""],
  ])("has the status that `Prefer: %s` asks for: %s", async (prefer, line, status, body) => {
    const { answer } = await ask(line, { prefer });
    expect([answer.status, answer.body]).toEqual([status, body]);
  });

  it.each([
    ["code=418", 404, "response-unknown", "the operation declares no response 418; it has 200, 404"],
    ["code=abc", 400, "prefer-invalid", "`code` in `Prefer` must be a status code from 200 to 599"],
    ["code=100", 400, "prefer-invalid", "`code` in `Prefer` must be a status code from 200 to 599"],
    ["dynamic=maybe", 400, "prefer-invalid", "`dynamic` in `Prefer` must be `true` or `false`"],
    ["example=cat", 404, "example-unknown", "there is no example `cat`"],
  ])("isn't guessed for `Prefer: %s`", async (prefer, status, code, detail) => {
    const exchange = await ask("GET /pets", { prefer });
    expect([exchange.answer.status, exchangeBody(exchange).code, exchangeBody(exchange).detail]).toEqual([
      status,
      code,
      detail,
    ]);
  });

  it.each([
    [undefined, "application/json"],
    ["*/*", "application/json"],
    ["text/*", "text/plain"],
    ["text/plain;q=0.5, application/json;q=0.4", "text/plain"],
    ["application/json;q=0, text/plain", "text/plain"],
  ])("has the media type that `Accept: %s` prefers", async (accept, type) => {
    const { answer } = await ask("GET /pets/1", accept === undefined ? {} : { accept });
    expect(answer.status).toBe(200);
    expect(answer.headers).toContainEqual(["content-type", type]);
  });

  it("is 406 if no media type is acceptable, and 500 if none can be made", async () => {
    expect(exchangeBody(await ask("GET /pets/1", { accept: "image/png" })).code).toBe("not-acceptable");
    const other = createMock(await loadText(pets.replace("application/xml", "application/pdf")), options);
    const asked = mockRequest("GET /pets/1", { accept: "application/pdf" });
    expect(exchangeBody(await other.answer(asked))).toMatchObject({
      code: "answer-unavailable",
      detail:
        "there is no answer to send: `application/pdf` isn't made from a schema; add an example to the contract",
    });
  });

  it("is refused clearly if no value is valid, or the schema is broken", async () => {
    expect(exchangeBody(await ask("GET /impossible"))).toMatchObject({
      status: 500,
      code: "answer-unavailable",
      detail:
        "there is no answer to send: no value was found that its schema accepts; add an example to the contract",
    });
    const text = pets.replace("{ type: 12 }", '{ $ref: "#/info/title" }');
    const input = {
      path: "/contract/api.yaml",
      file: "api.yaml",
      text,
      role: "contract" as const,
      name: "api.yaml",
    };
    const unchecked = createMock(await loadContracts([input], "/contract"), options);
    expect(exchangeBody(await unchecked.answer(mockRequest("GET /broken")))).toMatchObject({
      status: 500,
      code: "answer-unavailable",
      detail: expect.stringContaining("its schema can't be used"),
    });
  });

  it("is any value of a schema whose `type` isn't one", async () => {
    expect((await ask("GET /broken")).answer.status).toBe(200);
  });

  it("is the same for the same request, and dynamic ones depend on request and seed", async () => {
    const dynamic = { prefer: "dynamic=true" };
    const first = exchangeBody(await ask("GET /pets/1", dynamic));
    expect(exchangeBody(await ask("GET /pets/1", dynamic))).toEqual(first);
    expect(
      exchangeBody(await createMock(contracts, options).answer(mockRequest("GET /pets/1", dynamic))),
    ).toEqual(first);
    expect(exchangeBody(await ask("GET /pets/2", dynamic))).not.toEqual(first);
    const other = createMock(contracts, { ...options, seed: "2", dynamic: true });
    expect(exchangeBody(await other.answer(mockRequest("GET /pets/1")))).not.toEqual(first);
    expect(outcome(await other.answer(mockRequest("GET /pets/1", { prefer: "dynamic=false" })))).toEqual([
      200,
    ]);
  });

  it("may have members with the names of prototypes", async () => {
    const schema =
      "{ type: object, required: [__proto__], properties: { __proto__: { type: integer, minimum: 5 }, constructor: { type: string } } }";
    const odd = pets.replace("{ type: string, minLength: 3, maxLength: 1 }", schema);
    const exchange = await createMock(await loadText(odd), options).answer(mockRequest("GET /impossible"));
    expect(exchange.answer.body).toBe('{"__proto__":5,"constructor":"example-constructor"}');
  });
});
