import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { identifier } from "../../../../reader/text/code/identifier.js";
import {
  dataLiteral,
  inlineLiteral,
  jsonText,
  literal,
  propertyKey,
  templateLiteralType,
  valueKey,
} from "../../../../reader/text/code/literal.js";
import { hostileData, hostileText } from "../../../support/reader/text/code/hostile.js";
import { evaluate, onlyStatement } from "../../../support/reader/text/code/typescript-module.js";

const runs = { numRuns: 200 };

describe("literals", () => {
  it("evaluate to their text", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(evaluate(literal(text).toString())).toBe(JSON.stringify(text));
        const written = literal(text).toString();
        expect(written).not.toMatch(/[\n\r\u2028\u2029\0\u0085]/);
        expect(Buffer.from(written).toString()).toBe(written);
      }),
      runs,
    );
  });

  it.each([0, -1, 1e21, 1e-7, true, false, null])("evaluate to their value: %s", (value) => {
    expect(evaluate(literal(value).toString())).toBe(JSON.stringify(value));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "can't be created from %s",
    (value) => {
      expect(() => literal(value)).toThrow(TypeError);
      expect(() => dataLiteral({ a: [value] })).toThrow(TypeError);
      expect(() => inlineLiteral({ a: [value] })).toThrow(TypeError);
    },
  );

  it.each([
    ["dataLiteral", dataLiteral],
    ["inlineLiteral", inlineLiteral],
  ])("of JSON data evaluate to the same data with the same key order: %s", (_, write) => {
    fc.assert(
      fc.property(hostileData, (data) => {
        expect(evaluate(write(data).toString())).toBe(JSON.stringify(data));
      }),
      runs,
    );
  });

  it("keep the key __proto__", () => {
    const data = JSON.parse('{"__proto__": {"admin": true}, "a": [{"__proto__": 1}]}') as unknown;
    for (const text of [dataLiteral(data), inlineLiteral(data)]) {
      expect(evaluate(text.toString())).toBe('{"__proto__":{"admin":true},"a":[{"__proto__":1}]}');
    }
  });

  it("omit only undefined values", () => {
    const data = { a: undefined, b: null, c: [], d: {}, e: "" };
    expect(evaluate(dataLiteral(data).toString())).toBe('{"b":null,"c":[],"d":{},"e":""}');
    expect(inlineLiteral(data).toString()).toBe('{ b: null, c: [], d: {}, e: "" }');
  });

  it("have one member per line, and lists of scalars on one line", () => {
    expect(dataLiteral({ a: [1, "x"], b: [{ c: true }] }).toString()).toBe(
      '{\n  a: [1, "x"],\n  b: [\n    {\n      c: true,\n    },\n  ],\n}',
    );
  });

  it("become JSON files with the same data", () => {
    fc.assert(
      fc.property(hostileData, (data) => {
        const text = jsonText(data).toString();
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(data));
        expect(text.endsWith("\n")).toBe(true);
      }),
      runs,
    );
  });
});

describe("keys", () => {
  it("of an object define a property of that name", () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        expect(evaluate(`{ ${valueKey(name)}: 1 }`)).toBe(JSON.stringify(Object.fromEntries([[name, 1]])));
      }),
      runs,
    );
  });

  it("of a type define one optional property of that name", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostileText,
          fc.constantFrom("new", "get", "readonly", "constructor", "async", "static", "1"),
        ),
        (name) => {
          const statement = onlyStatement(`interface X { readonly ${propertyKey(name)}?: 1 }`);
          expect(ts.isInterfaceDeclaration(statement)).toBe(true);
          const [member, ...others] = (statement as ts.InterfaceDeclaration).members;
          expect(others).toEqual([]);
          if (!member || !ts.isPropertySignature(member)) throw new Error("no property");
          expect((member.name as ts.Identifier | ts.StringLiteral).text).toBe(name);
        },
      ),
      runs,
    );
  });

  it("stay unquoted if they are identifiers", () => {
    expect(["a", "$_1", "default", "1a", "a-b", "ä", ""].map((name) => propertyKey(name).toString())).toEqual(
      ["a", "$_1", "default", '"1a"', '"a-b"', '"ä"', '""'],
    );
  });
});

describe("identifiers", () => {
  it("can be bound, or are refused", () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: fc.constantFrom(..."abz_$09") })), (name) => {
        let text: string;
        try {
          text = identifier(name).toString();
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          return;
        }
        expect(text).toBe(name);
        expect(evaluate(`(() => { const ${text} = 1; return ${text}; })()`)).toBe("1");
      }),
      runs,
    );
  });

  it.each(["class", "await", "arguments", "eval", "let", "undefined", "Promise", "__proto__", "type", "any"])(
    "can't be the word %s",
    (word) => {
      expect(() => identifier(word)).toThrow(TypeError);
    },
  );
});

describe("template literal types", () => {
  it("match their parts with any text in between", () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 2, maxLength: 4 }), (parts) => {
        const statement = onlyStatement(`type X = ${templateLiteralType(parts)};`);
        const { type } = statement as ts.TypeAliasDeclaration;
        if (!ts.isTemplateLiteralTypeNode(type)) throw new Error("no template literal type");
        expect(type.templateSpans.every((span) => span.type.kind === ts.SyntaxKind.StringKeyword)).toBe(true);
        expect([type.head.text, ...type.templateSpans.map(({ literal }) => literal.text)]).toEqual(parts);
      }),
      runs,
    );
  });
});
