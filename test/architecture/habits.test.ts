import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { longParameterLists, onlyReexports, undocumentedExports } from "../support/architecture/habits.js";
import { roomOf, rooms } from "../support/architecture/rooms.js";
import { parse, type Source, sources } from "../support/architecture/sources.js";

const maxLines = 300;
const maxFiles = 25;

const isGenerated = ({ path }: Source): boolean => /^(?:generated|platform\/\w+\/generated)\//.test(path);
const handwritten = sources.filter((source) => !isGenerated(source));
/** What others read as a product: not tests, tools, examples and skeletons. */
const product = handwritten.filter(({ path }) => !/^(?:test|tools|templates|examples)\/|^vitest/.test(path));
const typed = product.filter(({ path }) => /\.tsx?$/.test(path));
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

  it("neutral code cites no section of one platform's document", () => {
    const isNeutral = ({ path }: Source): boolean => rooms[roomOf(path) ?? ""]?.neutral === true;
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
