import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { compareTexts, outlined } from "../../support/commands/diff/compare-texts.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { check } from "../../support/reader/check/findings.js";

const formats = {
  own: "application/vnd.aai.asyncapi;version=3.0.0",
  ownJson: "application/vnd.aai.asyncapi+json;version=3.0.0",
  ownYaml: "application/vnd.aai.asyncapi+yaml;version=3.0.0",
  draft07: "application/schema+json;version=draft-07",
  openapi: "application/vnd.oai.openapi;version=3.0.0",
  avro: "application/vnd.apache.avro;version=1.9.0",
};
const described = (schemaFormat: string, schema: unknown) => ({ schemaFormat, schema });
/** Tuples are written in this way by draft-07 alone. */
const pair = { type: "array", items: [{ type: "string" }, { type: "integer" }], additionalItems: false };
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });

const schemas = {
  Pair: described(formats.draft07, pair),
  PairAgain: to("Pair"),
  PairOnceMore: described(formats.ownYaml, to("PairAgain")),
  Note: described(formats.openapi, object({ note: { type: "string", nullable: true } })),
  Bytes: described(formats.avro, { type: "bytes" }),
};
const payloads: Readonly<Record<string, unknown>> = {
  Direct: described(formats.own, pair),
  DirectJson: described(formats.ownJson, pair),
  Referred: to("Pair"),
  Chained: to("PairAgain"),
  Wrapped: to("PairOnceMore"),
  Elsewhere: { $ref: "./shared.yaml#/pair" },
  WholeFile: { $ref: "./whole.yaml" },
  Property: object({ pair: to("PairAgain") }),
  Inner: described(formats.draft07, object({ pair: to("Pair") })),
  Items: { type: "array", items: to("Pair") },
  Nullable: to("Note"),
  NullableProperty: object({ note: to("Note") }),
  Foreign: to("Bytes"),
  ForeignProperty: object({ bytes: to("Bytes") }),
};

function documentWith(changed: Readonly<Record<string, unknown>> = {}) {
  const messages = Object.fromEntries(Object.entries(payloads).map(([name, payload]) => [name, { payload }]));
  const refs = Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]);
  const traced = { headers: described(formats.draft07, object({ trace: pair })) };
  const withHeaders = {
    HeadersDirect: { headers: described(formats.draft07, object({ trace: pair })), payload: true },
    HeadersReferred: { headers: to("Traced"), payload: true },
    HeadersOfTrait: { traits: [{ $ref: "#/components/messageTraits/traced" }], payload: true },
  };
  return {
    asyncapi: "3.0.0",
    info: { title: "Things", version: "1" },
    channels: {
      c: { address: "c", messages: { ...Object.fromEntries(refs), ...withHeaders } },
      replies: { address: null, messages: { Reply: { payload: to("Pair") } } },
    },
    operations: {
      ask: {
        action: "send",
        channel: { $ref: "#/channels/c" },
        reply: { channel: { $ref: "#/channels/replies" } },
      },
    },
    components: {
      messages,
      messageTraits: { traced },
      schemas: { ...schemas, Traced: described(formats.draft07, object({ trace: pair })), ...changed },
    },
  };
}

const files = (changed = {}) => ({
  "things.asyncapi.json": documentWith(changed),
  "shared.yaml": { pair: described(formats.draft07, pair) },
  "whole.yaml": described(formats.draft07, pair),
});

let generated: ReadonlyMap<string, string>;
let guards: Readonly<Record<string, (value: unknown) => boolean>>;

beforeAll(async () => {
  generated = await generateFrom([await contractFolder(files())], { only: ["types", "validators"] });
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    ...Object.fromEntries([...generated].filter(([path]) => path.startsWith("validators/"))),
  });
  guards = await import(pathToFileURL(join(folder, "validators/index.ts")).href);
});

const right = ["a", 1];
const wrong = ["a", "b"];

describe("a multi-format schema", () => {
  it.each([
    ["Direct", right, wrong],
    ["DirectJson", right, wrong],
    ["Referred", right, wrong],
    ["Chained", right, wrong],
    ["Wrapped", right, wrong],
    ["Elsewhere", right, wrong],
    ["WholeFile", right, wrong],
    ["Reply", right, wrong],
    ["Property", { pair: right }, { pair: wrong }],
    ["Inner", { pair: right }, { pair: wrong }],
    ["Items", [right], [wrong]],
    ["Nullable", { note: null }, { note: 1 }],
    ["NullableProperty", { note: { note: null } }, { note: { note: 1 } }],
    ["ForeignProperty", { bytes: 1 }, {}],
  ])("is validated in the words of its format: %s", (name, valid, invalid) => {
    expect(guards[`is${name}`]?.(valid)).toBe(true);
    expect(guards[`is${name}`]?.(invalid)).toBe(false);
  });

  it("has the type that its format says", () => {
    const pairs = [
      "Direct",
      "DirectJson",
      "Referred",
      "Chained",
      "Wrapped",
      "Elsewhere",
      "WholeFile",
      "Reply",
    ];
    const types = [...pairs, "Property", "Inner", "Items", "Nullable", "NullableProperty", "ForeignProperty"];
    const headers = ["HeadersDirectHeaders", "HeadersReferredHeaders", "HeadersOfTraitHeaders"];
    const use = `
      import type { ${[...types, ...headers].join(", ")} } from "./things/types.js";
      ${pairs.map((name) => `export const a${name}: ${name} = ["a", 1];\n// @ts-expect-error The second is an integer.\nexport const b${name}: ${name} = ["a", "b"];`).join("\n")}
      ${headers.map((name) => `export const a${name}: ${name} = { trace: ["a", 1] };\n// @ts-expect-error The second is an integer.\nexport const b${name}: ${name} = { trace: ["a", "b"] };`).join("\n")}
      export const property: Property = { pair: ["a", 1] };
      // @ts-expect-error The second is an integer.
      export const wrongProperty: Property = { pair: ["a", "b"] };
      // @ts-expect-error The second is an integer.
      export const wrongInner: Inner = { pair: ["a", "b"] };
      // @ts-expect-error The second is an integer.
      export const wrongItems: Items = [["a", "b"]];
      export const nullable: Nullable = { note: null };
      // @ts-expect-error It is a string or null.
      export const wrongNullable: NullableProperty = { note: { note: 1 } };
      export const foreign: ForeignProperty = { bytes: Symbol() };
    `;
    expect(typeCheck(new Map([...generated, ["use.ts", use]]))).toEqual([]);
  });

  it("that isn't JSON Schema is named wherever it is", async () => {
    const texts = Object.entries(files()).map(([name, value]) => [name, JSON.stringify(value)]);
    const found = await check(Object.fromEntries(texts));
    expect(
      found.map(({ severity, code, pointer, message }) => `${severity} ${code} ${pointer}: ${message}`),
    ).toEqual([
      "warning schema-format /components/schemas/Bytes/schemaFormat: the payload of `Foreign` is described in Avro, so the type is `unknown`, and the validator accepts any value",
    ]);
  });

  it("that isn't JSON Schema is named where nothing but a property refers to it", async () => {
    const document = {
      asyncapi: "3.0.0",
      info: { title: "Things", version: "1" },
      channels: { c: { messages: { M: { payload: object({ bytes: to("Bytes") }) } } } },
      components: { schemas: { Bytes: schemas.Bytes } },
    };
    const found = await check({ "a.asyncapi.json": JSON.stringify(document) });
    expect(
      found.map(({ severity, code, pointer, message }) => `${severity} ${code} ${pointer}: ${message}`),
    ).toEqual([
      "warning schema-format /components/schemas/Bytes/schemaFormat: this schema is described in Avro, so the type is `unknown`, and validators accept any value here",
    ]);
  });

  it("is compared in the words of its format, wherever it is", async () => {
    const closer = described(formats.draft07, {
      ...pair,
      items: [{ type: "string" }, { type: "integer" }, { type: "boolean" }],
    });
    const found = outlined(await compareTexts(files(), files({ Pair: closer }), "consumer", "provider"));
    const changed = found.filter((each) => each.includes("/Pair/schema"));
    expect(changed.length, found.join("\n")).toBeGreaterThan(0);
    const avro = described(formats.avro, { type: "string" });
    const foreign = outlined(await compareTexts(files(), files({ Bytes: avro })));
    expect(
      foreign.filter((each) => each.includes("/Bytes/")),
      foreign.join("\n"),
    ).not.toEqual([]);
  });
});

describe("a file that AsyncAPI documents refer to, and that names no dialect", () => {
  it("is read in the words of the schema that refers to it, and so are pointers into it", async () => {
    const both = [{ type: "string" }, { type: "integer" }];
    const all: Readonly<Record<string, unknown>> = {
      Own: { $ref: "./own.json#/pair" },
      Openapi: described(formats.openapi, { $ref: "./openapi.json" }),
      Later: described("application/schema+json;version=2020-12", { $ref: "./later.json" }),
      Item: { $ref: "#/components/schemas/Pair/schema/items/1" },
      OwnItem: { $ref: "./own.json#/pair/items/1" },
      Rest: { $ref: "./own.json#/open/additionalItems" },
      Dependent: { $ref: "#/components/schemas/Needs/dependencies/a" },
    };
    const messages = Object.fromEntries(Object.entries(all).map(([name, payload]) => [name, { payload }]));
    const needs = { dependencies: { a: object({ b: { type: "string" } }) } };
    const folder = await contractFolder({
      "a.asyncapi.json": {
        asyncapi: "3.0.0",
        info: { title: "Things", version: "1" },
        channels: { c: { messages } },
        components: { schemas: { Pair: schemas.Pair, Needs: needs } },
      },
      "own.json": { pair, open: { type: "array", items: both, additionalItems: { type: "boolean" } } },
      "openapi.json": object({ note: { type: "string", nullable: true } }),
      "later.json": { type: "array", prefixItems: both, items: false },
    });
    const made = await generateFrom([folder], { only: ["validators"] });
    const scripts = [...made].filter(([path]) => path.startsWith("validators/"));
    const written = await contractFolder({
      "package.json": '{ "type": "module" }',
      ...Object.fromEntries(scripts),
    });
    const { default: _none, ...found } = await import(
      pathToFileURL(join(written, "validators/index.ts")).href
    );
    const is = found as typeof guards;
    const cases: readonly (readonly [string, unknown, unknown])[] = [
      ["Own", right, wrong],
      ["Openapi", { note: null }, { note: 1 }],
      ["Later", right, wrong],
      ["Item", 1, "a"],
      ["OwnItem", 1, "a"],
      ["Rest", true, 1],
      ["Dependent", { b: "x" }, {}],
    ];
    for (const [name, valid, invalid] of cases) {
      expect(is[`is${name}`]?.(valid), name).toBe(true);
      expect(is[`is${name}`]?.(invalid), name).toBe(false);
    }
  });
});
