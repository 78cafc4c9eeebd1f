import fc from "fast-check";
import { astToString, transformSchema } from "openapi-typescript";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { openApiTypes } from "../../../generator/emit/types/http-types.js";
import { plainText } from "../../../generator/emit/types/openapi/plain-text.js";

const { factory } = ts;
const string = factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);

function printed(node: ts.Node): string {
  return astToString(node as never);
}

/** Texts that a printer may have to escape or to indent. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "a",
    "a\nb",
    "\n * a\n *\n *    b\n ",
    "\u2028",
    "é",
    '"',
    "\\",
    "\t",
    "a\r\nb",
    "*\n \u00a0* a\n",
    "$ref",
  ),
);

const { type } = fc.letrec<{ type: ts.TypeNode; member: ts.TypeElement }>((tie) => ({
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(
      ...[
        ts.SyntaxKind.StringKeyword,
        ts.SyntaxKind.NumberKeyword,
        ts.SyntaxKind.BooleanKeyword,
        ts.SyntaxKind.NeverKeyword,
      ].map((kind) => factory.createKeywordTypeNode(kind as ts.KeywordTypeSyntaxKind)),
      factory.createLiteralTypeNode(factory.createNull()),
      factory.createLiteralTypeNode(factory.createTrue()),
      factory.createLiteralTypeNode(
        factory.createPrefixUnaryExpression(ts.SyntaxKind.MinusToken, factory.createNumericLiteral(1)),
      ),
    ),
    fc.nat().map((value) => factory.createLiteralTypeNode(factory.createNumericLiteral(value))),
    text.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))),
    // openapi-typescript writes strings as identifiers.
    text.map((value) => factory.createIdentifier(JSON.stringify(value)) as unknown as ts.TypeNode),
    fc.array(tie("type"), { maxLength: 3 }).map((types) => factory.createTypeReferenceNode("Record", types)),
    fc.array(tie("type"), { minLength: 1, maxLength: 3 }).map((types) => factory.createUnionTypeNode(types)),
    fc
      .array(tie("type"), { minLength: 1, maxLength: 3 })
      .map((types) => factory.createIntersectionTypeNode(types)),
    fc.array(tie("type"), { maxLength: 3 }).map((types) => factory.createTupleTypeNode(types)),
    tie("type").map((item) => factory.createArrayTypeNode(item)),
    tie("type").map((item) => factory.createParenthesizedType(item)),
    fc.tuple(tie("type"), tie("type"), tie("type"), fc.boolean()).map(([first, next, rest, isOnOneLine]) => {
      const elements = [
        first,
        factory.createOptionalTypeNode(next),
        factory.createRestTypeNode(factory.createArrayTypeNode(rest)),
      ];
      const tuple = factory.createTupleTypeNode(elements);
      if (isOnOneLine) return ts.setEmitFlags(tuple, ts.EmitFlags.SingleLine);
      return tuple;
    }),
    fc
      .tuple(tie("type"), tie("type"))
      .map(([object, index]) => factory.createIndexedAccessTypeNode(object, index)),
    fc.array(tie("member"), { maxLength: 3 }).map((members) => factory.createTypeLiteralNode(members)),
  ),
  member: fc
    .record({
      name: text,
      type: tie("type"),
      optional: fc.boolean(),
      isReadonly: fc.boolean(),
      comment: fc.option(text),
      kind: fc.nat({ max: 3 }),
    })
    .map(({ name, type: of, optional, isReadonly, comment, kind }) => {
      const mark = optional ? factory.createToken(ts.SyntaxKind.QuestionToken) : undefined;
      const modifiers = isReadonly ? [factory.createModifier(ts.SyntaxKind.ReadonlyKeyword)] : undefined;
      const key = factory.createParameterDeclaration(undefined, undefined, "key", undefined, string);
      const names = [factory.createStringLiteral(name), "name", factory.createNumericLiteral(200)];
      const propertyName = names[kind - 1];
      const made =
        propertyName === undefined
          ? factory.createIndexSignature(modifiers, [key], of)
          : factory.createPropertySignature(modifiers, propertyName, mark, of);
      if (comment === null) return made;
      return ts.addSyntheticLeadingComment(made, ts.SyntaxKind.MultiLineCommentTrivia, comment, true);
    }),
}));

describe("plainText", () => {
  it("gives the text of TypeScript's printer, or none", () => {
    const plain = { yes: 0, no: 0 };
    fc.assert(
      fc.property(fc.boolean(), type, (isExported, of) => {
        const modifiers = isExported ? [factory.createModifier(ts.SyntaxKind.ExportKeyword)] : undefined;
        const statement = ts.isTypeLiteralNode(of)
          ? factory.createInterfaceDeclaration(modifiers, "A", undefined, undefined, of.members)
          : factory.createTypeAliasDeclaration(modifiers, "A", undefined, of);
        const own = plainText(statement);
        plain[own === undefined ? "no" : "yes"]++;
        if (own !== undefined) expect(own).toBe(printed(statement));
      }),
      { numRuns: 1000 },
    );
    expect(plain.yes).toBeGreaterThan(100);
    expect(plain.no).toBeGreaterThan(10);
  });

  it("prints what openapi-typescript usually makes", () => {
    const document = { ...thingDocument(3), $defs: { B: { type: "object", readOnly: true } } };
    const statements = transformSchema(document as never, settings(document) as never);
    for (const statement of statements) expect(plainText(statement)).toBe(printed(statement));
  });
});

describe("the types of a document of several parts", () => {
  it.each([1, 49, 50, 51, 151])("are those of the whole, with %i paths", (count) => {
    const document = thingDocument(count);
    const whole = printed(transformSchema(document as never, settings(document) as never) as never);
    expect(openApiTypes(document, { outside: [], enums: "closed" })).toBe(whole);
  });

  it("have one helper, where the first part needs it", () => {
    const operation = { responses: { 200: { description: "D" } } };
    const body = {
      allOf: [{ $ref: "#/components/schemas/A" }, { type: "object" }],
      required: ["name"],
    };
    const content = { "application/json": { schema: body } };
    const paths = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [
        `/${at}`,
        {
          post: {
            ...operation,
            ...(at % 30 === 29 && { requestBody: { content } }),
            ...(at > 70 && { operationId: `do${at}` }),
          },
        },
      ]),
    );
    const document = { ...thingDocument(0), paths };
    const whole = printed(transformSchema(document as never, settings(document) as never) as never);
    expect(whole).toMatch(/^type WithRequired[\s\S]*^export interface operations/m);
    // Ours is for unions and null too.
    const own = openApiTypes(document, { outside: [], enums: "closed" });
    expect(own.match(/^type WithRequired</gm)).toHaveLength(1);
    expect(own.replace(/^type WithRequired<.*\n/m, "")).toBe(
      whole.replace(/^type WithRequired<[\s\S]*?^\};\n/m, ""),
    );
  });
});

function thingDocument(count: number) {
  const schema = {
    type: "object",
    description: "A thing.\nOf two lines.",
    properties: {
      name: { type: "string", enum: ["a", "b"] },
      tags: { type: "array", items: { type: "number" } },
    },
  };
  const answer = {
    description: "D",
    content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
  };
  const get = (at: number) => ({ operationId: `get${at}`, summary: "S", responses: { 200: answer } });
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, { get: get(at) }])),
    components: { schemas: { A: schema } },
  };
}

function settings(document: object) {
  return {
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    injectFooter: [],
    resolve: (ref: string) =>
      ref
        .slice(2)
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document),
  };
}
