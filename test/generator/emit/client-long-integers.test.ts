import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generatedClient } from "../../support/generator/emit/driven-client.js";

const long = { type: "integer", format: "int64" };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, type = "application/json") => ({ content: { [type]: { schema } } });
const thing = {
  type: "object",
  required: ["id"],
  properties: {
    id: ref("Id"),
    parent: ref("Thing"),
    count: { type: "integer" },
    kind: { ...long, enum: [1, 2] },
    maybe: { type: ["integer", "null"], format: "int64" },
    ids: { type: "array", items: ref("Id") },
    pair: { type: "array", prefixItems: [{ type: "string" }, long], items: { type: "number" } },
    named: {
      type: "object",
      properties: { size: { type: "integer" } },
      patternProperties: { "^n": { type: "integer" } },
      additionalProperties: { type: "integer", format: "uint64" },
    },
    either: { oneOf: [{ type: "string" }, { type: "object", properties: { n: long } }] },
    mixed: { oneOf: [long, { type: "object", properties: { n: long } }, { type: "array", items: long }] },
    both: {
      allOf: [
        { type: "object", properties: { a: long } },
        { type: "object", properties: { b: { type: "integer" } } },
      ],
    },
  },
};
const document = {
  openapi: "3.1.0",
  paths: {
    "/things/{id}": {
      get: {
        operationId: "readThing",
        tags: ["things"],
        parameters: [
          { name: "id", in: "path", required: true, schema: { ...long, minimum: 1 } },
          { name: "more", in: "query", schema: { type: "array", items: long } },
        ],
        responses: {
          200: { description: "d", ...json(ref("Thing")) },
          "4XX": {
            description: "d",
            ...json({ type: "object", properties: { id: { type: "integer" } } }, "application/problem+json"),
          },
        },
      },
      put: {
        operationId: "writeThing",
        tags: ["things"],
        parameters: [{ name: "id", in: "path", required: true, schema: long }],
        requestBody: { required: true, ...json(ref("Thing")) },
        responses: { 200: { description: "d", ...json({ type: "array", items: ref("Thing") }) } },
      },
    },
    "/lines": {
      get: {
        operationId: "followLines",
        tags: ["lines"],
        responses: {
          200: { description: "d", content: { "application/jsonl": { itemSchema: ref("Thing") } } },
        },
      },
    },
  },
  components: { schemas: { Id: long, Thing: thing } },
};

const text = `{"id":9007199254740993,"parent":{"id":-1},"count":3,"kind":2,"maybe":null,"ids":[1,9223372036854775807.0],
  "pair":["a",9007199254740995e0,0.5],"named":{"size":1,"n":2,"other":12345678901234567890},"either":{"n":7},"both":{"a":1,"b":2}}`;
const value = (at: (integer: bigint) => unknown) => ({
  id: at(9007199254740993n),
  parent: { id: at(-1n) },
  count: 3,
  kind: 2,
  maybe: null,
  ids: [at(1n), at(9223372036854775807n)],
  pair: ["a", at(9007199254740995n), 0.5],
  named: { size: 1, n: 2, other: at(12345678901234567890n) },
  either: { n: at(7n) },
  both: { a: at(1n), b: 2 },
});
const plain = text.replaceAll(/\s/g, "").replace("807.0", "807").replace("995e0", "995");

const modes = [
  ["bigint", (integer: bigint) => integer],
  ["string", (integer: bigint) => String(integer)],
] as const;

describe.each(modes)("--int64 %s", (int64, at) => {
  const made = generatedClient({ ...document, openapi: "3.2.0" }, {}, int64);
  const answering = async (body: string, type = "application/json", status = 200) =>
    (await made).connect(undefined, () => new Response(body, { status, headers: { "content-type": type } }));

  test("reads every integer of 64 bits, wherever the contract has one, and validates the answer", async () => {
    const { groups } = await answering(text);
    const answer = await groups.things?.read?.({ id: at(1n) });
    expect(answer).toMatchObject({ ok: true });
    expect(answer?.body).toEqual(value(at));
  });

  test("writes what it reads, digit for digit", async () => {
    const { groups, sent } = await answering("[]");
    await groups.things?.write?.({ id: at(9007199254740993n), body: value(at) });
    expect(sent[0]?.url).toBe("https://api.example.com/things/9007199254740993");
    expect(await sent[0]?.body.text()).toBe(plain);
  });

  test("writes parameters whole", async () => {
    const { groups, sent } = await answering('{"id":1}');
    await groups.things?.read?.({ id: at(2n ** 63n - 1n), more: [at(-(2n ** 63n)), at(0n)] });
    expect(sent[0]?.url).toBe(
      "https://api.example.com/things/9223372036854775807?more=-9223372036854775808&more=0",
    );
  });

  test("still refuses what breaks the contract", async () => {
    const { groups } = await answering('{"id":1.5}');
    await expect(groups.things?.read?.({ id: at(0n) })).rejects.toMatchObject({
      code: "contract-violation",
    });
    await expect(groups.things?.read?.({ id: at(1n) })).rejects.toMatchObject({
      code: "contract-violation",
    });
    // As a text, it is refused before the contract is asked.
    await expect(groups.things?.write?.({ id: at(1n), body: { id: "many" } })).rejects.toMatchObject({
      code: int64 === "bigint" ? "contract-violation" : "invalid-request",
    });
  });

  test("refuses an integer that JavaScript would change where the contract has none of 64 bits", async () => {
    const { groups } = await answering('{"id":1,"count":9007199254740993}');
    await expect(groups.things?.read?.({ id: at(1n) })).rejects.toMatchObject({
      code: "malformed-body",
    });
  });

  test("leaves another status as its own schema says", async () => {
    const { groups } = await answering('{"id":5}', "application/problem+json", 404);
    expect((await groups.things?.read?.({ id: at(1n) }))?.body).toEqual({ id: 5 });
  });

  test("reads the items of a stream in the same way", async () => {
    const { groups } = await answering('{"id":9007199254740993}\n{"id":2}\n', "application/jsonl");
    const items: unknown[] = [];
    const { body } = (await groups.lines?.follow?.()) ?? {};
    for await (const item of body as AsyncIterable<unknown>) items.push(item);
    expect(items).toEqual([{ id: at(9007199254740993n) }, { id: at(2n) }]);
  });

  test("has the types that the values have", async () => {
    const type = int64;
    const literal = int64 === "bigint" ? "1n" : '"1"';
    expect(
      (await made).errors([
        `declare const thing: import("./api/types.js").Thing;`,
        `const id: ${type} = thing.id;`,
        `const ids: ${type}[] = thing.ids ?? [];`,
        `const maybe: ${type} | null | undefined = thing.maybe;`,
        `const count: number | undefined = thing.count;`,
        `const kind: 1 | 2 | undefined = thing.kind;`,
        `const request: api.ReadThingRequest = { id: ${literal}, more: [${literal}] };`,
        `const wrong: api.ReadThingRequest = {`,
        `!  id: 1,`,
        `};`,
      ]),
    ).toEqual([]);
  });

  test("returns each integer that a server sends, of 64 bits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), async (integer) => {
        const { groups } = await answering(`{"id":${integer}}`);
        expect((await groups.things?.read?.({ id: at(1n) }))?.body).toEqual({ id: at(integer) });
      }),
    );
  });
});

test("in items of a stream, a client with numbers refuses one that JavaScript would change", async () => {
  const { connect } = await generatedClient({ ...document, openapi: "3.2.0" });
  const { groups } = connect(
    undefined,
    () => new Response('{"id":9007199254740993}\n', { headers: { "content-type": "application/jsonl" } }),
  );
  const { body } = (await groups.lines?.follow?.()) ?? {};
  await expect(async () => {
    for await (const _ of body as AsyncIterable<unknown>);
  }).rejects.toMatchObject({ code: "malformed-body" });
});

test("webhooks with such integers are refused, since their handlers would get numbers", async () => {
  const webhooks = {
    thing: { post: { requestBody: json(ref("Thing")), responses: { 204: { description: "d" } } } },
  };
  await expect(generatedClient({ ...document, webhooks }, {}, "bigint")).rejects.toMatchObject({
    code: "int64-webhooks",
    message: expect.stringContaining("api.openapi.json also describes webhooks or callbacks"),
  });
});

test.each(modes)("--int64 %s: an alternative of an integer has its own", async (int64, at) => {
  const made = await generatedClient({ ...document, openapi: "3.2.0" }, {}, int64);
  for (const [text, mixed] of [
    ["9007199254740993", at(9007199254740993n)],
    ['{"n":9007199254740993}', { n: at(9007199254740993n) }],
    ["[1,9007199254740993]", [at(1n), at(9007199254740993n)]],
  ] as const) {
    const { groups } = made.connect(
      undefined,
      () => new Response(`{"id":1,"mixed":${text}}`, { headers: { "content-type": "application/json" } }),
    );
    expect((await groups.things?.read?.({ id: at(1n) }))?.body).toEqual({ id: at(1n), mixed });
  }
});

test.each(["1e999999999", "-1e400", "1e-99999999999999999999e", "9".repeat(400)])(
  "a number beyond all doubles is refused at once, in bounded memory: %s",
  async (number) => {
    const made = await generatedClient({ ...document, openapi: "3.2.0" }, {}, "bigint");
    const { groups } = made.connect(
      undefined,
      () => new Response(`{"id":${number}}`, { headers: { "content-type": "application/json" } }),
    );
    await expect(groups.things?.read?.({ id: 1n })).rejects.toMatchObject({ code: "malformed-body" });
  },
);
