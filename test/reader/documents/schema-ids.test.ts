import { describe, expect, it } from "vitest";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { check, findings } from "../../support/reader/check/findings.js";

const dialect = { $schema: "https://json-schema.org/draft/2020-12/schema" };
const address = (id: string) => ({
  ...dialect,
  $id: id,
  type: "object",
  required: ["street"],
  properties: { street: { type: "string" } },
  $defs: { zip: { type: "string", pattern: "^[0-9]+$" } },
});
const person = (id: string | undefined, to: string) => ({
  ...dialect,
  ...(id === undefined ? {} : { $id: id }),
  type: "object",
  required: ["home"],
  properties: { home: { $ref: to }, zip: { $ref: `${to}#/$defs/zip` } },
});

const api = (to: string) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths: {
    "/people": {
      get: {
        operationId: "listPeople",
        responses: { 200: { description: "d", content: { "application/json": { schema: { $ref: to } } } } },
      },
    },
  },
});

describe("a reference by $id", () => {
  it.each([
    ["absolute", "https://example.com/person", "https://example.com/address"],
    ["relative to the $id of its own document", "https://example.com/a/person", "../address"],
    ["from a document without $id", undefined, "https://example.com/address"],
  ])("resolves to the document with that $id: %s", async (_, id, to) => {
    const folder = await contractFolder({
      "one/address.schema.json": address("https://example.com/address"),
      "two/person.schema.json": person(id, to),
      "people.openapi.json": api(id ?? "two/person.schema.json"),
    });
    const files = await generateFrom([folder]);
    expect(files.get("schemas.ts")).toContain("home: Address;");
    const use = `
import { listPeople } from "./people/client.js";
import { checkPerson } from "./validators/index.js";
const answer = await listPeople({} as never);
if (answer.ok) answer.body.home.street.length;
void checkPerson({});
`;
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  });

  it("resolves as a path if it is a path", async () => {
    const files = {
      "address.schema.json": JSON.stringify(address("/schemas/address")),
      "person.schema.json": JSON.stringify(person("/schemas/person", "address")),
    };
    expect(await check(files)).toEqual([]);
  });

  it("resolves to a file if no document has that $id, and its fragment is checked", async () => {
    const files = {
      "address.schema.json": JSON.stringify(address("https://example.com/v1/address")),
      "person.schema.json": JSON.stringify(person("https://example.com/person", "./address.schema.json")),
    };
    expect(await check(files)).toEqual([]);
    const broken = {
      ...files,
      "other.schema.json": '{ "$ref": "https://example.com/v1/address#/$defs/zap" }',
    };
    expect(await findings(broken)).toEqual([
      {
        code: "ref-not-found",
        at: "other.schema.json:1:11",
        pointer: "/$ref",
        marked: '"https://example.com/v1/address#/$defs/zap"',
      },
    ]);
  });

  it("is refused if two documents have that $id, or none", async () => {
    const twice = {
      "a.schema.json": JSON.stringify(address("https://example.com/address")),
      "b.schema.json": JSON.stringify(address("https://example.com/address#")),
    };
    expect((await check(twice)).map(({ code, file, pointer }) => [code, file, pointer])).toEqual([
      ["schema-invalid", "b.schema.json", "/$id"],
    ]);
    const none = { "a.schema.json": JSON.stringify(person(undefined, "https://example.com/none")) };
    expect((await check(none)).map(({ code }) => code)).toEqual(["ref-remote", "ref-remote"]);
  });

  it("isn't resolved in an example, where `$id` is data", async () => {
    const schema = { ...dialect, type: "object", required: ["$id"], properties: { $id: { const: "/x" } } };
    const files = {
      "thing.schema.json": JSON.stringify(schema),
      "examples/thing/one.json": '{ "$id": "/x" }',
      "examples/thing/two.json": '{ "$id": "/x" }',
    };
    expect(await check(files)).toEqual([]);
  });
});

describe("two embedded schemas with one $id", () => {
  const embedded = (first: object, second: object) => ({
    ...dialect,
    $id: "https://example.com/pair",
    type: "object",
    properties: { a: { $ref: "/part" }, b: { $ref: "#/$defs/other" } },
    $defs: {
      part: { $id: "https://example.com/part", ...first },
      other: { $id: "/part", ...second },
    },
  });
  const found = async (first: object, second: object) =>
    (await check({ "pair.schema.json": JSON.stringify(embedded(first, second)) })).map(
      ({ severity, code, pointer, message }) => ({ severity, code, pointer, message }),
    );

  it("are a warning if they differ: references by it mean the first", async () => {
    expect(await found({ type: "string" }, { type: "integer" })).toEqual([
      {
        severity: "warning",
        code: "id-duplicate",
        pointer: "/$defs/other/$id",
        message: expect.stringContaining("pair.schema.json#/$defs/part; references by it mean that one"),
      },
    ]);
    const folder = await contractFolder({
      "pair.schema.json": embedded({ type: "string" }, { type: "integer" }),
    });
    const types = (await generateFrom([folder])).get("schemas.ts") ?? "";
    const use = 'const pair: Pair = { a: "x", b: 1 };\nvoid pair;\n';
    const files = new Map([
      ["schemas.ts", types],
      ["use.ts", `import type { Pair } from "./schemas.js";\n${use}`],
    ]);
    expect(typeCheck(files)).toEqual([]);
  });

  it("are nothing to report if they are copies", async () => {
    const folder = { type: "object", properties: { x: { type: "string" } } };
    const copy = embedded(folder, folder);
    copy.$defs.other.$id = copy.$defs.part.$id;
    expect(await check({ "pair.schema.json": JSON.stringify(copy) })).toEqual([]);
  });
});
