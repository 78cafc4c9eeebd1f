import { expect, test } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

const text = { type: "string" };
const readOnly = { ...text, readOnly: true };

/** A request whose body has `name`, and `id` if there is a schema for it. */
const api = (presence: string, id?: object) => ({
  "a.openapi.json": {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/a": {
        post: {
          operationId: "a",
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  properties: { name: text, ...(id && { id }) },
                  required: presence === "required" && id !== undefined ? ["id"] : [],
                },
              },
            },
          },
          responses: { 200: { description: "d" } },
        },
      },
    },
  },
});

test.each<[string, string, object | undefined, object | undefined, readonly string[]]>([
  ["required", "becomes `readOnly`", text, readOnly, ["warning property-direction-changed"]],
  ["optional", "becomes `readOnly`", text, readOnly, ["warning property-direction-changed"]],
  ["required", "is no longer `readOnly`", readOnly, text, ["error schema-narrowed"]],
  ["optional", "is no longer `readOnly`", readOnly, text, ["info property-direction-changed"]],
  ["required", "is `readOnly` and new", undefined, readOnly, ["info property-added"]],
  ["optional", "is `readOnly` and new", undefined, readOnly, ["info property-added"]],
  ["required", "is `readOnly` and gone", readOnly, undefined, ["info property-removed"]],
  ["optional", "is `readOnly` and gone", readOnly, undefined, ["info property-removed"]],
])("a property of a request that is %s and %s", async (presence, _, old, current, told) => {
  const found = await compareTexts(api(presence, old), api(presence, current));
  expect(found.map(({ level, code }) => `${level} ${code}`)).toEqual(told);
});
