import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { longParameterLists, onlyReexports, undocumentedExports } from "../support/architecture/habits.js";
import { sourcesIn } from "../support/architecture/imports.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const maxLines = 300;

/** Neutral code, which would work for another platform unchanged. */
const neutral = [
  "cli",
  "conformance",
  "delivery",
  "evolution",
  "generator",
  "lint",
  "manifest",
  "mock",
  "runtime",
  "text",
];
const read = (file: string): string => readFileSync(join(repository, file), "utf8");
const parsed = (file: string): ts.SourceFile => parse(read(file), file);
const parse = (text: string, file = "a.ts"): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const product = sourcesIn(...neutral);
const handwritten = [...product, ...sourcesIn("bench", "examples", "scripts", "templates", "test")].filter(
  (file) => !file.startsWith("test/golden/") && !file.includes("/node_modules/"),
);

describe("the checked files", () => {
  it("include the product and all handwritten code", () => {
    expect(product.length).toBeGreaterThan(500);
    expect(product).toContain("runtime/webhook/receiver.ts");
    expect(handwritten).toContain("test/architecture/habits.test.ts");
    expect(handwritten).toContain("tools/bench/receiver/run.mjs");
  });
});

describe("habits of CONTRIBUTING.md", () => {
  it(`no file is longer than ${maxLines} lines, tests included`, () => {
    const long = handwritten.filter((file) => read(file).trimEnd().split("\n").length > maxLines);
    expect(long).toEqual([]);
  });

  it("no file or folder is called utils or helpers", () => {
    expect(handwritten.filter((file) => /(?:^|[/.-])(?:util|helper)s?(?:[/.-]|$)/i.test(file))).toEqual([]);
  });

  it("an index.ts only re-exports; that of cli is the program itself", () => {
    const entryPoints = product.filter((file) => basename(file) === "index.ts" && file !== "cli/index.ts");
    expect(entryPoints).toContain("runtime/http/index.ts");
    expect(entryPoints.filter((file) => !onlyReexports(parsed(file)))).toEqual([]);
  });

  it("every export has a docstring", () => {
    const undocumented = product.flatMap((file) =>
      undocumentedExports(parsed(file)).map((name) => `${file}: ${name}`),
    );
    expect(undocumented).toEqual([]);
  });

  it("no function has more than three positional parameters", () => {
    expect(
      product.flatMap((file) => longParameterLists(parsed(file)).map((line) => `${file}:${line}`)),
    ).toEqual([]);
  });

  it("neutral code cites no section of one platform's document", () => {
    expect(product.filter((file) => /§\s*\d/.test(read(file)))).toEqual([]);
  });
});

describe("the checks of these habits", () => {
  it("find every kind of export without a docstring", () => {
    const text = `
      /** Known. */ export const a = 1;
      export const b = 1;
      // A comment is no docstring.
      export function c(): void {}
      export interface D {}
      export type E = string;
      export class F {}
      /** One of two. */ export function g(a: string): void;
      export function g(a: unknown): void {}
      const inner = 1;
      export { a as again } from "./b.js";
    `;
    expect(undocumentedExports(parse(text))).toEqual(["b", "c", "D", "E", "F"]);
  });

  it("find functions, methods, constructors and types with four parameters", () => {
    const text = [
      "function a(b: 1, c: 2, d: 3, e: 4) {}",
      "function f(this: object, b: 1, c: 2, d: 3) {}",
      "class G { constructor(b: 1, c: 2, d: 3, e: 4) {} }",
      "type H = (b: 1, c: 2, d: 3, e: 4) => void;",
      "interface I { j(b: 1, c: 2, d: 3, e: 4): void }",
      "const k = (b: 1, c: 2, d: 3, ...e: 4[]) => {};",
      "const l = ({ b, c, d, e }: Record<string, 1>) => {};",
    ].join("\n");
    expect(longParameterLists(parse(text))).toEqual([1, 3, 4, 5, 6]);
  });

  it("distinguish re-exports from everything else", () => {
    const own = "export const b = 1;";
    expect(onlyReexports(parse('export { a } from "./a.js";\nexport type * from "./b.js";'))).toBe(true);
    for (const text of [own, "const b = 1;\nexport { b };", 'import "./a.js";'])
      expect(onlyReexports(parse(text))).toBe(false);
  });
});
