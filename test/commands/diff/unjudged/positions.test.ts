import { describe, expect, it } from "vitest";
import { compareTexts, type Files, outlined } from "../../../support/commands/diff/compare-texts.js";

type Data = Readonly<Record<string, unknown>>;

const file = "a.openapi.json";
const answer = (schema: unknown) => ({
  responses: { 200: { description: "d", content: { "application/json": { schema } } } },
});
const api = (operation: Data, members: Data = {}): Data => ({
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: { "/a": { post: operation } },
  ...members,
});
const alone = (document: Data): Files => ({ [file]: document });

/** Where something may be, and documents that have it there. */
const schemaPlaces: Readonly<Record<string, (schema: unknown) => Files>> = {
  "an answer": (schema) => alone(api(answer(schema))),
  "a component": (schema) =>
    alone(api(answer({ $ref: "#/components/schemas/A" }), { components: { schemas: { A: schema } } })),
  "a component behind another": (schema) =>
    alone(
      api(answer({ $ref: "#/components/schemas/B" }), {
        components: { schemas: { A: schema, B: { $ref: "#/components/schemas/A" } } },
      }),
    ),
  "a second file": (schema) => ({ [file]: api(answer({ $ref: "b.schema.json" })), "b.schema.json": schema }),
  allOf: (schema) => alone(api(answer({ allOf: [{ title: "t" }, schema] }))),
  "a schema beside its reference": (schema) =>
    alone(
      api(answer({ $ref: "#/components/schemas/A", description: "d" }), {
        components: { schemas: { A: schema } },
      }),
    ),
  "a member called title": (schema) =>
    alone(api(answer({ type: "object", required: ["title"], properties: { title: schema } }))),
  "a member called examples": (schema) =>
    alone(api(answer({ type: "object", required: ["examples"], properties: { examples: schema } }))),
  "a member called default": (schema) =>
    alone(api(answer({ type: "object", required: ["default"], properties: { default: schema } }))),
  "a member called $ref": (schema) =>
    alone(api(answer({ type: "object", required: ["$ref"], properties: { $ref: schema } }))),
  "a response that is a component": (schema) =>
    alone(
      api(
        { responses: { 200: { $ref: "#/components/responses/R" } } },
        { components: { responses: { R: answer(schema).responses[200] } } },
      ),
    ),
  "a path item that is a component": (schema) =>
    alone({
      ...api({}),
      paths: { "/a": { $ref: "#/components/pathItems/P" } },
      components: { pathItems: { P: { post: answer(schema) } } },
    }),
  "a webhook": (schema) =>
    alone({
      ...api(answer({ type: "string" })),
      webhooks: { w: { post: { requestBody: answer(schema).responses[200] } } },
    }),
  "a webhook of OpenAPI 3.0": (schema) =>
    alone({
      ...api(answer({ type: "string" })),
      openapi: "3.0.3",
      "x-webhooks": { w: { post: { requestBody: answer(schema).responses[200], ...answer({}) } } },
    }),
  "a callback in a callback": (schema) => {
    const callback = (operation: Data) => ({
      callbacks: { c: { "{$request.body#/url}": { post: operation } } },
      responses: { 200: { description: "d" } },
    });
    return alone(
      api(callback(callback({ requestBody: answer(schema).responses[200], ...answer({ type: "null" }) }))),
    );
  },
  "a callback that is a component": (schema) =>
    alone(
      api(
        { callbacks: { c: { $ref: "#/components/callbacks/C" } }, responses: { 200: { description: "d" } } },
        {
          components: {
            callbacks: {
              C: {
                "{$request.body#/url}": {
                  post: { requestBody: answer(schema).responses[200], ...answer({ type: "null" }) },
                },
              },
            },
          },
        },
      ),
    ),
  "YAML with an anchor": (schema) => ({
    "a.openapi.yaml": [
      'openapi: 3.1.0\ninfo: { title: t, version: "1" }\n',
      `x-shared: &shared ${JSON.stringify(schema)}\n`,
      "paths: { /a: { post: { responses: { 200: { description: d, content: { application/json: { schema: *shared } } } } } } }\n",
    ].join(""),
  }),
};

describe("wherever it is, a change of a schema is told:", () => {
  it.each(Object.keys(schemaPlaces))("%s", async (where) => {
    const put = schemaPlaces[where] as (schema: unknown) => Files;
    const changes: readonly (readonly [unknown, unknown])[] = [
      [{ type: "string" }, { type: "integer" }],
      [{ type: "string" }, { type: "string", maxLength: 5 }],
      [{ type: "string" }, { type: "string", "x-cost": 5 }],
      [{ type: "string" }, { type: "string", deprecated: true }],
      [{ type: "string" }, { type: "string", writeOnly: true }],
      [true, false],
      [{ enum: ["a"] }, { enum: ["a", "b", "c"] }],
    ];
    const silent: unknown[] = [];
    for (const [old, current] of changes)
      for (const [before, after] of [
        [old, current],
        [current, old],
      ]) {
        const found = await compareTexts(put(before), put(after), "consumer", "provider");
        if (found.length === 0) silent.push([before, after]);
      }
    expect(silent).toEqual([]);
  });
});

describe("documentation is silent where it is documentation:", () => {
  it.each(Object.keys(schemaPlaces).filter((where) => !where.startsWith("YAML")))("%s", async (where) => {
    const put = schemaPlaces[where] as (schema: unknown) => Files;
    const texts = [
      { description: "a", title: "t" },
      { description: "b", examples: ["c"], $comment: "d" },
    ];
    const [old, current] = texts.map((text) => put({ type: "string", ...text }));
    expect(outlined(await compareTexts(old ?? {}, current ?? {}, "consumer", "provider"))).toEqual([]);
  });
});
