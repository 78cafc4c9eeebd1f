import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

type Schema = Readonly<Record<string, unknown>>;

type Where = "query" | "header" | "response header" | "text body" | "JSON body";

const mediaTypes: Partial<Record<Where, string>> = {
  "text body": "text/plain; charset=utf-8",
  "JSON body": "application/json",
};

function requestParts(where: Where, schema: Schema) {
  const mediaType = mediaTypes[where];
  if (mediaType !== undefined) return { requestBody: { content: { [mediaType]: { schema } } } };
  return { ...(where !== "response header" && { parameters: [{ name: "x-q", in: where, schema }] }) };
}

const document = (where: Where, schema: Schema) => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/a": {
      post: {
        operationId: "a",
        ...requestParts(where, schema),
        responses: {
          200: { description: "d", ...(where === "response header" && { headers: { "x-q": { schema } } }) },
        },
      },
    },
  },
});

async function narrowed(where: Where, old: Schema, current: Schema) {
  const file = "a.openapi.json";
  const party = where === "response header" ? "provider" : "consumer";
  const found = await compareTexts(
    { [file]: document(where, old) },
    { [file]: document(where, current) },
    party,
  );
  return found.filter(({ level }) => level === "error").map(({ witness }) => witness?.document);
}

it.each<[Where, Schema, Schema, readonly unknown[]]>([
  ["query", { type: "integer" }, { type: "string" }, []],
  ["header", { type: "number" }, { type: "string" }, []],
  ["query", { type: "boolean" }, { enum: ["true", "false"] }, []],
  ["query", { enum: [1, 2] }, { enum: ["1", "2", "3"] }, []],
  ["query", { type: ["integer", "null"] }, { type: "string" }, []],
  ["query", { type: ["integer", "null"], minimum: 1 }, { type: "integer", minimum: 1 }, []],
  ["response header", { type: "integer" }, { type: "string" }, []],
  ["query", { type: "string" }, { type: "integer" }, [""]],
  ["query", { type: "boolean" }, { enum: ["true"] }, ["false"]],
  ["text body", { type: "integer" }, { type: "string" }, []],
  ["text body", { type: "string" }, { type: "integer" }, [""]],
  ["JSON body", { type: "integer" }, { type: "string" }, [0]],
])("in a %s, %j may become %j, or breaks with %j", async (where, old, current, witnesses) => {
  expect(await narrowed(where, old, current)).toEqual(witnesses);
});

it("says what a text isn't", async () => {
  const file = "a.openapi.json";
  const versions = [{ type: "string" }, { type: "integer" }].map((schema) => ({
    [file]: document("query", schema),
  }));
  const [finding] = await compareTexts(versions[0] ?? {}, versions[1] ?? {});
  expect(finding?.message).toBe("what consumers may send is now refused: the document isn't an integer");
  expect(finding?.new?.pointer).toBe("/paths/~1a/post/parameters/0/schema/type");
});

const schema = fc.oneof(
  fc.constantFrom<Schema>(
    { type: "integer" },
    { type: "number" },
    { type: "boolean" },
    { type: "string" },
    { type: ["integer", "boolean"] },
    { type: "string", pattern: "^[0-9]+$" },
    { type: "string", maxLength: 2 },
    { type: "string", minLength: 1 },
  ),
  fc
    .uniqueArray(fc.constantFrom<unknown>("1", "7", "a", "true", 1, 7, 1.5, true, false), {
      minLength: 1,
      maxLength: 4,
    })
    .chain((values) =>
      fc.constantFrom<Schema>(
        { enum: values },
        // Where a value isn't of the type, the type is repaired when a contract is read.
        ...(values.every((value) => typeof value === "string") ? [{ type: "string", enum: values }] : []),
        ...(values.every((value) => typeof value === "boolean") ? [{ type: "boolean", enum: values }] : []),
        { const: values[0] },
      ),
    ),
);

const texts = [
  "",
  "0",
  "1",
  "7",
  "-1",
  "10",
  "007",
  "1.5",
  "1e2",
  "a",
  "ab",
  "abc",
  "true",
  "false",
  "null",
  "NaN",
];

/** Whether a text stands for a value that a schema allows: itself, a number as it is usually written, or a boolean. */
function stands(ajv: Ajv2020, schema: Schema, text: string): boolean {
  const values: unknown[] = [text];
  if (String(Number(text)) === text && Number.isFinite(Number(text))) values.push(Number(text));
  if (text === "true" || text === "false") values.push(text === "true");
  return values.some((value) => ajv.validate(schema, value));
}

it("agrees with Ajv about the texts that are sent", { timeout: 60_000 }, async () => {
  const ajv = new Ajv2020({ strict: false });
  await fc.assert(
    fc.asyncProperty(schema, schema, async (old, current) => {
      const witnesses = await narrowed("query", old, current);
      const lost = texts.filter((text) => stands(ajv, old, text) && !stands(ajv, current, text));
      if (witnesses.length === 0) expect(lost).toEqual([]);
      for (const witness of witnesses) {
        expect(stands(ajv, old, String(witness))).toBe(true);
        expect(stands(ajv, current, String(witness))).toBe(false);
      }
    }),
    { numRuns: 500, seed: 36 },
  );
});
