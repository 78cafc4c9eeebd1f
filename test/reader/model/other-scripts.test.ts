import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildModel } from "../../../generator/build-model.js";
import { generate } from "../../../generator/generate.js";
import { checkContracts } from "../../../reader/check/check.js";
import { readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { camelCase, kebabCase, pascalCase } from "../../../reader/model/names.js";
import { identifier } from "../../../reader/text/code/identifier.js";
import { temporaryFolder, writeTree } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

async function read(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  await writeTree(folder, files);
  return loadContracts(await readInputs(["."], folder), folder);
}

async function generated(files: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const made = await generate(await read(files), { templates: await readTemplates(undefined) });
  return new Map(made.map(({ path, text }) => [path, String(text)]));
}

/** The function of each operation, by its method and path. */
async function functions(paths: readonly string[]): Promise<Record<string, string>> {
  const contracts = await read({
    "a.openapi.yaml": `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${paths.map((line) => `  ${line}\n`).join("")}`,
  });
  const [api] = buildModel(contracts).apis;
  return Object.fromEntries(
    (api?.operations ?? []).map(({ httpMethod, path, functionName }) => [
      `${httpMethod} ${path}`,
      functionName,
    ]),
  );
}

const operation = (path: string, id: string, tag = "t") =>
  `${path}: { get: { operationId: ${id}, tags: [${tag}], responses: { "200": { description: x, content: { application/json: { schema: { type: string } } } } } } }`;

describe("names in other scripts", () => {
  it("stay readable in functions, groups, types, handlers and files, and compile", async () => {
    const files = await generated({
      "门店.openapi.yaml": `openapi: 3.1.0
info: { title: 门店, version: "1" }
paths:
  ${operation("/a", "获取门店", "门店")}
  ${operation("/b", "Получить", "Заказы")}
  ${operation("/c/{имя}", "수정하기", "가게")}
webhooks: { 通知: { post: { requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/通知" } } } }, responses: {} } } }
components: { schemas: { 通知: { type: object, properties: { 名前: { type: string } } } } }
`,
      "заказ.schema.yaml":
        "$schema: https://json-schema.org/draft/2020-12/schema\ntype: object\nproperties: { имя: { type: string } }\n",
    });
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(["门店/client.ts", "门店/webhooks.ts", "validators/заказ.ts"]),
    );
    const client = files.get("门店/client.ts") ?? "";
    for (const name of ["获取门店", "получить", "수정하기"])
      expect(client).toMatch(new RegExp(`["']?${name}["']?: ${name},`));
    for (const name of ["门店", "заказы", "가게"]) expect(client).toMatch(new RegExp(`["']?${name}["']?: `));
    expect(files.get("schemas.ts")).toContain("export interface Заказ");
    expect([...files].filter(([path, text]) => /unnamed/i.test(path + text))).toEqual([]);
    expect(typeCheck(files)).toEqual([]);
  });

  it("fall back to method and path without a letter, whatever the order in the file", async () => {
    const paths = [operation("/a", '"😀"', '"🚀"'), operation("/b", '"🎉"'), operation("/c", '"→"')];
    const wanted = { "GET /a": "getA", "GET /b": "getB", "GET /c": "getC" };
    expect(await functions(paths)).toEqual(wanted);
    expect(await functions(paths.toReversed())).toEqual(wanted);
  });

  it("don't depend on the order in the file if two are the same", async () => {
    const paths = [
      operation("/z", "get-it"),
      operation("/a", "get_it"),
      operation("/m", "getIt"),
      operation("/b", "twice"),
      operation("/c", "twice"),
    ];
    const names = await functions(paths);
    expect(names["GET /m"]).toBe("getIt");
    expect(new Set(Object.values(names)).size).toBe(5);
    expect(await functions(paths.toReversed())).toEqual(names);
  });

  it("are reported if they are the same as another one, or none", async () => {
    const lines = [
      operation("/a", "get-it"),
      operation("/b", "getIt"),
      operation("/c", '"😀"'),
      operation("/d", "取得"),
    ];
    const contracts = await read({
      "a.openapi.yaml": `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${lines.map((line) => `  ${line}\n`).join("")}`,
    });
    const found = await checkContracts(contracts, {});
    expect(found.map(({ severity, code, message }) => [severity, code, message])).toEqual([
      [
        "warning",
        "operation-id-duplicate",
        "operationId `getIt` and `get-it` give functions of the same name, so one of them gets a number",
      ],
      [
        "warning",
        "operation-id-duplicate",
        "operationId `😀` has no letter or digit, so the function is named for its method and path",
      ],
    ]);
  });

  it("are identifiers, and portable file names, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const name of [pascalCase(text), `${camelCase(text)}_`])
          expect(() => identifier(`${name}x`)).not.toThrow();
        const file = kebabCase(text);
        expect(file).toBe(file.normalize("NFC"));
        expect(file).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u);
      }),
      { numRuns: 2000, seed: 31 },
    );
  });
});
