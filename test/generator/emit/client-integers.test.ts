import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { parseExactly } from "../../../runtime/http/index.js";
import { type GeneratedClient, generatedClient } from "../../support/generator/emit/driven-client.js";

const answer = (schema: object) => ({
  200: { description: "d", content: { "application/json": { schema } } },
  404: { description: "d", content: { "application/problem+json": { schema: { type: "object" } } } },
});
const get = (operationId: string, schema: object) => ({
  get: { operationId, tags: ["things"], responses: answer(schema) },
});
const long = { type: "integer", format: "int64" };

let client: GeneratedClient;
beforeAll(async () => {
  client = await generatedClient({
    paths: {
      "/long": get("readLong", { type: "object", properties: { id: long } }),
      "/deep": get("readDeep", { $ref: "#/components/schemas/Node" }),
      "/text": get("readText", { type: "object", properties: { id: { type: "string", format: "int64" } } }),
      "/short": get("readShort", {
        type: "object",
        properties: { id: { type: "integer", format: "int32" } },
      }),
    },
    components: {
      schemas: {
        Node: {
          type: "object",
          properties: {
            next: { $ref: "#/components/schemas/Node" },
            of: { $ref: "#/components/schemas/Of" },
          },
        },
        Of: { type: "array", items: { type: ["integer", "null"], format: "int64" } },
      },
    },
  });
});

const answering = (text: string, status = 200) =>
  client.connect(
    { baseUrl: "https://api.example.com" },
    () => new Response(text, { status, headers: { "content-type": "application/json" } }),
  ).groups.things;

describe("an integer that no number of JavaScript holds", () => {
  test.each([
    ["readLong", '{"id":9007199254740993}', 7],
    ["readLong", '{"id":-9007199254740993}', 7],
    ["readLong", '{"id":9007199254740993.0}', 7],
    ["readLong", '{"id":9007199254740993E0}', 7],
    ["readLong", '{"id":9.007199254740993e+15}', 7],
    ["readLong", '{"id":90071992547409930e-1}', 7],
    ["readLong", '{"id":1e400}', 7],
    ["readLong", '{"id":-1E+400}', 7],
    ["readDeep", '{"next":{"of":[1, 12345678901234567890]}}', 19],
    ["readLong", '{"text":"\\"1234567890123456789","id":1234567890123456789}', 38],
  ] as const)("is an error of %s, never another value: %s", async (operation, text, at) => {
    await expect(answering(text)?.[operation]?.()).rejects.toMatchObject({
      code: "malformed-body",
      message: expect.stringContaining(
        `has a number, at character ${at}, that no number of JavaScript holds`,
      ),
    });
  });

  test("leaves an answer that isn't a success as text", async () => {
    const text = '{"id":9007199254740993}';
    expect(await answering(text, 404)?.readLong?.()).toMatchObject({ status: 404, body: text });
  });
});

test.each([
  ['{"id":9007199254740992}', { id: 9007199254740992 }],
  ['{"id":-9007199254740991}', { id: -9007199254740991 }],
  ['{"text":"9007199254740993"}', { text: "9007199254740993" }],
  ['{"share":0.12345678901234567}', { share: 0.12345678901234566 }],
  ['{"id":1000000000000000000000}', { id: 1e21 }],
  ['{"id":1e23}', { id: 1e23 }],
  ['{"id":9007199254740992.000}', { id: 9007199254740992 }],
  ['{"id":1.7976931348623157e+308}', { id: Number.MAX_VALUE }],
  ['{"share":1234567890123456.5}', { share: 1234567890123456.5 }],
  ['{"share":-0.00000000000000000001e-300}', { share: -1e-320 }],
  ['{"id":-0.0000000000000000}', { id: -0 }],
  ['{"id":0.00000000000000000e999999}', { id: 0 }],
])("any other is returned: %s", async (text, body) => {
  expect(await answering(text)?.readLong?.()).toMatchObject({ ok: true, body });
});

test("isn't looked for where the contract has texts of 64-bit integers", async () => {
  expect(await answering('{"id":9007199254740993}')?.readText?.()).toMatchObject({ ok: true });
});

test("is looked for where the contract has integers of 64 bits alone, so that other clients stay small", async () => {
  expect(await answering('{"id":9007199254740993}')?.readShort?.()).toMatchObject({ ok: true });
});

test("finds every integer that JSON.parse changes, and no other", () => {
  const digits = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
  fc.assert(
    fc.property(
      digits,
      fc.string(),
      fc.double({ noDefaultInfinity: true, noNaN: true }),
      (integer, text, double) => {
        const json = `{${JSON.stringify(text)}:[${JSON.stringify(text)},${integer},${JSON.stringify(double)}]}`;
        const written = JSON.stringify(JSON.parse(`${integer}`));
        const isExact = written === `${integer}` || BigInt(Number(integer)) === integer;
        if (isExact) expect(parseExactly(json)).toEqual(JSON.parse(json));
        else expect(() => parseExactly(json)).toThrow(RangeError);
      },
    ),
    { numRuns: 2000 },
  );
});
