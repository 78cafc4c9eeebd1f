import { expect, it } from "vitest";
import { createMock } from "../../mock/index.js";
import { readItems } from "../../runtime/http/index.js";
import { clientWith } from "../runtime/http/fake-fetch.js";
import { contractsOf, requestOf } from "./pets.js";

const contract = `openapi: 3.2.0
info: { title: Log, version: "1" }
paths:
  /made:
    get:
      responses:
        "200":
          description: Made from the schema
          content:
            text/event-stream:
              itemSchema: { type: object, required: [data, id], properties: { data: { type: string, example: "a\\nb" }, id: { type: string, example: "7" } } }
            application/jsonl:
              itemSchema: { type: object, required: [at], properties: { at: { type: integer, example: 3 } } }
            application/json-seq:
              itemSchema: { type: integer, example: 5 }
  /given:
    get:
      responses:
        "200":
          description: From examples
          content:
            application/jsonl:
              itemSchema: { type: object }
              examples: { two: { dataValue: [{ at: 1 }, { at: 2 }] }, text: { value: "{}\\n{}\\n{}\\n" } }
  /events:
    get:
      responses:
        "200":
          description: Not made from a schema
          content: { text/event-stream: { itemSchema: { type: integer } } }
`;
const mock = createMock(await contractsOf(contract), { seed: "1", dynamic: false, strict: false });
const get = async (path: string, headers: Record<string, string> = {}) =>
  (await mock.answer(requestOf(`GET ${path}`, headers, ""))).answer;

it.each([
  ["/made", "text/event-stream", {}, [{ data: "a\nb", id: "7" }]],
  ["/made", "application/jsonl", {}, [{ at: 3 }]],
  ["/made", "application/json-seq", {}, [5]],
  ["/given", "application/jsonl", {}, [{ at: 1 }, { at: 2 }]],
  ["/given", "application/jsonl", { prefer: "example=text" }, [{}, {}, {}]],
])("a mocked stream of %s as %s (%j) is what a client reads", async (path, accept, headers, items) => {
  const { status, body } = await get(path, { accept, ...headers });
  expect(status).toBe(200);
  const { client } = clientWith({}, () => new Response(body, { headers: { "content-type": accept } }));
  const operation = { id: "x", method: "GET", path, responses: { 200: [accept] }, items: readItems };
  const answer = await client.call<{ body: AsyncIterable<unknown> }>(operation);
  const found: unknown[] = [];
  for await (const item of answer.body) found.push(item);
  expect(found).toEqual(items);
});

it("isn't made of items that aren't events", async () => {
  expect(await get("/events")).toMatchObject({ status: 500 });
});
