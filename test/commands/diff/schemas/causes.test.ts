import { expect, it } from "vitest";
import { compareTexts } from "../../../support/commands/diff/compare-texts.js";

type Schema = Readonly<Record<string, unknown>>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const file = (more: object) => ({
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", ...more } },
});

/** An API that takes a body three times, with a schema that others refer to. */
function api(bodies: readonly Schema[], shared: Schema) {
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: Object.fromEntries(
      bodies.map((schema, index) => [
        `/${index}`,
        {
          post: {
            operationId: `send${index}`,
            requestBody: { content: { "application/json": { schema } } },
            responses: { 204: { description: "d" } },
          },
        },
      ]),
    ),
    components: { schemas: { File: shared, Text: { type: "string" } } },
  };
}

/** The pointers of errors, each with what it reaches. */
async function errors(bodies: readonly Schema[], [old, current]: readonly [Schema, Schema]) {
  const name = "a.openapi.json";
  const found = await compareTexts({ [name]: api(bodies, old) }, { [name]: api(bodies, current) });
  return found
    .filter(({ level }) => level === "error")
    .map(
      ({ new: place, subjects }) =>
        `${place?.pointer} ${subjects.map((each) => each.split(",")[0]).join(" ")}`,
    );
}

const narrowed = [file({}), file({ minLength: 1 })] as const;

it.each<[string, Schema]>([
  ["anyOf", { anyOf: [ref("File"), ref("Text")] }],
  ["oneOf", { oneOf: [ref("Text"), ref("File")] }],
  [
    "a member of an alternative",
    { anyOf: [{ type: "object", properties: { file: ref("File") } }, { type: "integer" }] },
  ],
  ["an item", { type: "array", items: { anyOf: [ref("Text"), ref("File")] } }],
  [
    "alternatives of alternatives",
    { anyOf: [{ oneOf: [{ anyOf: [ref("Text"), ref("File")] }, { type: "integer" }] }, { type: "null" }] },
  ],
  ["a choice behind `allOf`", { allOf: [{ description: "d" }, { oneOf: [ref("Text"), ref("File")] }] }],
])("a change behind %s is one finding, where the change is", async (_, schema) => {
  expect(await errors([schema, ref("File"), { properties: { one: schema } }], narrowed)).toEqual([
    "/components/schemas/File/properties/name/minLength POST /0 POST /1 POST /2",
  ]);
});

it("a change in an alternative itself is placed there", async () => {
  const choice = (more: object) => ({ anyOf: [{ type: "integer" }, file(more)] });
  expect(
    await errors([{ properties: { one: ref("File") } }], [choice({}), choice({ minLength: 1 })]),
  ).toEqual(["/components/schemas/File/anyOf/1/properties/name/minLength POST /0"]);
});

it("an alternative that is gone is a finding of the choice", async () => {
  const name = "a.openapi.json";
  const [old, current] = [[ref("File"), ref("Text")], [ref("File")]].map((anyOf) => ({
    [name]: api([{ anyOf }], file({})),
  }));
  const found = await compareTexts(old ?? {}, current ?? {});
  expect(found.map(({ level, new: place }) => `${level} ${place?.pointer}`)).toContain(
    "error /paths/~10/post/requestBody/content/application~1json/schema/anyOf",
  );
});

it("a value of another type isn't told again by a list of values", async () => {
  const kind = (more: object) => ({ type: "object", properties: { kind: more } });
  const [nullable, plain] = [
    kind({ type: ["string", "null"], enum: ["a", "b", null] }),
    kind({ type: "string", enum: ["a", "b"] }),
  ];
  expect(await errors([ref("File")], [nullable, plain])).toEqual([
    "/components/schemas/File/properties/kind/type POST /0",
  ]);
  const fewer = kind({ type: "string", enum: ["a"] });
  expect(await errors([ref("File")], [plain, fewer])).toEqual([
    "/components/schemas/File/properties/kind/enum POST /0",
  ]);
});
