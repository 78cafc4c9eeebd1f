import { describe, expect, test } from "vitest";
import { apiTypeErrors, json, object, ref, text } from "../../support/generator/emit/api-type-errors.js";

describe("readOnly and writeOnly", () => {
  const account = object(
    {
      id: { type: "string", readOnly: true },
      name: text,
      password: { type: "string", writeOnly: true },
      owner: ref("Person"),
      stamp: ref("Stamp"),
    },
    ["id", "name", "password", "stamp"],
  );
  const schemas = {
    Account: account,
    Person: object({ email: text, since: { type: "string", readOnly: true } }, ["email", "since"]),
    Stamp: { type: "string", readOnly: true },
    Settings: object({ secret: { type: "string", writeOnly: true } }, ["secret"]),
    Untouched: object({ a: { type: "string", readOnly: true }, b: { type: "string", writeOnly: true } }),
  };
  const paths = {
    "/accounts": {
      post: {
        operationId: "createAccount",
        requestBody: { required: true, ...json(ref("Account")) },
        responses: { 201: { description: "d", ...json(ref("Account")) } },
      },
      put: {
        operationId: "putSettings",
        requestBody: { required: true, ...json(ref("Settings")) },
        responses: {
          200: {
            description: "d",
            ...json(object({ secret: { type: "string", writeOnly: true }, at: text })),
          },
        },
      },
    },
  };
  const webhook = {
    post: {
      operationId: "accountMade",
      requestBody: { required: true, ...json(ref("Account")) },
      responses: { 200: { description: "d", ...json(ref("Account")) } },
    },
  };
  const body = "operations['createAccount']['requestBody']['content']['application/json']";
  const answer = "operations['createAccount']['responses'][201]['content']['application/json']";

  test("give requests and responses different types at any depth", async () => {
    const lines = [
      `be<Equal<keyof ${body}, 'name' | 'password' | 'owner'>>();`,
      `be<Equal<keyof ${answer}, 'id' | 'name' | 'owner' | 'stamp'>>();`,
      `take<${body}>({ name: 'n', password: 'p', owner: { email: 'e' } });`,
      `!take<${body}>({ id: 'i', name: 'n', password: 'p' });`,
      `!take<${body}>({ name: 'n' });`,
      `be<Equal<keyof NonNullable<${answer}['owner']>, 'email' | 'since'>>();`,
      `be<Equal<${answer}, Schemas['Account']>>();`,
      `be<Equal<${body}, Schemas['AccountRequest']>>();`,
    ];
    expect(await apiTypeErrors({ schemas, paths }, lines)).toEqual([]);
  });

  test("keep one type if a schema is used in one direction only, or has neither keyword", async () => {
    const lines = [
      "take<Schemas['Settings']>({ secret: 's' });",
      "be<Equal<keyof operations['putSettings']['responses'][200]['content']['application/json'], 'at'>>();",
      "be<Equal<keyof Schemas['Untouched'], 'a' | 'b'>>();",
      "!void ({} as Schemas['SettingsRequest']);",
    ];
    expect(await apiTypeErrors({ schemas, paths }, lines)).toEqual([]);
  });

  test("are reversed for webhooks", async () => {
    const lines = [
      "type Hook = operations['accountMade'];",
      "be<Equal<keyof Hook['requestBody']['content']['application/json'], 'id' | 'name' | 'owner' | 'stamp'>>();",
      "be<Equal<keyof Hook['responses'][200]['content']['application/json'], 'name' | 'password' | 'owner'>>();",
      "void ({} as webhooks);",
    ];
    expect(await apiTypeErrors({ schemas, others: { webhooks: { made: webhook } } }, lines)).toEqual([]);
  });

  test("avoid a name that the contract uses", async () => {
    const taken = { ...schemas, AccountRequest: object({ mine: text }) };
    const lines = [
      "be<Equal<keyof Schemas['AccountRequest'], 'mine'>>();",
      `be<Equal<${body}, Schemas['AccountRequestBody']>>();`,
    ];
    expect(await apiTypeErrors({ schemas: taken, paths }, lines)).toEqual([]);
  });
});

const required = ["id", "word", "name"];
const strict = object({ id: text, word: text, name: text }, required);
const id = { type: "string", readOnly: true };
const word = { type: "string", writeOnly: true };

describe.each([
  ["3.1.0", "a part", { allOf: [ref("Strict"), { properties: { id, word } }] }],
  ["3.0.3", "a part", { allOf: [ref("Strict"), { properties: { id, word } }] }],
  ["3.0.3", "what is beside `allOf`", { allOf: [ref("Strict")], properties: { id, word } }],
  ["3.1.0", "what is beside a `$ref`", { ...ref("Strict"), properties: { id, word } }],
  ["3.1.0", "a part farther away", { allOf: [{ allOf: [ref("Alias")] }, ref("Marks")] }],
  [
    "3.1.0",
    "a part, of a base that only requires",
    { allOf: [ref("Requires"), ref("Marks"), object({ name: text })] },
  ],
  ["3.1.0", "a base that is part of a union", { properties: { id, word }, anyOf: [ref("Strict")] }],
  [
    "3.1.0",
    "what is beside the property's `$ref`",
    object(
      { id: { ...ref("Text"), readOnly: true }, word: { ...ref("Text"), writeOnly: true }, name: text },
      required,
    ),
  ],
  [
    "3.0.3",
    "`allOf` of the property",
    object(
      {
        id: { allOf: [ref("Text")], readOnly: true },
        word: { allOf: [ref("Text")], writeOnly: true },
        name: text,
      },
      required,
    ),
  ],
  [
    "3.0.3",
    "what the property refers to",
    object({ id: ref("Id"), word: ref("Word"), name: text }, required),
  ],
])("in OpenAPI %s, a required property that is marked by %s", (openapi, _, Thing) => {
  const schemas = {
    Strict: strict,
    Alias: ref("Strict"),
    Text: text,
    Id: id,
    Word: word,
    Marks: { properties: { id, word } },
    Requires: { required },
    Thing,
  };
  const paths = {
    "/things": {
      post: {
        operationId: "add",
        requestBody: { required: true, ...json(ref("Thing")) },
        responses: { 201: { description: "d", ...json(ref("Thing")) } },
      },
    },
  };
  test("isn't required in the other direction", async () => {
    const body = "operations['add']['requestBody']['content']['application/json']";
    const answer = "operations['add']['responses'][201]['content']['application/json']";
    const lines = [
      `take<${body}>({ word: 'w', name: 'n' });`,
      `!take<${body}>({ word: 'w' });`,
      `!take<${body}>({ name: 'n' });`,
      `take<${answer}>({ id: 'i', name: 'n' });`,
      `!take<${answer}>({ id: 'i' });`,
      `!take<${answer}>({ name: 'n' });`,
    ];
    expect(await apiTypeErrors({ openapi, schemas, paths }, lines)).toEqual([]);
  });
});

describe("extensible enums", () => {
  const known = ["a", "b"];
  const isOpen = (type: string) => [
    `take<${type}>('a');`,
    `take<${type}>('later');`,
    `!take<${type}>(1);`,
    // A plain `string` would absorb the literals, and editors couldn't suggest them.
    `!be<Equal<${type}, string>>();`,
  ];

  test.each([
    ["x-extensible-enum", { type: "string", "x-extensible-enum": known }],
    ["anyOf with any text", { anyOf: [{ type: "string", enum: known }, text] }],
    ["anyOf with constants", { anyOf: [{ const: "a" }, { const: "b" }, text] }],
  ])("defined by %s accept any string and suggest the known values", async (_, schema) => {
    const lines = isOpen("Schemas['Thing']['x']");
    expect(await apiTypeErrors({ schemas: { Thing: object({ x: schema }, ["x"]) } }, lines)).toEqual([]);
  });

  test.each([
    ["3.0.3", { type: "string", nullable: true, "x-extensible-enum": known }],
    ["3.1.0", { type: ["string", "null"], "x-extensible-enum": known }],
    ["3.1.0", { anyOf: [{ type: "string", enum: known }, text, { type: "null" }] }],
  ])("may be null in OpenAPI %s", async (openapi, schema) => {
    const lines = [...isOpen("Schemas['Thing']['x']"), "take<Schemas['Thing']['x']>(null);"];
    const schemas = { Thing: object({ x: schema }, ["x"]) };
    expect(await apiTypeErrors({ openapi, schemas }, lines)).toEqual([]);
  });

  test("are closed by default; with `enums: open`, only those of answers are open", async () => {
    const schemas = { Thing: object({ x: { type: "string", enum: known }, k: { enum: ["k"] } }, ["x", "k"]) };
    const paths = {
      "/things": {
        post: {
          operationId: "makeThing",
          parameters: [{ name: "sort", in: "query", schema: { type: "string", enum: known } }],
          requestBody: { required: true, ...json(ref("Thing")) },
          responses: { 201: { description: "d", ...json(ref("Thing")) } },
        },
      },
    };
    const body = "operations['makeThing']['requestBody']['content']['application/json']";
    const answer = "operations['makeThing']['responses'][201]['content']['application/json']";
    const closed = `be<Equal<${body}['x'], 'a' | 'b'>>();`;
    expect(
      await apiTypeErrors({ schemas, paths }, [closed, `be<Equal<${answer}['x'], 'a' | 'b'>>();`]),
    ).toEqual([]);
    const lines = [
      closed,
      ...isOpen(`${answer}['x']`),
      `be<Equal<${answer}['k'], 'k'>>();`,
      "be<Equal<NonNullable<operations['makeThing']['parameters']['query']>['sort'], 'a' | 'b' | undefined>>();",
    ];
    expect(await apiTypeErrors({ schemas, paths, enums: "open" }, lines)).toEqual([]);
  });
});
