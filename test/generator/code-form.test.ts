import { posix } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import { inForm } from "../../generator/form/in-form.js";
import { OutputFormError } from "../../generator/form/javascript.js";
import { exampleFiles } from "../support/generated/contract-examples.js";
import { generatedFiles } from "../support/generated/generated-files.js";
import { temporaryFolder, writeTree } from "../support/generator/emit/contract-folder.js";

const files = [...(await generatedFiles())].map(([path, text]) => ({ path, text }));

function relativeImports({ text }: { readonly text: string }): string[] {
  return ts
    .preProcessFile(text, true, false)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."));
}

it.each([
  ["js", /\.js$/],
  ["ts", /\.ts$/],
  ["none", /\/[^.]+(?:\.(?:operations|definitions|webhooks))?$/],
] as const)("imports that end with %s lead to files", async (importExtension, end) => {
  const paths = new Set(files.map(({ path }) => path));
  const made = await inForm(files, { validators: "ts", importExtension });
  const modules = made.filter(({ path }) => path.endsWith(".ts"));
  let count = 0;
  for (const { path, text } of modules) {
    for (const name of relativeImports({ text })) {
      count++;
      if (name.endsWith(".json")) continue;
      expect(name).toMatch(end);
      const target = posix.join(posix.dirname(path), name).replace(/\.[jt]s$/, "");
      expect(paths).toContain(`${target}.ts`);
    }
  }
  expect(count).toBeGreaterThan(200);
});

it("imports are found as they are written, and nothing that only looks like one", async () => {
  const text = [
    'import { a } from "./\\u0430.js";',
    "import './b.js';",
    'export const load = () => import("./b.js");',
    '// import "./b.js";',
    "export const text = 'import \"./b.js\";';",
    'export { c } from "elsewhere/b.js";',
  ].join("\n");
  const [made] = await inForm(
    [{ path: "x.ts", text }, ...["а.ts", "b.ts"].map((path) => ({ path, text: "" }))],
    { validators: "ts", importExtension: "ts" },
  );
  expect(made?.text.split("\n")).toEqual([
    'import { a } from "./\\u0430.ts";',
    "import './b.ts';",
    'export const load = () => import("./b.ts");',
    '// import "./b.js";',
    "export const text = 'import \"./b.js\";';",
    'export { c } from "elsewhere/b.js";',
  ]);
});

it("validators in JavaScript judge every example and every counterexample as they must", async () => {
  const made = await inForm(files, { validators: "js", importExtension: "js" });
  expect(made.filter(({ path }) => /^validators\/(?!.*\.d\.ts$).*\.ts$/.test(path))).toEqual([]);
  const folder = await temporaryFolder();
  const tree = made.filter(({ path }) => path.startsWith("validators/"));
  await writeTree(folder, {
    "package.json": { type: "module" },
    ...Object.fromEntries(tree.map(({ path, text }) => [path, text])),
  });
  let judged = 0;
  for (const isValid of [true, false]) {
    for (const { validator, value } of exampleFiles(isValid ? "examples" : "counterexamples")) {
      const { is } = await import(pathToFileURL(`${folder}/validators/${validator}.js`).href);
      if (is === undefined) continue;
      expect(is(value)).toBe(isValid);
      judged++;
    }
  }
  expect(judged).toBeGreaterThan(200);
});

it("the declarations of validators in JavaScript are those that TypeScript finds", async () => {
  const made = await inForm(files, { validators: "js", importExtension: "js" });
  const declared = new Map(made.map(({ path, text }) => [path, text]));
  expect(declared.get("validators/subscription-renewed.d.ts")).toContain(
    "export declare function is(value: unknown): value is SubscriptionRenewed;",
  );
  expect(declared.get("validators/violation.d.ts")).toContain("export interface Violation {");
  expect([...declared.keys()].filter((path) => /(?:support|definitions)\.d\.ts$/.test(path))).toEqual([]);
});

it.each([
  ["export enum Colour {\n  red,\n}\n", "export enum Colour"],
  ["export const list = new Map<string, number>();\n", "string"],
  ['import { type Book, isBook } from "./book.js";\nisBook();\n', "type Book"],
])("TypeScript that isn't only types has no form in JavaScript: %j", async (text, source) => {
  const made = inForm([{ path: "validators/own.ts", text }], { validators: "js", importExtension: "js" });
  await expect(made).rejects.toThrow(OutputFormError);
  await expect(made).rejects.toThrow(source);
});
