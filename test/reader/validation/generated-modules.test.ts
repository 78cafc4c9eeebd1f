import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import {
  generateModules,
  generateValidators,
  runModules,
  writeModules,
} from "../../support/reader/validation/generate-validators.js";

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

  it("accept valid values in a process that can't compile strings to code", async () => {
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

  it("reject invalid values with every error", async () => {
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

  it("accept nothing if their own code fails, and say so", async () => {
    const { order: validator } = await generateValidators({ order, tag });
    const failing = {
      ...base,
      get child() {
        throw new TypeError("no child");
      },
    };
    expect(validator?.is(failing)).toBe(false);
    for (const options of [{}, { all: false }, { strict: true }])
      expect(validator?.check(failing, options)).toEqual([
        {
          code: "validator-failed",
          pointer: "",
          schemaPointer: "",
          message:
            "the validator failed (TypeError) and accepts nothing: this is a fault of the validator, not of the document",
          keyword: "",
        },
      ]);
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

  it("distinguish properties whose names give the same variable name", async () => {
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

  it("contain a schema once, however often it is referenced, even if references are circular", async () => {
    const modules = await generateModules({
      left: {
        properties: { right: { $ref: "right.schema.json" }, own: { $ref: "#/$defs/own" } },
        $defs: { own: { minimum: 5 } },
      },
      right: {
        properties: { left: { $ref: "left.schema.json" }, own: { $ref: "left.schema.json#/$defs/own" } },
      },
    });
    const texts = [...modules.values()];
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

  it("can be tree-shaken: `is` alone brings no messages and no other schema", async () => {
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
