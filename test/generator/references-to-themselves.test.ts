import { describe, expect, it } from "vitest";
import { generate } from "../../generator/generate.js";
import { checkContracts } from "../../reader/check/check.js";
import { readInputs } from "../../reader/documents/input.js";
import { loadContracts } from "../../reader/documents/load.js";
import { readTemplates } from "../../reader/documents/templates.js";
import { temporaryFolder, writeTree } from "../support/generator/emit/contract-folder.js";
import { typeCheck } from "../support/generator/emit/type-check.js";

type Files = Readonly<Record<string, string>>;

/** Checks and generates everything; the texts by path. */
async function generated(files: Files): Promise<ReadonlyMap<string, string>> {
  const folder = await temporaryFolder();
  await writeTree(folder, files);
  const contracts = await loadContracts(await readInputs(["."], folder), folder);
  const errors = (await checkContracts(contracts, {})).filter(({ severity }) => severity === "error");
  expect(errors).toEqual([]);
  const made = await generate(contracts, { templates: await readTemplates(undefined) });
  return new Map(made.map(({ path, text }) => [path, String(text)]));
}

const header = 'openapi: 3.1.0\ninfo: { title: Folders, version: "1" }\n';
const answer = (schema: string) =>
  `{ "200": { description: x, headers: { X-A: { schema: ${schema} } }, content: { application/json: { schema: ${schema} } } } }`;
const operation = (schema: string) => `{ operationId: root, responses: ${answer(schema)} }`;
const everywhere = (schema: string) =>
  `paths:
  /a:
    post:
      operationId: a
      parameters: [{ name: q, in: query, schema: ${schema} }, { name: h, in: header, schema: ${schema} }]
      requestBody: { content: { application/json: { schema: ${schema} } } }
      responses: ${answer(schema)}
      callbacks: { c: { "{$request.body#/url}": { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} } } } }
webhooks: { w: { post: { requestBody: { content: { application/json: { schema: ${schema} } } }, responses: {} } } }
`;
const folder = "type: object\nproperties: { name: { type: string }, parent: { $ref: ";

describe("a schema that refers to itself", () => {
  it.each<[string, Files]>([
    [
      "in a file, through a component",
      {
        "a.openapi.yaml": `${header}paths: { /root: { get: ${operation('{ $ref: "#/components/schemas/Folder" }')} } }\ncomponents: { schemas: { Folder: { $ref: folder.yaml } } }\n`,
        "folder.yaml": `${folder} folder.yaml } }\n`,
      },
    ],
    [
      "in a file, by its root",
      {
        "a.openapi.yaml": header + everywhere("{ $ref: folder.yaml }"),
        "folder.yaml": `${folder} "#" } }\n`,
      },
    ],
    [
      "over several files",
      {
        "a.openapi.yaml": header + everywhere("{ $ref: b.yaml }"),
        "b.yaml": "type: array\nitems: { $ref: c.yaml#/defs/x }\n",
        "c.yaml": "defs: { x: { type: object, additionalProperties: { $ref: b.yaml }, minProperties: 1 } }\n",
      },
    ],
    ...(
      [
        ["as its items", "{ type: array, minItems: 1, items: { $ref: '#/components/schemas/R' } }"],
        ["as its values", "{ type: object, additionalProperties: { $ref: '#/components/schemas/R' } }"],
        ["as its first item", "{ type: array, prefixItems: [{ $ref: '#/components/schemas/R' }] }"],
        [
          "as one of its alternatives' items",
          "{ oneOf: [{ type: string }, { type: array, items: { $ref: '#/components/schemas/R' } }] }",
        ],
        [
          "in a property of its allOf",
          "{ allOf: [{ type: object, properties: { r: { $ref: '#/components/schemas/R' } } }] }",
        ],
        [
          "in a pattern's members",
          "{ type: object, patternProperties: { '^a': { $ref: '#/components/schemas/R' } } }",
        ],
        [
          "in its negation",
          "{ type: object, properties: { a: { not: { $ref: '#/components/schemas/R' } } } }",
        ],
        [
          "as the items of a part of it",
          "{ type: object, properties: { a: { type: array, items: { $ref: '#/components/schemas/R/properties/a' } } } }",
        ],
      ] as const
    ).map(([name, schema]): [string, Files] => [
      name,
      {
        "a.openapi.yaml": `${header}${everywhere("{ $ref: '#/components/schemas/R' }")}components: { schemas: { R: ${schema} } }\n`,
      },
    ]),
  ])("%s: everything is generated from an API", async (_, files) => {
    const made = await generated(files);
    expect([...made.keys()]).toEqual(
      expect.arrayContaining(
        ["a/types.ts", "a/client.ts", "a/validation.ts", "a/webhooks.ts", "reference/a.md"].slice(
          0,
          files["a.openapi.yaml"]?.includes("webhooks") ? 5 : 3,
        ),
      ),
    );
    expect(typeCheck(made)).toEqual([]);
  });

  it("has a section of the reference, also if it isn't a component", async () => {
    const made = await generated({
      "a.openapi.yaml": header + everywhere("{ $ref: folder.yaml }"),
      "folder.yaml": `${folder} "#" } }\n`,
    });
    const page = made.get("reference/a.md") ?? "";
    expect(page).toContain("## Folder");
    expect(page).toMatch(/\| `parent` \| `Folder` \|/);
  });

  it("has a type of its own if it is the payload of a message", async () => {
    const message = (name: string, payload: string) =>
      `${name}: { payload: ${payload.replaceAll("@", `#/components/messages/${name}/payload`)} }`;
    const made = await generated({
      "a.asyncapi.yaml": `asyncapi: 3.0.0
info: { title: E, version: "1" }
channels: { c: { address: c, messages: { Tree: { $ref: "#/components/messages/Tree" }, Rows: { $ref: "#/components/messages/Rows" }, File: { $ref: "#/components/messages/File" } } } }
components:
  messages:
    ${message("Tree", '{ type: object, properties: { child: { $ref: "@" } } }')}
    ${message("Rows", '{ type: array, items: { $ref: "@" } }')}
    ${message("File", "{ $ref: folder.yaml }")}
`,
      "folder.yaml": `${folder} "#" } }\n`,
    });
    expect(typeCheck(made)).toEqual([]);
    expect(made.get("a/types.ts")).toMatch(/export interface Tree \{\s*child\?: \w+;/);
  });

  it("may be a schema file", async () => {
    const made = await generated({
      "r.schema.yaml":
        '$schema: https://json-schema.org/draft/2020-12/schema\ntype: array\nitems: { $ref: "#" }\n',
    });
    expect(made.get("schemas.ts")).toContain("export type R = R[];");
    expect(typeCheck(made)).toEqual([]);
  });
});
