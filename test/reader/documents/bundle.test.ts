import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundle } from "../../../reader/documents/bundle.js";
import type { Contracts } from "../../../reader/documents/contracts.js";
import type { Document } from "../../../reader/documents/document.js";
import type { InputFile } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { fromPointer, valueAt } from "../../../runtime/json-pointer/index.js";

const folder = "/contracts";
const main = "main.openapi.json";

/** Loads contracts from texts in memory. */
function load(files: Readonly<Record<string, unknown>>): Promise<Contracts> {
  const inputs = Object.entries(files).map(
    ([file, value]): InputFile => ({
      path: `${folder}/${file}`,
      file,
      name: file,
      text: JSON.stringify(value),
      role: file === main ? "contract" : "referenced",
    }),
  );
  return loadContracts(inputs, folder);
}

async function bundled(files: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const contracts = await load(files);
  const [document] = contracts.openapi as [Document];
  let count = 0;
  return bundle(
    contracts,
    document,
    ({ document: { file }, tokens }) => `${file}/${tokens.at(-1)} ${++count}`,
  );
}

const openapi = { openapi: "3.1.0", info: { title: "T", version: "1" } };

describe("bundle", () => {
  it("returns a document without external references unchanged", async () => {
    const document = {
      ...openapi,
      components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: {} } },
    };
    const contracts = await load({ [main]: document });
    expect(bundle(contracts, contracts.openapi[0] as Document, () => "X")).toBe(contracts.openapi[0]?.value);
  });

  it("adds each external schema to the components once, and inlines anything else", async () => {
    const result = await bundled({
      [main]: {
        ...openapi,
        paths: { "/a": { $ref: "paths/a.json", parameters: [] } },
        components: {
          schemas: { Own: { type: "string" }, Whole: { $ref: "main.openapi.json#/components/schemas/Own" } },
          responses: { R: { description: "R" } },
        },
      },
      "paths/a.json": {
        summary: "A",
        get: {
          responses: {
            default: { $ref: "../answers.json#/default" },
            "200": { $ref: "../main.openapi.json#/components/responses/R" },
          },
        },
      },
      "answers.json": {
        default: { description: "d", content: { "text/plain": { schema: { $ref: "#/default~1schema" } } } },
        "default/schema": {
          properties: {
            default: { $ref: "#/default~1schema", description: "Kept." },
            own: { $ref: "main.openapi.json#/components/schemas/Own" },
            schema: { $ref: "answers.json#/default~1schema" },
          },
        },
      },
    });
    const ref = { $ref: "#/components/schemas/answers.json~1default~1schema 1" };
    expect(result).toEqual({
      ...openapi,
      paths: {
        "/a": {
          parameters: [],
          summary: "A",
          get: {
            responses: {
              default: { description: "d", content: { "text/plain": { schema: ref } } },
              "200": { $ref: "#/components/responses/R" },
            },
          },
        },
      },
      components: {
        responses: { R: { description: "R" } },
        schemas: {
          Own: { type: "string" },
          Whole: { $ref: "#/components/schemas/Own" },
          "answers.json/default/schema 1": {
            properties: {
              default: { ...ref, description: "Kept." },
              own: { $ref: "#/components/schemas/Own" },
              schema: ref,
            },
          },
        },
      },
    });
  });

  it("writes a reference to the whole document as `#`", async () => {
    const schemas = { A: { $ref: "main.openapi.json" }, B: { $ref: "b.json" } };
    const result = await bundled({
      [main]: { ...openapi, components: { schemas } },
      "b.json": { type: "string" },
    });
    expect(valueAt(result, ["components", "schemas", "A"])).toEqual({ $ref: "#" });
  });

  const files = [main, "b.json", "deep/c.json"];
  const names = ["A", "default", "schema", "a/b"];
  const definitionPlace = (file: string, name: string) =>
    file === main ? ["components", "schemas", name] : ["defs", name];

  /** A schema whose actual references are `{ file, name }` until the file that contains them is known. */
  const schema = fc.letrec<{ any: Tree; ref: Tree }>((tie) => ({
    ref: fc.record(
      {
        $to: fc.record({ file: fc.constantFrom(...files), name: fc.constantFrom(...names) }),
        description: fc.constant("Beside."),
      },
      { requiredKeys: ["$to"] },
    ),
    any: fc.oneof(
      { depthSize: "small" },
      tie("ref"),
      fc.constantFrom<Tree>(
        { type: "string" },
        { const: { $ref: "data:" } },
        { enum: [{ $ref: "data:" }] },
        { default: { example: { $ref: "data:" } } },
        { examples: [{ $ref: "data:" }], example: { $ref: "data:" } },
      ),
      fc
        .dictionary(
          fc.constantFrom("a", "default", "example", "schema", "$ref", "enum", "__proto__"),
          tie("any"),
          { maxKeys: 3 },
        )
        .map((properties) => ({ properties })),
      tie("any").map((items) => ({ items })),
      fc.array(tie("any"), { maxLength: 2 }).map((allOf) => ({ allOf })),
    ),
  })).any;

  it("leaves only internal references, with the same targets as before", async () => {
    const all = fc.tuple(...files.map(() => fc.tuple(...names.map(() => schema))));
    await fc.assert(
      fc.asyncProperty(all, async (schemas) => {
        const texts = Object.fromEntries(
          files.map((file, index) => {
            const defs = Object.fromEntries(
              names.map((name, at) => [name, linked(schemas[index]?.[at], file)]),
            );
            return [file, file === main ? { ...openapi, components: { schemas: defs } } : { defs }];
          }),
        );
        const result = await bundled(texts);
        const inner: Follow = (_from, ref) => {
          expect(ref).toMatch(/^#/);
          return ["", valueAt(result, fromPointer(ref.slice(1)))];
        };
        const outer: Follow = (from, ref) => {
          const [path, fragment = ""] = ref.split("#");
          const file = path === "" ? from : new URL(path ?? "", `file:///${from}`).pathname.slice(1);
          return [file, valueAt(texts[file], fromPointer(fragment))];
        };
        for (const name of names) {
          const after = unfold(valueAt(result, definitionPlace(main, name)), {
            from: "",
            follow: inner,
            depth: 6,
          });
          const before = unfold(valueAt(texts[main], definitionPlace(main, name)), {
            from: main,
            follow: outer,
            depth: 6,
          });
          expect(after).toEqual(before);
          expect(before).toBeDefined();
        }
      }),
    );
  });

  type Tree = { readonly [key: string]: unknown };
  type Follow = (from: string, ref: string) => readonly [file: string, value: unknown];

  /** The tree with references written relative to the file. */
  function linked(tree: unknown, file: string): unknown {
    if (Array.isArray(tree)) return tree.map((item) => linked(item, file));
    if (tree === null || typeof tree !== "object") return tree;
    const { $to, ...rest } = tree as { $to?: { file: string; name: string } };
    const entries = Object.entries(rest).map(([key, item]) => [key, linked(item, file)]);
    if ($to) {
      const pointer = definitionPlace($to.file, $to.name)
        .map((token) => `/${token.replaceAll("/", "~1")}`)
        .join("");
      const folder = file === "deep/c.json" ? ".." : ".";
      const path = $to.file === file ? "" : `${folder}/${$to.file}`;
      entries.push(["$ref", `${path}#${pointer}`]);
    }
    return Object.fromEntries(entries);
  }

  /** The tree with every reference replaced by its target, down to the given depth. */
  function unfold(value: unknown, at: { from: string; follow: Follow; depth: number }): unknown {
    if (Array.isArray(value)) return value.map((item) => unfold(item, at));
    if (value === null || typeof value !== "object") return value;
    const { $ref, ...rest } = value as { $ref?: unknown };
    const isReference = typeof $ref === "string" && !$ref.startsWith("data:");
    const others = Object.entries(isReference ? rest : value).map(([key, item]) => [key, unfold(item, at)]);
    if (!isReference) return Object.fromEntries(others);
    if (at.depth === 0) return "…";
    const [from, target] = at.follow(at.from, $ref);
    expect(target).toBeDefined();
    return [Object.fromEntries(others), unfold(target, { ...at, from, depth: at.depth - 1 })];
  }
});
