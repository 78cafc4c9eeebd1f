import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createAjv, schemaUri } from "../../../generator/validation/ajv.js";
import { compileAll, run, schemaContracts } from "./standalone-module.js";

const order = {
  type: "object",
  required: ["id", "at"],
  unevaluatedProperties: false,
  properties: {
    id: { type: "string", minLength: 2, maxLength: 3, pattern: "^[\\p{L}\"'`\\\\/*]+$" },
    at: { type: "string", format: "date-time" },
    until: { type: "string", format: "date-time" },
    kind: { enum: ["a", "*/", "${", "`", "\u2028", { deep: [1, null] }] },
    tags: { type: "array", uniqueItems: true, items: { $ref: "tag.schema.json" }, maxItems: 3 },
    amount: { type: "integer", minimum: 1, maximum: 9007199254740991 },
    child: { $ref: "#" },
  },
  "x-rules": [
    {
      rule: "until-after-at",
      later: ["/until", "/at"],
      clause: "§1",
      level: "must",
      message: '`until` */ "${" \u2028',
    },
    { rule: "same-id", equal: ["/id", "/child/id"], clause: "§1", level: "must", message: "ids differ" },
  ],
};
const tag = { type: "string", format: "hostname" };
const base = { id: "ab", at: "2020-01-01T00:00:00Z" };

describe("a standalone validator", () => {
  const verdicts = async (instances: readonly unknown[]) => {
    const contracts = await schemaContracts({ order, tag });
    return run(
      compileAll(contracts),
      instances.map((instance) => [0, instance] as const),
    );
  };

  it("accepts what its schema accepts", async () => {
    const instances = [
      base,
      { ...base, id: "é\"'" },
      { ...base, id: "*/`" },
      { ...base, kind: { deep: [1, null] } },
      { ...base, kind: "\u2028" },
      { ...base, tags: ["a.b", "c"], amount: 1.0 },
      { ...base, until: "2020-01-01T00:00:00.001Z" },
      { ...base, child: { ...base, child: { ...base } } },
    ];
    const found = await verdicts(instances);
    expect(found.map(({ valid, errors }) => [valid, errors])).toEqual(instances.map(() => [true, []]));
  });

  it("refuses what its schema refuses, with every error", async () => {
    const found = await verdicts([
      null,
      {},
      { ...base, id: "a", more: 1 },
      { ...base, id: "ab1" },
      { ...base, id: "abcd" },
      { ...base, at: "2020-01-01 00:00:00Z" },
      { ...base, kind: { deep: [1] } },
      { ...base, tags: ["a", "a"] },
      { ...base, tags: ["-"] },
      { ...base, amount: 9007199254740992 },
      { ...base, until: "2020-01-01T01:00:00+01:00" },
      { ...base, child: { ...base, id: "ba" } },
      { ...base, until: "soon" },
      { ...base, at: "2021-02-30T00:00:00Z", until: "2020-01-01T00:00:00Z" },
    ]);
    expect(found.map(({ valid }) => valid)).not.toContain(true);
    expect(found.map(({ errors }) => errors.map(({ pointer, keyword }) => `${pointer} ${keyword}`))).toEqual([
      [" type"],
      [" required", " required"],
      ["/id minLength", " unevaluatedProperties"],
      ["/id pattern"],
      ["/id maxLength"],
      ["/at format"],
      ["/kind enum"],
      ["/tags uniqueItems"],
      ["/tags/0 format"],
      ["/amount maximum"],
      [" x-rules"],
      [" x-rules"],
      ["/until format"],
      ["/at format"],
    ]);
    expect(found[10]?.errors[0]).toMatchObject({
      rule: "until-after-at",
      message: '`until` */ "${" \u2028',
    });
  });

  it("imports nothing and makes no code of strings", async () => {
    const body = compileAll(await schemaContracts({ order, tag, all: { ...order, pattern: undefined } }));
    const file = ts.createSourceFile("validators.js", body, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    expect((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
    const used = new Set<string>();
    const visit = (node: ts.Node): void => {
      expect([
        ts.SyntaxKind.ImportDeclaration,
        ts.SyntaxKind.ExportDeclaration,
        ts.SyntaxKind.ImportKeyword,
      ]).not.toContain(node.kind);
      if (ts.isIdentifier(node)) used.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(file);
    for (const name of ["require", "eval", "Function", "formats", "module", "exports", "process"])
      expect(used).not.toContain(name);
  });

  it("keeps texts that look like its own references", async () => {
    const texts = [
      "formats.date",
      'formats["date-time"]',
      "formats.int32",
      'require("ajv/dist/runtime/equal").default',
      'require("fs")',
      "isDateTime",
      "compareInstants",
      "export const a = 1",
      '"use strict";',
      'a" formats.uri "b',
      "\\",
      '\\"',
    ];
    const schemas = {
      a: { enum: texts, description: 'Calls require("fs") and formats.int32.' },
      b: {
        type: "object",
        properties: Object.fromEntries(texts.map((text) => [text, { const: text }])),
        additionalProperties: false,
      },
      c: { type: "string", pattern: '^formats\\.date|require\\("fs"\\)$' },
    };
    const body = compileAll(await schemaContracts(schemas));
    const found = run(body, [
      ...texts.map((text) => [0, text] as const),
      [0, "formats.time"],
      ...texts.map((text) => [1, { [text]: text }] as const),
      [1, { "formats.date": "formats.time" }],
      [2, "formats.date"],
      [2, 'require("fs")'],
      [2, "formatsxdate"],
    ]);
    const all = texts.map(() => true);
    expect(found.map(({ valid }) => valid)).toEqual([...all, false, ...all, false, true, true, false]);
  });

  it("holds each helper once, and only where it is needed", async () => {
    const needed = (schemas: Record<string, object>) =>
      schemaContracts(schemas).then((contracts) =>
        [...compileAll(contracts).matchAll(/^function ([a-z]\w+[a-z])\(/gim)]
          .map(([, name]) => name)
          .filter((name) => !/^validate\d/.test(name ?? "")),
      );
    const always = await needed({ a: { type: "string" } });
    expect(new Set(always).size).toBe(always.length);
    const beside = async (schemas: Record<string, object>) =>
      (await needed(schemas)).filter((name) => !always.includes(name)).sort();
    const lengths = { a: { type: "string", maxLength: 1 }, b: { type: "string", minLength: 1 } };
    expect(await beside(lengths)).toEqual(["codePointLength"]);
    expect(await beside({ a: { type: "string", format: "time" } })).toEqual(["isDateTime"]);
    expect(await beside({ a: { const: { b: 1 } } })).toEqual(["equal"]);
    const all = await needed({ order, tag });
    expect(new Set(all).size).toBe(all.length);
    expect(all).toEqual(expect.arrayContaining(["codePointLength", "equal", "isDateTime", "isNotLater"]));
  });
});

describe("a format", () => {
  const samples = [
    "",
    "a",
    "2020-01-01",
    "2020-02-30",
    "0000-02-29",
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00+0100",
    "12:00:00Z",
    "12:00:00z",
    "12:00:00",
    "12:00:00+01",
    "12:00:00+0100",
    "23:59:60Z",
    "00:59:60+01:00",
    "12:00:60Z",
    "24:00:00Z",
    "P1D",
    "P1Y2M3DT4H5M6S",
    "P",
    "https://a.example/b?c#d",
    "https://a.example/%zz",
    "urn:a:b",
    "/a/b",
    "a b",
    "http://[::1]:80/",
    "mailto:a@b.example",
    "//a",
    "a@b.example",
    "a@b",
    "a.example",
    "-a.example",
    "a".repeat(64),
    "127.0.0.1",
    "256.1.1.1",
    "::1",
    "fe80::1%a",
    "1::2::3",
    "^a$",
    "(",
    "a\\Z",
    "[",
    "\\-",
    "9c858901-8a57-4791-81fe-4c455b099bc9",
    "urn:uuid:9c858901-8a57-4791-81fe-4c455b099bc9",
    "/a/~0b/~1",
    "/~2",
    "#/a",
    "#/a%20b",
    "0/a",
    "1#",
    "YWI=",
    "YWJj",
    "YWJ",
    "YQ==\nYQ==",
    "YQ==",
    "-_==",
    "{a}",
    "{+a}/b{?c}",
    "{",
    "http://ä.example",
    "ftp://a.example/x",
  ];
  const numbers = [0, 1, -1, 1.5, 2147483647, 2147483648, -2147483648, -2147483649, 1e300, 2 ** 53];

  it("means the same in a standalone validator as where contracts are checked", async () => {
    const { formats } = createAjv(await schemaContracts({ a: {} }), { allErrors: true });
    const names = Object.keys(formats).sort();
    expect(names).toContain("date-time");
    expect(names.length).toBeGreaterThan(20);
    const contracts = await schemaContracts(
      Object.fromEntries(names.map((format) => [`f-${format}`, { format }])),
    );
    const ajv = createAjv(contracts, { allErrors: true });
    const cases = contracts.schemas.flatMap((_, index) =>
      [...samples, ...numbers].map((sample) => [index, sample] as const),
    );
    const wanted = cases.map(([index, sample]) => {
      const document = contracts.schemas[index];
      return document && ajv.getSchema(schemaUri(contracts, document, []))?.(sample);
    });
    const found = run(compileAll(contracts), cases);
    const name = (index: number) => contracts.schemas[index]?.file;
    expect(found.map(({ valid }, at) => [name(cases[at]?.[0] ?? 0), cases[at]?.[1], valid])).toEqual(
      cases.map(([index, sample], at) => [name(index), sample, wanted[at]]),
    );
  });
});
