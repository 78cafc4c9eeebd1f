import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generate } from "../../../generator/generate.js";
import { assertContracts } from "../../../reader/check/check.js";
import type { InputFile } from "../../../reader/documents/input.js";
import { loadContracts } from "../../../reader/documents/load.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { fileStem, isPortableName, keptStem } from "../../../reader/model/names.js";
import { findEscapes, runAll } from "../../support/generator/emit/canary.js";
import { hostileText } from "../../support/generator/emit/hostile-contracts.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";

/** Names that files of the output, devices or the user have already, and that differ only by case, or not in a path. */
const claimed = (
  "index catalog support violation standard-schema Index CATALOG schemas manifest package.json dist README readme reference " +
  "con CON aux nul.x com1 lpt9 prn.schema a a.d a.operations a.definitions a-operations con.definitions A à a.b a-b " +
  "validators fixtures conformance types client 2fa n2fa -rf --help ~ ... .. . CON. node_modules"
).split(" ");

const stem = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...claimed) },
    { weight: 1, arbitrary: fc.constant("long-".repeat(47)) },
    { weight: 3, arbitrary: hostileText },
  )
  // A path never has half of a surrogate pair.
  .map((text) => text.replace(/\p{Surrogate}/gu, "?").replaceAll("/", "\\"));

const kinds = ["schema", "openapi", "asyncapi"] as const;
const file = fc.record({ stem, kind: fc.constantFrom(...kinds), folder: fc.constantFrom("", "a/", "b/") });

const documents = {
  schema: (target: string) => ({
    type: "object",
    properties: { a: { $ref: target }, b: { $ref: `${target}#/$defs/Inner` } },
    $defs: { Inner: { type: "string" } },
  }),
  openapi: (target: string) => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/a": {
        post: {
          operationId: "a",
          requestBody: { content: { "application/json": { schema: { $ref: target } } } },
          responses: { 204: { description: "none" } },
        },
      },
    },
  }),
  asyncapi: (target: string, at: number) => ({
    asyncapi: "3.0.0",
    info: { title: "T", version: "1" },
    components: {
      messages: Object.fromEntries(
        ["Order", "order.paid", "index", "con"]
          .map((name) => `${name}${at || ""}`)
          .map((key) => [
            key,
            {
              name: key,
              payload: {
                type: "object",
                required: ["type"],
                properties: { type: { const: key }, ref: { $ref: target } },
              },
            },
          ]),
      ),
    },
  }),
};

/** A schema that all refer to, and a contract for each name; the same path twice is one file. */
function contractFiles(files: readonly { stem: string; kind: (typeof kinds)[number]; folder: string }[]) {
  const base = JSON.stringify({ type: "string", $defs: { Inner: { type: "string" } } });
  const inputs = new Map<string, InputFile>();
  const put = (name: string, text: string) =>
    inputs.set(name, { path: `/contracts/${name}`, file: name, text, role: "contract", name });
  put("base.schema.json", base);
  for (const [at, { stem, kind, folder }] of files.entries())
    put(
      `${folder}${stem}.${kind}.json`,
      JSON.stringify(documents[kind](folder === "" ? "./base.schema.json" : "../base.schema.json", at)),
    );
  return [...inputs.values()];
}

const templates = await readTemplates(undefined);

describe("whatever a contract is named", () => {
  test("its code stays in the folder, under names that every system has, and compiles and runs", async () => {
    const output = new Map<string, string>();
    const inputs: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 6 }), async (files) => {
        const read = contractFiles(files);
        const contracts = await loadContracts(read, "/");
        const generated = await generate(contracts, { templates });
        const paths = generated.map(({ path }) => path.toLowerCase());
        expect(new Set(paths).size).toBe(paths.length);
        for (const { path, text } of generated) {
          expect(path).toMatch(/^[\w-]+(?:[./][\w-]+)*$/);
          expect(path).not.toMatch(/(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:[./]|$)/i);
          for (const part of path.split("/")) expect(part.length).toBeLessThanOrEqual(255);
          if (/\.[jt]s$/.test(path)) expect(findEscapes(path, text)).toEqual([]);
          output.set(`${inputs.length}/${path}`, text);
        }
        const index = generated.find(({ path }) => path === "validators/index.ts")?.text ?? "";
        expect(index.match(/^export \{/gm)).toHaveLength(
          read.reduce((sum, { name }) => sum + subjects[name.split(".").at(-2) as keyof typeof subjects], 0),
        );
        inputs.push(JSON.stringify(files));
      }),
      { numRuns: 8, endOnFailure: true },
    );
    const faults = [...typeCheck(output), ...(await runAll(output))];
    const culprit = inputs[Number.parseInt(faults[0]?.replace(/^\.\//, "") ?? "", 10)];
    expect(faults.slice(0, 3), culprit).toEqual([]);
  });

  test("checks find nothing wrong with it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
        const contracts = await loadContracts(contractFiles(files), "/");
        expect(await assertContracts(contracts, { examples: "off" })).toEqual([]);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test("a schema named `index` or `catalog` gets a validator of its own, and is listed by its name", async () => {
    const names = ["index", "catalog", "Catalog", "support"];
    const read = contractFiles(names.map((stem) => ({ stem, kind: "schema", folder: "" })));
    const contracts = await loadContracts(read, "/");
    const files = new Map((await generate(contracts, { templates })).map(({ path, text }) => [path, text]));
    const catalog = files.get("validators/catalog.ts") ?? "";
    for (const name of names) expect(catalog).toMatch(new RegExp(`^ {2}"?${name}"?: \\{ load`, "m"));
    expect(files.get("validators/index.ts")).toContain(
      'checkIndex, is as isIndex, standard as indexSchema } from "./index2.js"',
    );
    expect([...files.keys()].filter((path) => /validators\/catalog\d?\.ts/i.test(path))).toHaveLength(3);
  });

  test("two schemas with the same file name in two folders get different names", async () => {
    const read = contractFiles(["a/", "b/"].map((folder) => ({ stem: "order", kind: "schema", folder })));
    const contracts = await loadContracts([...read].reverse(), "/");
    const files = new Map((await generate(contracts, { templates })).map(({ path, text }) => [path, text]));
    expect(files.get("validators/order.ts")).toContain("a/order.schema.json");
    expect(files.get("validators/order2.ts")).toContain("b/order.schema.json");
    expect(files.get("validators/catalog.ts")).toMatch(/order2: \{ load: \(\) => import\("\.\/order2\.js"\)/);
  });
});

/** How many validators a contract of a kind gives. */
const subjects = { schema: 1, openapi: 0, asyncapi: 4 };

describe("names of files", () => {
  test("are portable, whatever the text, and stay as they are where they can", () => {
    fc.assert(
      fc.property(fc.oneof(stem, fc.string({ unit: "binary", maxLength: 300 })), (text) => {
        for (const name of [fileStem(text), keptStem(text)]) {
          expect(name).toMatch(/^[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_-]*(?:\.[\w-]+)*$/u);
          expect(name.normalize("NFC")).toBe(name);
          expect(isPortableName(`${name}.definitions.js`)).toBe(true);
          expect(keptStem(name)).toBe(name);
        }
      }),
    );
    expect(["access-change", "Order_Paid", "order.v1", "a.d", "con", "Con.x"].map(keptStem)).toEqual([
      "access-change",
      "Order_Paid",
      "order.v1",
      "a-d",
      "con_",
      "con-x",
    ]);
  });

  test.each(["", "a/b", "a\\b", "C:", "a\n", "a.", "a ", "..", "nul", "NUL.ts", "a*", 'a"', "x".repeat(256)])(
    "isn't %j",
    (name) => {
      expect(isPortableName(name) && name !== "").toBe(false);
    },
  );
});
