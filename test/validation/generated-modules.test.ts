import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import { formatNames } from "../../generator/validation/formats.js";
import { compile } from "../../generator/validation/index.js";
import { instanceChecks } from "../../generator/validation/instances.js";
import { generateModules, runModules, writeModules } from "./generate-validators.js";
import { schemaContracts, schemaPlace } from "./schema-contracts.js";

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

describe("generated modules", () => {
  const verdicts = (instances: readonly unknown[]) =>
    runModules(
      { order, tag },
      instances.map((instance) => ["order", instance] as const),
    );

  it("accept what their schema accepts, where no code may be made of strings", async () => {
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

  it("refuse what their schema refuses, with every error", async () => {
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

  it("keep texts that look like code", async () => {
    const texts = [
      "formats.date",
      'require("fs")',
      "isDateTime",
      "export const a = 1",
      'import "fs";',
      '"use strict";',
      'a" + process.exit() + "b',
      "\\",
      '\\"',
      "$&",
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
    const found = await runModules(schemas, [
      ...texts.map((text) => ["a", text] as const),
      ["a", "formats.time"],
      ...texts.map((text) => ["b", { [text]: text }] as const),
      ["b", { "formats.date": "formats.time" }],
      ["c", "formats.date"],
      ["c", 'require("fs")'],
      ["c", "formatsxdate"],
    ]);
    const all = texts.map(() => true);
    expect(found.map(({ valid }) => valid)).toEqual([...all, false, ...all, false, true, true, false]);
  });

  it("keep apart properties whose names give the same variable", async () => {
    const names = [
      "a-b",
      "a_b",
      "aB",
      "value",
      "accepts_order",
      "uri_format",
      "await",
      "is",
      "item",
      "name",
      "é",
      "1",
    ];
    const properties = Object.fromEntries(names.map((name, index) => [name, { const: index }]));
    const right = Object.fromEntries(names.map((name, index) => [name, index]));
    const found = await runModules({ names: { type: "object", required: names, properties } }, [
      ["names", right],
      ...names.map((name) => ["names", { ...right, [name]: -1 }] as const),
    ]);
    expect(found.map(({ errors }) => errors.map(({ pointer }) => pointer))).toEqual([
      [],
      ...names.map((name) => [`/${name}`]),
    ]);
  });

  it("hold a schema once, however many refer to it, and circles too", async () => {
    const modules = await generateModules({
      left: {
        properties: { right: { $ref: "right.schema.json" }, own: { $ref: "#/$defs/own" } },
        $defs: { own: { minimum: 5 } },
      },
      right: {
        properties: { left: { $ref: "left.schema.json" }, own: { $ref: "left.schema.json#/$defs/own" } },
      },
    });
    const texts = [...modules].filter(([path]) => path.endsWith(".js")).map(([, text]) => text);
    expect(texts.filter((text) => text.includes("minimum: 5"))).toHaveLength(1);
    const found = await runModules(
      {
        left: { properties: { right: { $ref: "right.schema.json" }, id: { type: "string" } } },
        right: { properties: { left: { $ref: "left.schema.json" } } },
      },
      [
        ["left", { right: { left: { id: "a" } } }],
        ["left", { right: { left: { id: 1 } } }],
        ["right", { left: { right: { left: { id: 1 } } } }],
      ],
    );
    expect(found.map(({ errors }) => errors.map(({ pointer }) => pointer))).toEqual([
      [],
      ["/right/left/id"],
      ["/left/right/left/id"],
    ]);
  });

  it("leave to a bundler what a program doesn't use: `is` alone brings no messages and no other schema", async () => {
    const folder = await writeModules({ order, tag, other: { properties: { never: { type: "string" } } } });
    const entry = join(folder, "entry.js");
    await writeFile(entry, 'export { isOrder } from "./validators/index.js";\n');
    const build = await rolldown({ input: entry, logLevel: "silent" });
    const [{ code }] = (await build.generate({ format: "iife", name: "bundle", minify: true })).output;
    await build.close();
    expect(code).not.toMatch(/never|lacks the required|doesn't match|does not/);
    const context = createContext({}, { codeGeneration: { strings: false, wasm: false } });
    new Script(
      `${code}; var answers = [bundle.isOrder(${JSON.stringify(base)}), bundle.isOrder({})]`,
    ).runInContext(context);
    expect(context.answers).toEqual([true, false]);
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

  it("means the same in a generated module as where examples are checked", async () => {
    expect(formatNames).toContain("date-time");
    expect(formatNames.length).toBeGreaterThan(20);
    const schemas = Object.fromEntries(formatNames.map((format) => [`f-${format}`, { format }]));
    const contracts = await schemaContracts(schemas);
    const checks = instanceChecks(contracts);
    const cases = Object.keys(schemas).flatMap((name) =>
      [...samples, ...numbers].map((sample) => [name, sample] as const),
    );
    const found = await runModules(schemas, cases);
    expect(cases.map(([name, sample], at) => [name, sample, found[at]?.valid])).toEqual(
      cases.map(([name, sample]) => [name, sample, checks.is(schemaPlace(contracts, name), sample)]),
    );
  });

  it.each([
    ["date", ["2020-02-29"], ["2021-02-29", "2020-1-01", "2020-01-01T00:00:00Z"]],
    ["time", ["12:00:00Z", "23:59:60Z", "12:00:00+01:00"], ["12:00:00", "24:00:00Z", "12:00:60Z"]],
    ["int32", [2147483647, -2147483648, "a"], [2147483648, 1.5]],
    ["uuid", ["9c858901-8a57-4791-81fe-4c455b099bc9"], ["urn:uuid:9c858901-8a57-4791-81fe-4c455b099bc9"]],
    ["regex", ["^a$"], ["(", "\\Z"]],
    ["byte", ["YWI=", ""], ["YWJ", "-_=="]],
  ])("%s accepts and refuses what its specification says", (format, right, wrong) => {
    const { is } = compile({ format });
    expect([right.map(is), wrong.map(is)]).toEqual([right.map(() => true), wrong.map(() => false)]);
  });
});
