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

it.each<[string, object, object, ...string[]]>([
  [
    "changed",
    { Note: { type: "string" } },
    { Note: { type: "integer" } },
    "warning schema-narrowed a document that was valid is now invalid: the document is a string, not an integer",
    "warning schema-widened a document that was invalid is now valid; the old schema says: the document is a number, not a string",
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
    "warning schema-narrowed a document that was valid is now invalid: `lives` is a number, not a string",
    "warning schema-widened a document that was invalid is now valid; the old schema says: `lives` is a string, not an integer",
  ],
])(
  "a component that nothing refers to and that %s is told, at most as a warning",
  async (_, old, current, ...expected) => {
    const found = await compareTexts({ [file]: api({ ...old }) }, { [file]: api({ ...current }) });
    expect(found.map(({ level, code, message }) => `${level} ${code} ${message}`)).toEqual(expected);
  },
);
