import { builtinModules } from "node:module";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, sourcesIn } from "../support/architecture/imports.js";
import { mayImport, mayTouch } from "../support/architecture/part-rules.js";

const product = [
  "cli",
  "conformance",
  "platform/console/server",
  "platform/console/generated",
  "delivery",
  "documents",
  "evolution",
  "examples",
  "generated",
  "generator",
  "lint",
  "mock",
  "runtime",
  "sandbox",
  "text",
];
const imports = sourcesIn(...product).flatMap(importsOf);
const builtin = new Set(builtinModules);
/** Returns whether an import uses a public package name, as integrators do. */
const isPublic = (to: string): boolean => /^(?:oipkit|@oipkit\/[a-z-]+)(?:\/|$)/.test(to);
const show = ({ from, to }: Import): string => `${from} imports ${to}`;
const startsWithOneOf = (path: string, starts: readonly string[]): boolean =>
  starts.some((start) => path.startsWith(start));

/** The part that a file belongs to, which is the longest matching prefix. */
function partOf(path: string): string {
  const parts = Object.keys(mayImport).filter((part) => path.startsWith(part));
  return parts.sort((a, b) => b.length - a.length)[0] ?? "";
}

const relative = imports.filter(({ own }) => own);

describe("imports", () => {
  it("are found", () => {
    expect(imports.length).toBeGreaterThan(400);
    expect(imports).toContainEqual({
      from: "reader/check/asyncapi-parser.ts",
      to: "@asyncapi/parser",
      own: false,
      typeOnly: false,
    });
    expect(imports).toContainEqual({
      from: "commands/generate/watch.ts",
      to: "commands/terminal/watch-files.ts",
      own: true,
      typeOnly: false,
    });
    expect(imports).toContainEqual({
      from: "generator/emit/conformance/emit.ts",
      to: "commands/conform/suite/suite.ts",
      own: true,
      typeOnly: true,
    });
  });

  it("are only in files that belong to a part with rules", () => {
    const files = sourcesIn(...product);
    expect(files.filter((file) => partOf(file) === "")).toEqual([]);
  });

  it.each(Object.keys(mayImport))("of %s follow its rules", (part) => {
    const allowed = [part, ...(mayImport[part] ?? [])];
    const broken = imports.filter(
      ({ from, to, own }) => (own || isPublic(to)) && partOf(from) === part && !startsWithOneOf(to, allowed),
    );
    expect(broken.map(show)).toEqual([]);
  });

  it("of other packages use public names, so that no file is compiled into two packages", () => {
    const packageOf = (path: string): string => /^(?:runtime|generated)\//.exec(path)?.[0] ?? "";
    const across = relative.filter(({ from, to }) => packageOf(from) !== packageOf(to));
    expect(across.map(show)).toEqual([]);
    const users = imports.filter(({ to }) => isPublic(to)).map(({ from }) => from.split("/")[0]);
    expect([...new Set(users)].sort()).toEqual([
      "cli",
      "conformance",
      "console",
      "delivery",
      "documents",
      "evolution",
      "examples",
      "generated",
      "generator",
      "lint",
      "mock",
      "sandbox",
    ]);
  });

  it("of conformance code are only in the emitter of the suite", () => {
    const loaded = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith("generator/") &&
        !from.startsWith("generator/emit/conformance/") &&
        to.startsWith("conformance/") &&
        !typeOnly,
    );
    expect(loaded.map(show)).toEqual([]);
  });

  it("of Node's modules start with node:", () => {
    expect(imports.filter(({ to, own }) => !own && builtin.has(to)).map(show)).toEqual([]);
  });

  it.each(Object.entries(mayTouch))("of %s are only in parts that may use it", (name, places) => {
    const broken = imports.filter(
      ({ from, to }) => (to === name || to.startsWith(`${name}/`)) && !startsWithOneOf(from, places),
    );
    expect(broken.map(show)).toEqual([]);
  });

  it.each(["runtime/access", "runtime/http", "runtime/oauth"])(
    "of %s include no module of Node, so that it runs wherever fetch does",
    (part) => {
      const reached = new Set<string>();
      const open = sourcesIn(part);
      for (let file = open.pop(); file !== undefined; file = open.pop()) {
        if (reached.has(file)) continue;
        reached.add(file);
        open.push(...relative.filter(({ from, typeOnly }) => from === file && !typeOnly).map(({ to }) => to));
      }
      expect(imports.filter(({ from, to }) => reached.has(from) && to.startsWith("node:")).map(show)).toEqual(
        [],
      );
    },
  );

  it("of the application identity exclude the user identity's dependencies, to keep bundles small", () => {
    const reached = new Set<string>();
    const open = ["runtime/oauth/client-credentials.ts"];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      open.push(...relative.filter(({ from, typeOnly }) => from === file && !typeOnly).map(({ to }) => to));
    }
    const libraries = imports.filter(({ from, own, typeOnly }) => reached.has(from) && !own && !typeOnly);
    expect([...new Set(libraries.map(({ to }) => to))]).toEqual(["oauth4webapi"]);
  });
});
