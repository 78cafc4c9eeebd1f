import fc from "fast-check";
import { expect, it } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { loadText, mockRequest } from "../../support/commands/mock/pets.js";
import { ajvJudge } from "../../support/reader/validation/ajv-judge.js";

const leaf: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    {
      type: fc.constant("string"),
      minLength: fc.nat(4),
      maxLength: fc.nat(6),
      pattern: fc.constantFrom("^a+$", "[0-9]{2}"),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({
    type: fc.constant("string"),
    format: fc.constantFrom("date-time", "uuid", "email", "uri", "ipv4", "date"),
  }),
  fc.record(
    {
      type: fc.constantFrom("integer", "number"),
      minimum: fc.integer({ min: -9, max: 9 }),
      exclusiveMaximum: fc.integer({ min: -9, max: 9 }),
      multipleOf: fc.constantFrom(2, 0.5),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }) }),
  fc.constantFrom(
    { type: "boolean" },
    { type: "null" },
    {},
    { example: 12 },
    { $ref: "#/components/schemas/Self" },
  ),
);
const name = fc.constantFrom("a", "b", "c d", "ü");

const schema: fc.Arbitrary<object> = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(name, tie("schema"), { maxKeys: 3 }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        example: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(3), uniqueItems: fc.boolean() },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record(
      {
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        not: leaf.filter((each) => !("$ref" in each)),
      },
      { requiredKeys: ["anyOf"] },
    ),
  ),
})).schema;

it.each(["", "dynamic=true"])(
  "an answer is valid by another validator, too, or refused clearly (Prefer: %s)",
  async (prefer) => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(schema, schema, async (body, self) => {
        const components = { schemas: { Self: self, Body: body } };
        const contract = {
          openapi: "3.1.0",
          info: { title: "x", version: "1" },
          components,
          paths: {
            "/x": {
              get: {
                responses: {
                  200: {
                    description: "x",
                    content: { "application/json": { schema: { $ref: "#/components/schemas/Body" } } },
                  },
                },
              },
            },
          },
        };
        const contracts = await loadText(JSON.stringify(contract), "api.json").catch(() => undefined);
        // A schema that is nothing but a cycle of references is refused when it is read.
        if (contracts === undefined) return;
        const mock = createMock(contracts, { seed: "1", dynamic: false, strict: false });
        const { answer } = await mock.answer(mockRequest("GET /x", { prefer }));
        const value = JSON.parse(String(answer.body)) as { code?: unknown; detail?: unknown };
        if (answer.status === 500) {
          expect(value).toMatchObject({
            code: "answer-unavailable",
            detail: expect.stringMatching(/add an example/),
          });
          return;
        }
        answered++;
        expect(answer.status).toBe(200);
        const judge = ajvJudge({ ...contract, $ref: "#/components/schemas/Body" }, { formats: true });
        expect([true, undefined], String(answer.body)).toContain(judge.isValid(value));
      }),
      { numRuns: 100 },
    );
    expect(answered).toBeGreaterThan(30);
  },
);
