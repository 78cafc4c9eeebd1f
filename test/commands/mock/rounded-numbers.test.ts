import { expect, test } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { loadText, mockRequest, outcome } from "../../support/commands/mock/pets.js";
import { proxiedListener, responding, throughProxy } from "../../support/commands/mock/proxied.js";

const contracts = await loadText(`openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /a:
    post:
      parameters:
        - { name: n, in: query, schema: { type: integer } }
        - { name: s, in: query, schema: { type: string } }
        - { name: j, in: query, content: { application/json: { schema: { type: array } } } }
      requestBody:
        content:
          application/json:
            schema: { type: object, properties: { id: { type: integer }, s: { type: string } } }
          application/x-www-form-urlencoded:
            schema: { type: object, properties: { id: { type: integer }, s: { type: string }, o: { type: object } } }
          application/jsonl:
            schema: { type: array, items: { type: object, properties: { id: { type: integer } } } }
          application/json-seq:
            schema: { type: array, items: { type: object, properties: { id: { type: integer } } } }
      responses:
        "200":
          description: d
          content: { application/json: { schema: { type: object, properties: { id: { type: integer } } } } }
`);
const mock = createMock(contracts, { seed: "1", dynamic: false, strict: false });
const json = { "content-type": "application/json" };
const lines = { "content-type": "application/jsonl" };
const sequence = { "content-type": "application/json-seq" };
const form = { "content-type": "application/x-www-form-urlencoded" };

test.each<[string, string, Record<string, string>, readonly unknown[]]>([
  ["/a", '{"id":9007199254740993}', json, [200, "body  /id number-rounded"]],
  [
    "/a",
    '{"id":1e400,"more":[1e-400]}',
    json,
    [200, "body  /id number-rounded", "body  /more/0 number-rounded"],
  ],
  ["/a", '{"id":9007199254740992,"s":"9007199254740993"}', json, [200]],
  ["/a", '{"id":9007199254740992.5,"s":1}', json, [422, "body  /s type", "body  /id number-rounded"]],
  ["/a", "id=9007199254740993&s=9007199254740993", form, [200, "body  /id number-rounded"]],
  ["/a?n=9007199254740993&s=9007199254740993", "{}", json, [200, "query n  number-rounded"]],
  ["/a?n=9007199254740991", "{}", json, [200]],
  ["/a?j=[9007199254740993]", "{}", json, [200, "query j /0 number-rounded"]],
  ["/a", 'o={"id":9007199254740993}', form, [200, "body  /o/id number-rounded"]],
  ["/a", '{"id":1}\n{"id":9007199254740993}\n', lines, [200, "body  /1/id number-rounded"]],
  ["/a", '\x1e{"id":9007199254740993}\n', sequence, [200, "body  /0/id number-rounded"]],
  ["/a", '{"id":9007199254740992.5}\n', lines, [200, "body  /0/id number-rounded"]],
])("POST %s %s", async (target, body, headers, expected) => {
  const exchange = await mock.answer(mockRequest(`POST ${target}`, headers, body));
  expect(outcome(exchange)).toEqual(expected);
  const rounded = exchange.findings.filter(({ code }) => code === "number-rounded");
  expect(rounded.every(({ level }) => level === "warning")).toBe(true);
});

test("a proxy warns of rounded numbers in answers", async () => {
  const listener = responding(() => new Response('{"id":9007199254740993}', { headers: json }));
  const proxied = await proxiedListener(contracts, listener, { errors: true });
  afterThisTest(proxied.close);
  const exchange = await throughProxy(proxied, mockRequest("POST /a", json, "{}"));
  expect(outcome(exchange)).toEqual([200, "body  /id number-rounded"]);
  expect(exchange.answer.body).toBe('{"id":9007199254740993}');
});
