import type { MockExchange, MockRequest } from "../../../../commands/mock/index.js";
import { checkReferences } from "../../../../reader/check/references.js";
import type { Contracts } from "../../../../reader/documents/contracts.js";
import { loadContracts } from "../../../../reader/documents/load.js";

/** A small contract with a parameter in each style, security, several media types and directions. */
export const pets = `openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example.com/v2 }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: api_key }
    login: { type: http, scheme: basic }
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, readOnly: true, minimum: 1 }
        name: { type: string, example: doggie, minLength: 1 }
        secret: { type: string, writeOnly: true }
        status: { type: string, enum: [available, sold] }
        tags: { type: array, items: { type: string } }
        parent: { $ref: "#/components/schemas/Pet" }
    Error: { type: object, required: [message], properties: { message: { type: string } } }
paths:
  /pets:
    get:
      operationId: listPets
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 100 } }
        - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string, enum: [a, b] } } }
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { age: { type: integer } } } }
        - { name: X-Trace, in: header, schema: { type: array, items: { type: integer } } }
        - { name: session, in: cookie, schema: { type: string, format: uuid } }
      responses:
        "200":
          description: ok
          headers: { X-Total: { schema: { type: integer, example: 7 } } }
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } }
        "404": { description: none, content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
    post:
      operationId: addPet
      security: [{ key: [] }, { login: [] }]
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: "#/components/schemas/Pet" } }
          application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Pet" } }
          multipart/form-data: { schema: { $ref: "#/components/schemas/Pet" } }
      responses:
        "201":
          description: made
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Pet" }
              examples:
                cat: { value: { id: 1, name: Tom } }
                broken: { value: { id: x } }
        "400": { description: bad, content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getPet
      responses:
        "200":
          description: ok
          content:
            application/json: { schema: { $ref: "#/components/schemas/Pet" } }
            text/plain: { schema: { type: string } }
            application/xml: { schema: { $ref: "#/components/schemas/Pet" } }
    delete: { operationId: dropPet, responses: { "204": { description: gone } } }
  /impossible:
    get:
      responses:
        "200": { description: none, content: { application/json: { schema: { type: string, minLength: 3, maxLength: 1 } } } }
  /broken:
    get:
      responses:
        "200": { description: none, content: { application/json: { schema: { type: 12 } } } }
`;

/** Contracts of the text of one document. */
export async function loadText(text: string, name = "api.yaml"): Promise<Contracts> {
  const path = `/contract/${name}`;
  const contracts = await loadContracts([{ path, file: name, text, role: "contract", name }], "/contract");
  const problems = [...contracts.problems, ...checkReferences(contracts)];
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return contracts;
}

/** A request, from method and target, headers and body. */
export function mockRequest(
  line: string,
  headers: Readonly<Record<string, string>> = {},
  body: string | object = "",
): MockRequest {
  const [method = "", target = ""] = line.split(" ");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? {} : { "content-type": "application/json" };
  return { method, target, headers: { ...type, ...headers }, body: new TextEncoder().encode(text) };
}

/** What is asserted of an exchange: the status, and where and what was found. */
export function outcome({ answer, findings }: MockExchange): readonly unknown[] {
  return [
    answer.status,
    ...findings.map(({ in: part, name, pointer, code }) => [part, name ?? "", pointer, code].join(" ")),
  ];
}

/** The JSON body of an exchange. */
export function exchangeBody({ answer }: MockExchange): Record<string, unknown> {
  return JSON.parse(String(answer.body)) as Record<string, unknown>;
}
