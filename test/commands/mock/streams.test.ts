import { expect, it } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { readItems } from "../../../runtime/http/index.js";
import { loadText, mockRequest } from "../../support/commands/mock/pets.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";

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
const mock = createMock(await loadText(contract), { seed: "1", dynamic: false, strict: false });
const get = async (path: string, headers: Record<string, string> = {}) =>
  (await mock.answer(mockRequest(`GET ${path}`, headers, ""))).answer;

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

const sending = createMock(
  await loadText(`openapi: 3.2.0
info: { title: Log, version: "1" }
paths:
  /lines:
    post:
      requestBody:
        content:
          application/x-ndjson: { itemSchema: { type: object, required: [at], properties: { at: { type: integer } } } }
          application/json-seq: { itemSchema: { type: integer } }
          text/event-stream: { itemSchema: { type: object, required: [event], properties: { event: { enum: [made] } } } }
          application/jsonl: { schema: { type: object, required: [at] } }
      responses: { "204": { description: taken } }
`),
  { seed: "1", dynamic: false, strict: false },
);

it.each<[type: string, body: string, findings: readonly string[], status: number]>([
  ["application/x-ndjson; charset=utf-8", '{"at":1}\n\n{"at":2}', [], 204],
  ["application/x-ndjson", '{"at":1}\n{"at":"2"}\n{}', ["/1/at type", "/2 required"], 422],
  ["application/x-ndjson", '{"at":1}\n{"at', [" json-syntax"], 400],
  ["application/json-seq", "\u001e1\n\u001e2\n", [], 204],
  ["application/json-seq", '\u001e1\n\u001e"2"\n', ["/1 type"], 422],
  ["text/event-stream", "event: made\ndata: a\n\nevent: gone\ndata: b\n\n", ["/1/event enum"], 422],
  // Its schema is that of one line, or of something else: nothing can be said about the whole.
  ["application/jsonl", "{}\n{}", [], 204],
])("a streamed request of %s, %j, is checked item by item", async (type, body, expected, status) => {
  const { answer, findings } = await sending.answer(
    mockRequest("POST /lines", { "content-type": type }, body),
  );
  expect(findings.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
  expect(answer.status).toBe(status);
});

it("isn't made of items that aren't events", async () => {
  expect(await get("/events")).toMatchObject({ status: 500 });
});
