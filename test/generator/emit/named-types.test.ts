import { describe, expect, test } from "vitest";
import { json, object, ref, text } from "../../support/generator/emit/api-type-errors.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

const book = {
  title: "A book",
  description: "What the shop sells.",
  ...object({ id: { type: "string", readOnly: true }, title: { ...text, description: "On its cover." } }, [
    "id",
    "title",
  ]),
};
const ok = (schema: object) => ({ 200: { description: "d", ...json(schema) } });
const paths = {
  "/books": {
    get: {
      operationId: "listBooks",
      parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
      responses: ok({ type: "array", items: ref("Book") }),
    },
    post: {
      operationId: "addBook",
      requestBody: { required: true, ...json(ref("Book")) },
      responses: ok(ref("Book")),
    },
  },
  "/books/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: text }],
    get: { operationId: "getBook", responses: ok(ref("Book")) },
  },
};

async function generatedTypes(schemas: object, more: object = paths): Promise<string> {
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: more,
    components: { schemas },
  };
  const folder = await contractFolder({ "shop.openapi.json": document });
  return (await generateFrom([folder], { only: ["types"] })).get("shop/types.ts") ?? "";
}

/** Type errors of a program that uses the types. */
async function errorsIn(schemas: object, program: string, more?: object): Promise<string[]> {
  const types = await generatedTypes(schemas, more);
  return typeCheck(
    new Map([
      ["shop/types.ts", types],
      ["use.ts", program],
    ]),
  );
}

const equal =
  "type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;\ndeclare function be<T extends true>(): T;\n";

describe("a component", () => {
  test("is an exported type with its documentation, as it is read and as it is written", async () => {
    const types = await generatedTypes({ Book: book });
    expect(types).toContain(
      [
        "/**",
        " * A book",
        " *",
        " * What the shop sells.",
        " *",
        " * @see shop.openapi.json#/components/schemas/Book",
        " */",
        "export type Book = {",
        "  id: string;",
        "  /** On its cover. */",
        "  title: string;",
        "};",
      ].join("\n"),
    );
    const program = `
      import type { Book, BookRequest, components, operations } from "./shop/types.js";
      ${equal}
      be<Equal<components["schemas"]["Book"], Book>>();
      be<Equal<operations["addBook"]["requestBody"]["content"]["application/json"], BookRequest>>();
      be<Equal<operations["addBook"]["responses"][200]["content"]["application/json"], Book>>();
      be<Equal<operations["listBooks"]["responses"][200]["content"]["application/json"], Book[]>>();
      be<Equal<keyof BookRequest, "title">>();
    `;
    expect(await errorsIn({ Book: book }, program)).toEqual([]);
  });

  test("has no second type if both directions are the same", async () => {
    const same = object({ title: text });
    const program = 'import type { BookRequest } from "./shop/types.js"; export type { BookRequest };';
    expect(await errorsIn({ Book: same }, program)).toHaveLength(1);
  });

  test.each([
    ["simple-user", "SimpleUser"],
    ["Error", "ErrorSchema"],
    ["Record", "RecordSchema"],
    ["Only", "OnlySchema"],
    ["書", "書"],
    ["3d", "N3d"],
  ])("called %s has the type %s", async (component, typeName) => {
    const program = `
      import type { ${typeName}, components } from "./shop/types.js";
      ${equal}
      be<Equal<components["schemas"][${JSON.stringify(component)}], ${typeName}>>();
      export const value: ${typeName} = { x: "a" };
    `;
    expect(await errorsIn({ Book: book, [component]: object({ x: text }) }, program)).toEqual([]);
  });

  test("whose name another one would have, too, has one that doesn't depend on their order", async () => {
    const one = { Book: book, "simple-user": object({ a: text }), SimpleUser: object({ b: text }) };
    const other = { SimpleUser: object({ b: text }), Book: book, "simple-user": object({ a: text }) };
    const names = async (schemas: object) =>
      [...(await generatedTypes(schemas)).matchAll(/export type (SimpleUser\w*)/g)].map(([, name]) => name);
    const found = await names(one);
    expect(found).toEqual([expect.stringMatching(/^SimpleUser_[0-9a-f]{8}$/), "SimpleUser"]);
    expect((await names(other)).toSorted()).toEqual(found.toSorted());
  });

  test("that refers to itself in any way compiles", async () => {
    const schemas = {
      Book: book,
      Tree: object({ children: { type: "array", items: ref("Tree") } }),
      Json: {
        anyOf: [
          text,
          { type: "array", items: ref("Json") },
          { type: "object", additionalProperties: ref("Json") },
        ],
      },
      Either: { oneOf: [text, object({ inner: ref("Either") })] },
    };
    const program = `
      import type { Either, Json, Tree } from "./shop/types.js";
      export const values: [Tree, Json, Either] = [{ children: [{}] }, [{ a: ["b"] }], { inner: { inner: "a" } }];
      // @ts-expect-error
      export const wrong: Json = [1];
    `;
    expect(await errorsIn(schemas, program)).toEqual([]);
  });
});

describe("paths and operations", () => {
  test("have no rows for what isn't there, and mean the same", async () => {
    const types = await generatedTypes({ Book: book });
    const [own = ""] = types.split("interface NoParameters");
    expect(own).not.toMatch(
      /(?:query|header|path|cookie|get|put|post|delete|options|head|patch|trace)\?: never/,
    );
    expect(own).toContain("requestBody?: never;");
    const program = `
      import type { operations, paths } from "./shop/types.js";
      ${equal}
      be<Equal<operations["getBook"]["parameters"]["path"], { id: string }>>();
      be<Equal<operations["getBook"]["parameters"]["query"], undefined>>();
      be<Equal<operations["listBooks"]["parameters"]["query"], { limit?: number } | undefined>>();
      be<Equal<paths["/books"]["get"], operations["listBooks"]>>();
      be<Equal<paths["/books"]["delete"], undefined>>();
      be<Equal<keyof paths["/books"], "parameters" | "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace">>();
      // @ts-expect-error: the query of an operation without one
      export const wrong: operations["getBook"]["parameters"] = { path: { id: "a" }, query: { a: 1 } };
    `;
    expect(await errorsIn({ Book: book }, program)).toEqual([]);
  });

  test.each([
    ["no paths", {}, []],
    [
      "a path without parameters",
      { "/a": { get: { responses: ok(text) } } },
      ["NoParameters", "NoOperations", "Only"],
    ],
  ])("declare no helper that they don't use: %s", async (_, more, helpers) => {
    const types = await generatedTypes({ Book: book }, more);
    const declared = [...types.matchAll(/^(?:interface|type) (\w+)/gm)].map(([, name]) => name);
    expect(declared).toEqual(helpers);
    for (const name of declared) expect(types.split(String(name)).length).toBeGreaterThan(2);
  });

  test("keep their text, whatever it is, apart from types", async () => {
    const words = ["query?: never;", "parameters: {", "}", "\ufdd10\ufdd2;", "*/ {", "/** {", "%", "```"];
    const item = (description: string) => ({
      get: { description, summary: description, responses: { 200: { description, ...json(ref("Book")) } } },
    });
    const hostile = Object.fromEntries(
      words.map((word, at) => [`/${at}/${word}`, item(`${word}\n${word} ${"long ".repeat(40)}${word}`)]),
    );
    const program = `
      import type { Book, paths } from "./shop/types.js";
      ${equal}
      type Answers = { [Path in keyof paths]: paths[Path] extends { get: { responses: { 200: { content: { "application/json": infer T } } } } } ? T : never };
      be<Equal<Answers[keyof paths], Book>>();
      be<Equal<keyof paths, ${words.map((word, at) => JSON.stringify(`/${at}/${word}`)).join(" | ")}>>();
    `;
    expect(await errorsIn({ Book: book }, program, hostile)).toEqual([]);
  });
});

describe("a line", () => {
  test("has at most 120 characters, unless a word is longer", async () => {
    const values = Array.from({ length: 30 }, (_, at) => `value-number-${at}`);
    const long = "a sentence with @mention of words ".repeat(12);
    const schemas = {
      Book: { ...book, description: long },
      State: { enum: values, description: long },
      Shelf: object({
        states: { type: "array", items: { enum: values } },
        state: { enum: values },
        of: { ...text, description: long },
      }),
      More: { allOf: [ref("Shelf"), object({ state: { enum: values.slice(1) } })] },
    };
    const parameters = [{ name: "state", in: "query", description: long, schema: { enum: values } }];
    const more = {
      "/a": { get: { operationId: "a", description: long, parameters, responses: ok(ref("More")) } },
    };
    const types = await generatedTypes(schemas, { ...paths, ...more });
    expect(types).not.toMatch(/^\s*\* @mention/m);
    expect(types.split("\n").filter((line) => line.length > 120)).toEqual([]);
    const program = `
      import type { More, Shelf, State, operations } from "./shop/types.js";
      ${equal}
      be<Equal<Shelf["states"], State[] | undefined>>();
      be<Equal<Shelf["state"], State | undefined>>();
      be<Equal<NonNullable<operations["a"]["parameters"]["query"]>["state"], State | undefined>>();
      be<Equal<State, ${values.map((each) => JSON.stringify(each)).join(" | ")}>>();
      export const more: More = { state: "value-number-1" };
      // @ts-expect-error
      export const less: More = { state: "value-number-0" };
    `;
    expect(await errorsIn(schemas, program, { ...paths, ...more })).toEqual([]);
  });
});
