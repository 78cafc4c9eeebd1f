import { expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

const file = "a.openapi.json";
const base = { type: "object", properties: { kind: { type: "string" } } };

/** An API that answers with `Pet`, a base without `oneOf`; `Cat` extends it, and nothing refers to `Note`. */
function api(schemas: Readonly<Record<string, unknown>>) {
  const body = { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } };
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/a": { get: { operationId: "a", responses: { 200: { description: "d", content: body } } } } },
    components: {
      schemas: {
        Pet: {
          ...base,
          discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
        },
        Cat: {
          allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: { type: "integer" } } }],
        },
        ...schemas,
      },
    },
  };
}

it.each<[string, object, object, string]>([
  [
    "changed",
    { Note: { type: "string" } },
    { Note: { type: "integer" } },
    "warning not-compared `Note` has changed; nothing that is sent uses it, so it isn't compared",
  ],
  [
    "is new",
    {},
    { Note: { type: "string" } },
    "info component-added `Note` is new; nothing that is sent uses it, so it isn't compared",
  ],
  [
    "is gone",
    { Note: { type: "string" } },
    {},
    "info component-removed `Note` was removed; nothing that is sent uses it, so it isn't compared",
  ],
  // A sibling: what is sent, though nothing refers to it.
  [
    "changed, and a discriminator stands for it",
    {},
    { Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: { type: "string" } } }] } },
    "warning not-compared `Cat` has changed; it is sent where a discriminator stands for it, and that isn't compared",
  ],
])("a component that %s is told with why it isn't compared", async (_, old, current, expected) => {
  const found = await compareTexts({ [file]: api({ ...old }) }, { [file]: api({ ...current }) });
  expect(found.map(({ level, code, message }) => `${level} ${code} ${message}`)).toEqual([expected]);
});
