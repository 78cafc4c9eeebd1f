import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import {
  exportedTypes,
  longParameterLists,
  misnamedFunctions,
  nestedTernaries,
  onlyReexports,
  spreadLiterals,
  undocumentedExports,
} from "../support/architecture/habits.js";
import { findRoom, rooms } from "../support/architecture/rooms.js";
import { parse, type Source, sources } from "../support/architecture/sources.js";

const maxLines = 300;
const maxFiles = 25;

const isGenerated = ({ path }: Source): boolean => /^(?:generated|platform\/\w+\/generated)\//.test(path);
const handwritten = sources.filter((source) => !isGenerated(source));
/** What others read as a product: not tests, tools, examples and skeletons. */
const product = handwritten.filter(({ path }) => !/^(?:test|tools|templates|examples)\/|^vitest/.test(path));
const typed = product.filter(({ path }) => /\.tsx?$/.test(path));
/** The part of a package that shares its type names: the Console's page knows the server's answers, not its types. */
const packagePart = (path: string): string =>
  /^(?:runtime|delivery|platform\/sandbox|platform\/console\/(?:app|server))(?=\/)/.exec(path)?.[0] ??
  "oipkit";
const paths = (list: readonly Source[]): string[] => list.map(({ path }) => path);

describe("habits of CONTRIBUTING.md", () => {
  it("are held by every room", () => {
    const folders = new Set(product.map(({ path }) => path.split("/")[0]));
    expect([...folders].sort()).toEqual([
      "cli",
      "commands",
      "delivery",
      "generator",
      "platform",
      "reader",
      "runtime",
    ]);
    expect(product.some(({ path }) => path.endsWith(".tsx"))).toBe(true);
  });

  it(`no file is longer than ${maxLines} lines, tests included`, () => {
    const long = handwritten.filter(({ text }) => text.trimEnd().split("\n").length > maxLines);
    expect(paths(long)).toEqual([]);
  });

  it("no file or folder is called utils or helpers", () => {
    expect(
      paths(handwritten).filter((path) => /(?:^|[/.-])(?:util|helper)s?(?:[/.-]|$)/i.test(path)),
    ).toEqual([]);
  });

  it(`no folder of the Console's page has more than ${maxFiles} files`, () => {
    const count = new Map<string, number>();
    for (const { path } of product)
      if (path.startsWith("platform/console/app/"))
        count.set(dirname(path), (count.get(dirname(path)) ?? 0) + 1);
    expect([...count].filter(([, files]) => files > maxFiles)).toEqual([]);
  });

  it("an index.ts only re-exports; that of cli is the program itself", () => {
    const entryPoints = typed.filter(({ path }) => basename(path) === "index.ts" && path !== "cli/index.ts");
    expect(paths(entryPoints)).toContain("runtime/http/index.ts");
    expect(paths(entryPoints.filter(({ tree }) => !onlyReexports(tree)))).toEqual([]);
  });

  it("every export has a docstring", () => {
    const undocumented = typed.flatMap(({ path, tree }) =>
      undocumentedExports(tree).map((name) => `${path}: ${name}`),
    );
    expect(undocumented).toEqual([]);
  });

  it("no function has more than three positional parameters", () => {
    const long = product.flatMap(({ path, tree }) =>
      longParameterLists(tree).map((line) => `${path}:${line}`),
    );
    expect(long).toEqual([]);
  });

  it("no object literal is spread into another one, tests included", () => {
    const found = handwritten.flatMap(({ path, tree }) =>
      spreadLiterals(tree).map((line) => `${path}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it("no conditional expression is part of another one, tests included", () => {
    const found = handwritten.flatMap(({ path, tree }) =>
      nestedTernaries(tree).map((line) => `${path}:${line}`),
    );
    expect(found).toEqual([]);
  });

  it("a function is named by what it returns, not `…Of`, tests included", () => {
    const named = handwritten.filter(({ path }) => /\.tsx?$/.test(path));
    const found = named.flatMap(({ path, tree }) =>
      misnamedFunctions(tree).map((name) => `${path}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  it("a package exports a type's name from one file", () => {
    const files = new Map<string, string[]>();
    for (const { path, tree } of typed)
      for (const name of new Set(exportedTypes(tree))) {
        const key = `${packagePart(path)} ${name}`;
        files.set(key, [...(files.get(key) ?? []), path]);
      }
    expect(files.size).toBeGreaterThan(1000);
    expect([...files].filter(([, owners]) => owners.length > 1)).toEqual([]);
  });

  it("neutral code cites no section of one platform's document", () => {
    const isNeutral = ({ path }: Source): boolean => rooms[findRoom(path) ?? ""]?.neutral === true;
    expect(paths(sources.filter((source) => isNeutral(source) && /§\s*\d/.test(source.text)))).toEqual([]);
  });

  it("a schema is never dereferenced: keywords next to its reference apply", () => {
    // `dereference` passes over the keywords next to the references of a chain, which count for schemas.
    const ofSchema =
      /dereference\([\w.]+, below\([^()]*"(?:schema|items|properties|allOf|anyOf|oneOf|additionalProperties)"/;
    expect(paths(product.filter(({ text }) => ofSchema.test(text.replaceAll(/\n\s*/g, " "))))).toEqual([]);
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

  it("find spreads of object literals alone", () => {
    const text = "const a = { ...{ b, c }, ...d, ...(e ? { f } : {}) };\nconst g = { ...({ h }) };";
    expect(spreadLiterals(parse(text))).toEqual([1, 2]);
  });

  it("find conditional expressions in each other, with and without parentheses", () => {
    const text = "const a = b ? c : d;\nconst e = b ? (c ? d : f) : g;\nconst h = (b ? c : d) ? f : g;";
    expect(nestedTernaries(parse(text))).toEqual([2, 3]);
  });

  it("find functions named by their parameter, but no keyword", () => {
    const text =
      "const keyOf = () => 1;\nconst oneOf = () => 2;\nconst sizeOf = 3;\nconst b = { textOf: 1 };";
    expect(misnamedFunctions(parse(text))).toEqual(["keyOf"]);
    expect(misnamedFunctions(parse("function nameOf() {}\nclass C { textOf() {} }"))).toEqual([
      "nameOf",
      "textOf",
    ]);
  });

  it("find the exported types alone", () => {
    const text = "export interface A {}\nexport type B = A;\ninterface C {}\nexport const d = 1;";
    expect(exportedTypes(parse(text))).toEqual(["A", "B"]);
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
