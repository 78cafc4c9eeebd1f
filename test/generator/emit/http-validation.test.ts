import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { generateOutputs } from "../../../generator/generate.js";
import { readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import type { OperationChecks } from "../../../runtime/http/index.js";
import { valueAt } from "../../../runtime/json-pointer/index.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const thing = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string", readOnly: true }, name: { type: "string", format: "nickname" } },
};

const document = {
  openapi: "3.0.3",
  info: { title: "T", version: "1" },
  paths: {
    "/things/{size}": {
      parameters: [{ name: "size", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      put: {
        operationId: "putThing",
        requestBody: json({ $ref: "#/components/schemas/Thing" }),
        responses: { 200: { description: "d", ...json({ $ref: "#/components/schemas/Thing" }) } },
      },
      patch: {
        operationId: "patchThing",
        requestBody: json({ type: "object", properties: { name: { type: "string", nullable: true } } }),
        responses: { "4XX": { description: "d", ...json({ type: "array", items: { type: "string" } }) } },
      },
    },
    "/nothing": { get: { operationId: "getNothing", responses: { 204: { description: "d" } } } },
  },
  components: { schemas: { Thing: thing } },
};

async function loadOperations(): Promise<{
  files: Map<string, string>;
  operations: Record<string, OperationChecks>;
}> {
  const files = await generateFrom([await contractFolder({ "t.openapi.json": document })], {
    only: ["types", "client", "validators"],
  });
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    ...Object.fromEntries(files),
  });
  const { operations } = (await import(
    pathToFileURL(join(folder, "validators", "t.operations.ts")).href
  )) as {
    operations: Record<string, OperationChecks>;
  };
  return { files, operations };
}

describe("validators of operations", () => {
  test("check parameters, request bodies and answers", async () => {
    const { operations } = await loadOperations();
    const { parameters, body } = operations.patchThing ?? {};
    expect(parameters?.size?.(1)).toEqual([]);
    expect(parameters?.size?.(0)).toMatchObject([{ code: "minimum", pointer: "" }]);
    expect(body?.["application/json"]?.({ name: null })).toEqual([]);
    expect(body?.["application/json"]?.({ name: 1 })).toMatchObject([{ code: "type", pointer: "/name" }]);
    expect(operations.patchThing?.answers?.["4XX"]?.["application/json"]?.(["a", 1])).toMatchObject([
      { pointer: "/1" },
    ]);
    expect(Object.keys(operations)).toEqual(["putThing", "patchThing"]);
  });

  test("require no read-only property in a request, and ignore unknown formats", async () => {
    const { operations } = await loadOperations();
    const body = operations.putThing?.body?.["application/json"];
    expect(body?.({ name: "n" })).toEqual([]);
    expect(body?.({ id: 1 })).toMatchObject([
      { code: "required", pointer: "" },
      { code: "type", pointer: "/id" },
    ]);
    const answer = operations.putThing?.answers?.["200"]?.["application/json"];
    expect(answer?.({ id: "1", name: "n" })).toEqual([]);
    expect(answer?.({ name: "n" })).toMatchObject([{ code: "required" }]);
  });

  test("omit a schema that can't be compiled, and say so", async () => {
    const odd = { type: "number", multipleOf: 2 };
    const get = { operationId: "getOdd", responses: { 200: { description: "d", ...json(odd) } } };
    const folder = await contractFolder({
      "t.openapi.json": { ...document, paths: { ...document.paths, "/odd": { get } } },
    });
    const contracts = await loadContracts(await readInputs([folder], folder), folder);
    // Reading leaves out what it knows to be wrong, so this stands for what only the compiler finds.
    const place = ["paths", "/odd", "get", "responses", "200", "content", "application/json", "schema"];
    Object.assign(valueAt(contracts.openapi[0]?.value, place) as object, { multipleOf: 0 });
    const { files, warnings } = await generateOutputs(contracts, {
      templates: await readTemplates(undefined),
      only: ["validators"],
    });
    const text = files.find(({ path }) => path === "validators/t.operations.ts")?.text ?? "";
    expect(text).toContain("putThing: {");
    expect(text).not.toContain("getOdd: {");
    expect(text.replace(/\n \* /g, " ")).toMatch(
      /Not checked: the answer 200 of `getOdd` as `application\/json`, since no validator can be made of its schema: .*t\.openapi\.json#\/paths\/~1odd/s,
    );
    expect(warnings).toMatchObject([
      { code: "schema-unchecked", severity: "warning", pointer: expect.stringContaining("/paths/~1odd/get") },
    ]);
  });

  test("are accepted by a client", async () => {
    const { files } = await loadOperations();
    const use = `
import { createClient } from "./t/client.js";
import { validation } from "./t/validation.js";
createClient({ baseUrl: "https://api.example.com", validation });
createClient({ baseUrl: "https://api.example.com", validation: { answer: validation.answer } });
`;
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  });
});
