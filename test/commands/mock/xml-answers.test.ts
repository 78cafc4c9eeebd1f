import { describe, expect, it } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { loadText, mockRequest } from "../../support/commands/mock/pets.js";

async function answered(response: string): Promise<string> {
  const contracts = await loadText(`openapi: 3.0.3
info: { title: T, version: "1" }
paths: { /x: { get: { responses: { "200": { description: d, content: { application/xml: ${response} } } } } } }
components:
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, example: 7, xml: { attribute: true } }
        name: { type: string, example: 'T"<&>', xml: { namespace: "http://n.example/", prefix: n } }
        none: { type: string, nullable: true, enum: [null] }
    Named: { type: object, xml: { name: animal, namespace: "http://a.example/" }, properties: { a: { type: boolean, example: true } } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { claws: { type: integer, example: 4, xml: { name: Claws } } } }] }
`);
  const { answer } = await createMock(contracts, { seed: "1", dynamic: false, strict: false }).answer(
    mockRequest("GET /x"),
  );
  expect(answer.headers).toContainEqual([
    "content-type",
    answer.status === 200 ? "application/xml" : "application/problem+json",
  ]);
  return String(answer.body).replace('<?xml version="1.0" encoding="UTF-8"?>\n', "").trim();
}

const tags = (list: string) =>
  `{ type: object, properties: { tags: { type: array, minItems: 2, ${list} } }, example: { tags: [a, b] } }`;

describe("an answer in XML", () => {
  it.each([
    [
      "{ schema: { $ref: '#/components/schemas/Pet' } }",
      '<Pet id="7"><n:name xmlns:n="http://n.example/">T&quot;&lt;&amp;&gt;</n:name></Pet>',
    ],
    [
      "{ schema: { $ref: '#/components/schemas/Named' } }",
      '<animal xmlns="http://a.example/"><a>true</a></animal>',
    ],
    [
      "{ schema: { $ref: '#/components/schemas/Cat' } }",
      '<Cat id="7"><n:name xmlns:n="http://n.example/">T&quot;&lt;&amp;&gt;</n:name><Claws>4</Claws></Cat>',
    ],
    [`{ schema: ${tags("items: { type: string }")} }`, "<root><tags>a</tags><tags>b</tags></root>"],
    [
      `{ schema: ${tags("items: { type: string, xml: { name: tag } }")} }`,
      "<root><tag>a</tag><tag>b</tag></root>",
    ],
    [
      `{ schema: ${tags("items: { type: string, xml: { name: tag } }, xml: { name: all }")} }`,
      "<root><tag>a</tag><tag>b</tag></root>",
    ],
    [
      `{ schema: ${tags("items: { type: string }, xml: { wrapped: true }")} }`,
      "<root><tags><tags>a</tags><tags>b</tags></tags></root>",
    ],
    [
      `{ schema: ${tags("items: { type: string }, xml: { name: all, wrapped: true }")} }`,
      "<root><all><all>a</all><all>b</all></all></root>",
    ],
    [
      `{ schema: ${tags("items: { type: string, xml: { name: tag } }, xml: { name: all, wrapped: true }")} }`,
      "<root><all><tag>a</tag><tag>b</tag></all></root>",
    ],
    [
      "{ schema: { type: array, xml: { name: pets }, items: { $ref: '#/components/schemas/Named' } } }",
      '<pets><animal xmlns="http://a.example/"><a>true</a></animal></pets>',
    ],
    ["{ schema: { type: string, example: x<y, xml: { name: word } } }", "<word>x&lt;y</word>"],
  ])("is made by the names of its schema: %s", async (response, expected) => {
    expect(await answered(response)).toBe(expected);
  });

  it("is the example of the contract, as text or as a value", async () => {
    const schema = "schema: { $ref: '#/components/schemas/Named' }";
    expect(await answered(`{ ${schema}, example: "<animal><a>false</a></animal>" }`)).toBe(
      "<animal><a>false</a></animal>",
    );
    expect(await answered(`{ ${schema}, example: { a: false } }`)).toBe(
      '<animal xmlns="http://a.example/"><a>false</a></animal>',
    );
    expect(await answered("{ example: <b/> }")).toBe("<b/>");
  });

  it("isn't made of names that XML doesn't have", async () => {
    const schema = "{ type: object, required: [1 a], properties: { 1 a: { type: string } } }";
    expect(await answered(`{ schema: ${schema} }`)).toContain("`application/xml` isn't made from a schema");
  });
});
