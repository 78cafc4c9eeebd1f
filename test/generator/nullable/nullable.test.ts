import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromPointer, valueAt } from "@oipkit/runtime/json-pointer";
import { describe, expect, test } from "vitest";
import { createMock } from "../../../commands/mock/index.js";
import { mockRequest } from "../../support/commands/mock/pets.js";
import { apiTypeErrors, json, object, ref, text } from "../../support/generator/emit/api-type-errors.js";
import { contractFolder, generateFrom, readContracts } from "../../support/generator/emit/contract-folder.js";
import { nullables, schemas, thing } from "../../support/generator/nullable/schemas.js";

const versions = ["3.0.3", "3.1.0"];
const thingDocument = (openapi: string) => ({
  openapi,
  info: { title: "t", version: "1" },
  paths: {
    "/thing": {
      put: {
        operationId: "putThing",
        requestBody: { required: true, ...json(ref("Thing")) },
        responses: { 204: { description: "d" } },
      },
    },
  },
  components: { schemas: { ...schemas, Thing: thing } },
});

type Check = (value: unknown) => readonly { readonly pointer: string; readonly schemaPointer: string }[];

async function loadCheck(openapi: string): Promise<Check> {
  const files = await generateFrom([await contractFolder({ "api.openapi.json": thingDocument(openapi) })], {
    only: ["client", "validators"],
  });
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    ...Object.fromEntries(files),
  });
  const { operations } = (await import(pathToFileURL(join(folder, "validators/api.operations.ts")).href)) as {
    operations: { putThing: { body: Readonly<Record<string, Check>> } };
  };
  const check = operations.putThing.body["application/json"];
  if (check === undefined) throw new Error("no validator");
  return check;
}

describe.each(versions)("`nullable: true` in OpenAPI %s allows null beside", (openapi) => {
  const loaded = loadCheck(openapi);
  test.each(Object.entries(nullables))("%s, for a validator", async (name, { valid, invalid, at }) => {
    const check = await loaded;
    expect(check({ [name]: null })).toEqual([]);
    expect(check({ [name]: valid })).toEqual([]);
    const found = check({ [name]: invalid });
    expect(found).not.toEqual([]);
    for (const { pointer, schemaPointer } of found) {
      expect(pointer).toBe(`/${name}${at}`);
      const [, fragment = ""] = schemaPointer.split("#");
      expect(valueAt(thingDocument(openapi), fromPointer(fragment)), schemaPointer).toBeDefined();
    }
  });

  test("each of them, for a type", async () => {
    const lines = Object.entries(nullables).flatMap(([name, { type, valid }]) => [
      `be<Equal<Exclude<Schemas['Thing']['${name}'], undefined> extends infer T ? null extends T ? true : false : never, true>>();`,
      `take<Schemas['Thing']>({ ${name}: null });`,
      `take<Schemas['Thing']>({ ${name}: ${JSON.stringify(valid)} });`,
      `take<Exclude<Schemas['Thing']['${name}'], undefined>>({} as ${type.replaceAll("Address", "Schemas['Address']")});`,
    ]);
    expect(await apiTypeErrors({ openapi, schemas: { ...schemas, Thing: thing } }, lines)).toEqual([]);
  });

  test("each of them, for requests to a mock", async () => {
    const contracts = await readContracts([
      await contractFolder({ "api.openapi.json": thingDocument(openapi) }),
    ]);
    const mock = createMock(contracts, { seed: "1", dynamic: false, strict: false });
    const nulls = Object.fromEntries(Object.keys(nullables).map((name) => [name, null]));
    const { answer, findings } = await mock.answer(mockRequest("PUT /thing", {}, nulls));
    expect([answer.status, findings]).toEqual([204, []]);
  });
});

test.each(versions)(
  "an example with null is an answer of the mock in OpenAPI %s, and values are made",
  async (openapi) => {
    const names = Object.keys(nullables);
    const nulls = Object.fromEntries(names.map((name) => [name, null]));
    const answer = (content: object) => ({ responses: { 200: { description: "d", ...content } } });
    const media = { schema: ref("Thing") };
    const document = {
      ...thingDocument(openapi),
      paths: {
        "/example": { get: answer({ content: { "application/json": { ...media, example: nulls } } }) },
        "/made": { get: answer({ content: { "application/json": media } }) },
      },
    };
    const contracts = await readContracts([await contractFolder({ "api.openapi.json": document })]);
    const mock = createMock(contracts, { seed: "1", dynamic: false, strict: false });
    const example = await mock.answer(mockRequest("GET /example"));
    expect([example.findings, JSON.parse(String(example.answer.body))]).toEqual([[], nulls]);
    const made = await mock.answer(mockRequest("GET /made"));
    expect(made.findings).toEqual([]);
    // Null tells a reader least, so that it is made only if nothing else is.
    const values = JSON.parse(String(made.answer.body)) as Record<string, unknown>;
    expect(names.filter((name) => (values[name] ?? null) === null)).toEqual([]);
  },
);

test("a base that may be null can be extended with `required`, and stays null", async () => {
  const Plan = { required: ["start"], allOf: [ref("Base")] };
  const lines = [
    "take<Schemas['Plan']>(null);",
    "take<Schemas['Plan']>({ start: 'x' });",
    "!take<Schemas['Plan']>({});",
  ];
  expect(await apiTypeErrors({ openapi: "3.0.3", schemas: { ...schemas, Plan } }, lines)).toEqual([]);
  const Base = { ...schemas.Base, nullable: undefined, type: ["object", "null"] };
  const others = { Base, Plan: { ...ref("Base"), required: ["start"] } };
  expect(await apiTypeErrors({ openapi: "3.1.0", schemas: others }, lines)).toEqual([]);
});

test.each([
  ["3.0.3", { type: "string", enum: ["a", null] }, "'a'"],
  ["3.0.3", { nullable: false, allOf: [ref("Address")] }, "Schemas['Address']"],
  ["3.1.0", { type: "string", enum: ["a", null] }, "'a'"],
  ["3.1.0", { type: ["string", "null"], enum: ["a", "b"] }, "'a' | 'b'"],
])("null stays refused in OpenAPI %s by %j", async (openapi, schema, type) => {
  const Address = object({ street: text }, ["street"]);
  const lines = [`be<Equal<Schemas['Thing']['x'], ${type}>>();`];
  expect(
    await apiTypeErrors({ openapi, schemas: { Address, Thing: object({ x: schema }, ["x"]) } }, lines),
  ).toEqual([]);
});

test("`type: [object, null]` beside `allOf` refuses null in 3.1, as a type, too", async () => {
  const x = { type: ["object", "null"], allOf: [ref("Address")] };
  const lines = ["take<Schemas['Thing']>({ x: { street: 'x' } });", "!take<Schemas['Thing']>({ x: null });"];
  const Address = object({ street: text }, ["street"]);
  expect(await apiTypeErrors({ schemas: { Address, Thing: object({ x }, ["x"]) } }, lines)).toEqual([]);
});
