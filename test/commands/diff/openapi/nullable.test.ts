import { expect, test } from "vitest";
import { compareTexts, outlined } from "../../../support/commands/diff/compare-texts.js";
import { json, object, ref, text } from "../../../support/generator/emit/api-type-errors.js";
import { nullables, schemas } from "../../../support/generator/nullable/schemas.js";

const Strict = object({ id: text, word: text }, ["id", "word"]);

/** An API that sends a value and gets one. */
function api(value: object) {
  const body = json({ type: "object", properties: { value } });
  const put = {
    operationId: "put",
    requestBody: { required: true, ...body },
    responses: { 200: { description: "d", ...body } },
  };
  const document = { openapi: "3.0.3", info: { title: "t", version: "1" }, paths: { "/x": { put } } };
  return { "api.openapi.json": { ...document, components: { schemas: { ...schemas, Strict } } } };
}

/** Codes of findings, each once, with the side of the operation. */
async function changes(old: object, current: object): Promise<string[]> {
  const found = outlined(await compareTexts(api(old), api(current)));
  return [...new Set(found.map((line) => line.split(" ").slice(0, 2).join(" ")))];
}

test.each(Object.entries(nullables))(
  "null added or removed by `nullable` beside %s",
  async (name, { schema }) => {
    const nullable = { ...schema, nullable: true };
    // One of the alternatives allows null anyway.
    const isSame = name === "oneOfWithNull";
    expect(await changes(schema, nullable)).toEqual(isSame ? [] : ["error schema-widened"]);
    expect(await changes(nullable, schema)).toEqual(isSame ? [] : ["error schema-narrowed"]);
    expect(await changes(nullable, { ...nullable, description: "d" })).toEqual([]);
  },
);

test("`nullable` beside `allOf` means the same as null in the schema that is referred to", async () => {
  const nullable = { nullable: true, allOf: [ref("Base")] };
  expect(await changes(nullable, ref("Base"))).toEqual([]);
  expect(await changes({ nullable: true, allOf: [ref("Address")] }, ref("Address"))).toEqual([
    "error schema-narrowed",
  ]);
});

const id = { type: "string", readOnly: true };
const word = { type: "string", writeOnly: true };
const marked = { allOf: [ref("Strict"), { properties: { id, word } }] };
const plain = object({ id: text, word: text });

test("a requirement of what another schema marks as absent is no change in that direction", async () => {
  const less = { allOf: [plain, { properties: { id, word } }] };
  // Answers no longer surely have an id, and requests needn't have a word; neither is asked for in the other direction.
  const concern = (finding: { readonly code: string; readonly message: string }) =>
    `${finding.code} ${/`(id|word)`/.exec(finding.message)?.[1]}`;
  expect((await compareTexts(api(marked), api(less))).map(concern)).toEqual(["schema-widened id"]);
  expect((await compareTexts(api(less), api(marked))).map(concern)).toEqual(["schema-narrowed word"]);
});
