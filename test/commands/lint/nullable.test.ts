import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { lintContracts } from "../../../commands/lint/lint.js";
import { recommendedSettings } from "../../../commands/lint/settings.js";
import { compile } from "../../../reader/validation/index.js";
import { foundBy, lintTexts } from "../../support/commands/lint/texts.js";
import { contractFolder, readContracts } from "../../support/generator/emit/contract-folder.js";

const schemas = `
    Address: { type: object, properties: { street: { type: string } } }
    Letter: { type: string, enum: [a, b] }
    Maybe: { type: object, nullable: true, properties: { street: { type: string } } }
    Alias: { $ref: '#/components/schemas/Maybe' }
    MaybeLetter: { type: string, nullable: true, enum: [a, null] }`;

const document = (schema: string, version = "3.0.3") => ({
  "a.openapi.yaml": `openapi: ${version}\ninfo: { title: t, version: "1" }\npaths: {}\ncomponents:\n  schemas:${schemas}\n    X: ${schema}\n`,
});
const found = async (schema: string, version?: string) =>
  (await foundBy("nullable-by-intent", document(schema, version))).map((line) =>
    line.replace("a.openapi.yaml /components/schemas/", ""),
  );
const address = "{ $ref: '#/components/schemas/Address' }";
const letter = "{ $ref: '#/components/schemas/Letter' }";
const maybe = "{ $ref: '#/components/schemas/Maybe' }";

const cases = [
  [`{ nullable: true, allOf: [${address}] }`, "`allOf` refuses null"],
  [`{ type: object, nullable: true, allOf: [${address}, {}] }`, "`allOf` refuses null"],
  [`{ nullable: true, oneOf: [${address}, ${letter}] }`, "`oneOf` refuses null"],
  [
    `{ nullable: true, oneOf: [${maybe}, { $ref: '#/components/schemas/MaybeLetter' }] }`,
    "`oneOf` refuses null",
  ],
  [`{ nullable: true, anyOf: [${address}, ${letter}] }`, "`anyOf` refuses null"],
  ["{ nullable: true, not: { properties: { a: { type: string } } } }", "`not` refuses null"],
  ["{ type: string, nullable: true, enum: [a, b] }", "`enum` doesn't list it"],
  ["{ nullable: true, enum: [a, b] }", "`enum` doesn't list it"],
  ["{ nullable: true, $ref: '#/components/schemas/Address' }", "`nullable` next to a `$ref` is ignored"],
] as const;

describe("nullable-by-intent", () => {
  it.each(cases)("finds %s", async (schema, because) => {
    const message = `by the letter of OpenAPI 3.0, null isn't allowed here, since ${because}; oipkit allows it`;
    expect(await found(schema)).toEqual([`X/nullable: ${message}`]);
    expect(await found(`{ type: array, items: ${schema} }`)).toEqual([`X/items/nullable: ${message}`]);
    // In 3.1 it is a keyword of another version, which `generate` reports.
    expect(await found(schema, "3.1.0")).toEqual([]);
  });

  it.each([
    "{ type: string, nullable: true }",
    "{ nullable: true }",
    "{ nullable: true, description: any value }",
    "{ nullable: true, properties: { a: { type: string } } }",
    "{ type: string, nullable: true, enum: [a, null] }",
    `{ type: object, nullable: true, allOf: [${maybe}] }`,
    "{ nullable: true, allOf: [{ $ref: '#/components/schemas/Alias' }] }",
    "{ nullable: true, $ref: '#/components/schemas/Maybe' }",
    `{ nullable: true, anyOf: [${address}, ${maybe}] }`,
    `{ nullable: true, oneOf: [${address}, ${maybe}] }`,
    `{ nullable: false, allOf: [${address}] }`,
    "{ type: object, properties: { nullable: { type: boolean } }, example: { nullable: true, enum: [a] } }",
  ])("doesn't find %s, where both readings agree", async (schema) => {
    expect(await found(schema)).toEqual([]);
  });

  it("finds it in files that a document refers to", async () => {
    const folder = await contractFolder({
      ...document("{ $ref: parts.yaml#/X }"),
      "parts.yaml": "X: { nullable: true, enum: [a] }\n",
    });
    const { findings } = await lintContracts(await readContracts([folder]), recommendedSettings);
    const own = findings.filter(({ finding: { code } }) => code === "nullable-by-intent");
    expect(own.map(({ finding: { file, line, column } }) => [basename(file), line, column])).toEqual([
      ["parts.yaml", 1, 6],
    ]);
  });

  it("gives a remedy with which both readings agree", async () => {
    const { findings } = await lintTexts(document(`{ nullable: true, allOf: [${address}] }`));
    const own = findings.filter(({ finding }) => finding.code === "nullable-by-intent");
    expect(own.map(({ finding: { level, hint } }) => [level, hint])).toEqual([
      [
        "warning",
        'Write `anyOf` with a schema with the `allOf` and `{ type: object, nullable: true, enum: [null] }`, or, from OpenAPI 3.1 on, `{ type: "null" }`.',
      ],
    ]);
    expect(
      await found(`{ anyOf: [{ allOf: [${address}] }, { type: object, nullable: true, enum: [null] }] }`),
    ).toEqual([]);
    const written = {
      anyOf: [{ type: "string" }, { type: "object", nullable: true, enum: [null] }],
    };
    const { is } = compile(written, { dialect: "openapi-3.0" });
    expect([is(null), is("a"), is({})]).toEqual([true, true, false]);
  });
});
