import { describe, expect, it } from "vitest";
import { generate } from "../../../generator/generate.js";
import { readInputs } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { temporaryFolder, writeTree } from "../../support/generator/emit/contract-folder.js";
import { check } from "../../support/reader/check/findings.js";
import { schemaContracts } from "../../support/reader/validation/schema-contracts.js";

type Files = Readonly<Record<string, string>>;

async function shown(files: Files): Promise<string[]> {
  const found = await check(files);
  for (const { message, hint, excerpt } of found) {
    expect(`${message}${hint}`).not.toMatch(/call stack|RangeError/);
    expect(excerpt.length).toBeLessThan(300);
  }
  return found.map(({ code, range, file }) => `${file}:${range.line}:${range.column} ${code}`);
}

/** A schema of nested properties as text, which `JSON.stringify` couldn't write; each takes two levels. */
function nestedSchema(properties: number): string {
  return `${'{"properties":{"a":'.repeat(properties)}{}${"}}".repeat(properties)}`;
}

/** Definitions of which each leads to the next one. */
function chain(length: number, prefix: string, link: (ref: string) => object): Record<string, object> {
  const names = Array.from({ length }, (_, index) => `D${index}`);
  const entries = names.map((name, index) => [
    name,
    index + 1 < length ? link(`${prefix}D${index + 1}`) : {},
  ]);
  return Object.fromEntries(entries) as Record<string, object>;
}

const asProperty = ($ref: string) => ({ type: "object", properties: { a: { $ref } } });
const twice = ($ref: string) => ({ allOf: [{ $ref }, { $ref }] });
const asReference = ($ref: string) => ({ $ref });

const schema = (length: number, link: (ref: string) => object): Files => ({
  "a.schema.json": JSON.stringify({ $ref: "#/$defs/D0", $defs: chain(length, "#/$defs/", link) }),
});

const openapi = (components: object, paths: object = {}): Files => ({
  "a.openapi.json": JSON.stringify({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths,
    components,
  }),
});

const openapiSchemas = (length: number, link: (ref: string) => object): Files =>
  openapi({ schemas: chain(length, "#/components/schemas/", link) });

describe("nesting beyond 256 levels is a finding at its first bracket", () => {
  it.each([
    ["JSON", { "a.schema.json": nestedSchema(5000) }, "a.schema.json:1:2433 too-deep"],
    ["JSON that nobody closes", { "a.schema.json": "[".repeat(100_000) }, "a.schema.json:1:257 too-deep"],
    ["flow YAML", { "a.schema.yaml": `a: ${"[".repeat(100_000)}` }, "a.schema.yaml:1:259 too-deep"],
    ["lists in YAML", { "a.schema.yaml": "- ".repeat(100_000) }, "a.schema.yaml:1:513 too-deep"],
    ["maps in YAML", { "a.schema.yaml": lines(1000) }, "a.schema.yaml:257:257 too-deep"],
    [
      "an example",
      { "a.schema.json": "{}", "examples/a/b.json": `${"[".repeat(20_000)}${"]".repeat(20_000)}` },
      "examples/a/b.json:1:257 too-deep",
    ],
    ["an API", openapiText(nestedSchema(5000)), "a.openapi.json:1:2503 too-deep"],
  ])("in %s", async (_, files, finding) => {
    expect(await shown(files as Files)).toEqual([finding]);
  });

  it("is none at the limit", async () => {
    expect(await shown({ "a.schema.json": nestedSchema(127) })).toEqual([]);
    expect(await shown({ "a.schema.yaml": nestedSchema(127) })).toEqual([]);
  });

  it("is found if aliases nest", async () => {
    const values = Array.from({ length: 300 }, (_, at) => `- &a${at} [${at === 0 ? "" : `*a${at - 1}`}]\n`);
    const found = await check({ "a.schema.yaml": `examples:\n${values.join("")}` });
    expect(found).toMatchObject([{ code: "too-deep", range: { line: 256 } }]);
  });
});

describe("a text that grows", () => {
  it("is a finding if aliases repeat a long text", async () => {
    const text = `x-a: &a ${"x".repeat(20_000)}\nx-b: [${Array(100).fill("*a").join(", ")}]\n`;
    expect(await shown({ "a.schema.yaml": text })).toEqual(["a.schema.yaml:2:7 too-large"]);
  });

  it("is a finding if aliases expand 165 kB to 150 MB", async () => {
    const object = `{ ${Array.from({ length: 500 }, (_, at) => `k${at}: {type: string}`).join(", ")} }`;
    const text = `$defs:\n  a: &a\n    properties: ${object}\nproperties:\n${Array.from({ length: 9000 }, (_, at) => `  p${at}: *a\n`).join("")}`;
    expect(text.length).toBeLessThan(170_000);
    expect(await shown({ "a.schema.yaml": text })).toEqual([expect.stringContaining(" too-large")]);
  });

  it("is a finding if each reference leads to two more", async () => {
    expect(await shown(schema(40, twice))).toEqual(["a.schema.json:1:9 too-large"]);
    expect(await shown(openapiSchemas(40, twice))).toEqual([expect.stringContaining(" too-large")]);
    expect(await shown(schema(8, twice))).toEqual([]);
  });

  it("is a finding if copies of another file double, and none if one contains itself", async () => {
    const other = chain(30, "#/", ($ref) => ({ a: { $ref }, b: { $ref } }));
    const responses = { 200: { description: "d", links: { l: { $ref: "./other.yaml#/D0" } } } };
    const paths = { "/a": { get: { operationId: "a", responses } } };
    const files = { ...openapi({}, paths), "other.yaml": JSON.stringify(other) };
    await expect(generated(files)).rejects.toMatchObject({ diagnostics: [{ code: "too-large" }] });
    const itself = { ...openapi({}, paths), "other.yaml": '{ "D0": { "a": { "$ref": "#/D0" } } }' };
    const written = await generated(itself);
    expect(written.reduce((size, { text }) => size + text.length, 0)).toBeLessThan(100_000);
  });

  it("is a finding if overlays double it", async () => {
    const actions = Array.from({ length: 18 }, (_, at) => ({
      target: "$..*[?@.x]",
      update: { [`a${at}`]: { x: 1 }, [`b${at}`]: { x: 1 } },
    }));
    const overlay = { overlay: "1.0.0", info: { title: "o", version: "1" }, actions };
    const files = { ...openapi({ "x-a": { x: { x: 1 } } }), "o.overlay.json": JSON.stringify(overlay) };
    expect(await shown(files)).toEqual([expect.stringContaining(" too-large")]);
  });
});

describe("a chain of references", () => {
  it("is a finding if it is longer than 256", async () => {
    expect(await shown(schema(400, asReference))).toContain("a.schema.json:1:9 too-deep");
    expect(await shown(openapiSchemas(400, asReference))).toContain("a.openapi.json:1:104 too-deep");
  });

  it("is fine if it is shorter, or passes through properties", async () => {
    expect(await shown(schema(100, asReference))).toEqual([]);
    expect(await shown(schema(100, asProperty))).toEqual([]);
    expect(await shown(openapiSchemas(100, asProperty))).toEqual([]);
  });

  it("is a finding if a library's call stack can't follow it", async () => {
    const misspelt = (ref: string) => ({ ...asProperty(ref), titel: "T" });
    expect(await shown(openapiSchemas(5000, misspelt))).toEqual(["a.openapi.json:1:1 too-deep"]);
  });

  it("is fine if no library needs to follow it", async () => {
    expect(await shown(schema(5000, asProperty))).toEqual([]);
    expect(await shown(openapiSchemas(5000, asProperty))).toEqual([]);
  });
});

it("generates from the deepest schema that is allowed", async () => {
  const contracts = await schemaContracts({ a: JSON.parse(nestedSchema(127)) as object });
  const files = await generate(contracts, { templates: await readTemplates(undefined) });
  expect(files.map(({ path }) => path)).toContain("validators/a.ts");
});

function lines(count: number): string {
  return Array.from({ length: count }, (_, at) => `${" ".repeat(at)}a:\n`).join("");
}

function openapiText(inner: string): Files {
  const [[name, text] = ["", ""]] = Object.entries(openapi({ schemas: { A: "@" } }));
  return { [name]: text.replace('"@"', inner) };
}

async function generated(files: Files) {
  const folder = await temporaryFolder();
  await writeTree(folder, files);
  const contracts = await loadContracts(await readInputs(["a.openapi.json"], folder), folder);
  return generate(contracts, { templates: await readTemplates(undefined) });
}
