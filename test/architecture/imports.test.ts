import { builtinModules } from "node:module";
import { describe, expect, it } from "vitest";
import { type Import, importsOf, sourcesIn } from "./imports.js";

/** The parts of the project that a part may import in addition to itself, by path prefix. CONTRIBUTING.md says why. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  "cli/": ["generator/", "documents/", "conformance/", "@oipkit/runtime/", "text/"],
  "documents/": [
    "generator/package-version.ts",
    "generator/read/",
    "generator/validation/",
    "@oipkit/runtime/",
    "text/",
  ],
  "generator/index.ts": ["generator/", "@oipkit/runtime/errors"],
  "generator/generate.ts": [
    "generator/emit/",
    "generator/model/",
    "generator/outputs/",
    "generator/plugins/",
    "generator/read/",
    "generator/render/package-specifier.ts",
    "generator/render/template.ts",
  ],
  "generator/config.ts": [
    "generator/check/examples.ts",
    "generator/emit/types/http-types.ts",
    "generator/plugins/reference.ts",
  ],
  "generator/outputs/": [
    "generator/emit/",
    "generator/model/",
    "generator/render/template.ts",
    "generator/write/kept-files.ts",
    "@oipkit/runtime/errors",
  ],
  "generator/plugins/": [
    "generator/cache/nearest-modules.ts",
    "generator/emit/",
    "generator/model/",
    "generator/outputs/",
    "generator/read/",
    "generator/render/",
    "@oipkit/runtime/errors",
  ],
  "generator/large-libraries.ts": [],
  "generator/package-root.ts": [],
  "generator/package-version.ts": ["generator/package-root.ts"],
  "generator/read/": [
    "generator/package-root.ts",
    "@oipkit/runtime/errors",
    "@oipkit/runtime/json-depth",
    "@oipkit/runtime/json-pointer",
  ],
  "generator/validation/": [
    "generator/read/",
    "generator/render/",
    "generator/large-libraries.ts",
    "generator/package-root.ts",
    "@oipkit/runtime/errors",
    "@oipkit/runtime/json-depth",
    "@oipkit/runtime/json-pointer",
  ],
  "generator/check/": [
    "generator/read/",
    "generator/validation/",
    "generator/large-libraries.ts",
    "generator/package-root.ts",
    "@oipkit/runtime/json-depth",
    "@oipkit/runtime/json-pointer",
    "@oipkit/runtime/nearest-names",
    // Types: loading it would take time.
    "@oipkit/runtime/webhook",
  ],
  "generator/model/": [
    "generator/outputs/registry.ts",
    "generator/read/",
    "generator/render/identifier.ts",
    "@oipkit/runtime/json-pointer",
  ],
  "generator/render/": ["@oipkit/runtime/errors", "text/"],
  "generator/emit/": [
    "generator/large-libraries.ts",
    "generator/model/",
    "generator/outputs/output.ts",
    "generator/render/",
    "generator/read/",
    "generator/validation/",
    "@oipkit/runtime/json-pointer",
    "@oipkit/runtime/webhook",
    "conformance/",
    "text/",
  ],
  "generator/write/": ["generator/emit/file.ts", "@oipkit/runtime/errors", "text/"],
  "generator/cache/": ["generator/read/", "generator/write/compare.ts", "generator/package-root.ts"],
  "runtime/": [],
  "runtime/errors.ts": [],
  "runtime/unprintable.ts": [],
  "runtime/json-depth.ts": [],
  "runtime/json-pointer/": [],
  "runtime/http/": ["runtime/errors.ts", "runtime/json-pointer/", "runtime/nearest-names.ts"],
  "runtime/oauth/": ["runtime/errors.ts", "runtime/http/"],
  "runtime/access/": ["runtime/errors.ts", "runtime/json-pointer/"],
  "runtime/ports/": ["runtime/errors.ts"],
  "runtime/dispatch/": ["runtime/errors.ts", "runtime/ports/", "runtime/unprintable.ts"],
  "runtime/webhook/": [
    "runtime/dispatch/",
    "runtime/errors.ts",
    "runtime/json-depth.ts",
    "runtime/json-pointer/",
    "runtime/nearest-names.ts",
    "runtime/ports/",
    "runtime/unprintable.ts",
  ],
  // The public entry point also re-exports what a first receiver needs.
  "runtime/webhook/index.ts": [
    "runtime/adapters/node.ts",
    "runtime/dispatch/",
    "runtime/ports/",
    "runtime/stores/memory/index.ts",
    "runtime/webhook/",
  ],
  "runtime/stores/": ["runtime/errors.ts", "runtime/ports/"],
  "runtime/adapters/": ["runtime/errors.ts", "runtime/nearest-names.ts", "runtime/ports/"],
  "runtime/operations/": [
    "runtime/dispatch/",
    "runtime/errors.ts",
    "runtime/ports/",
    "runtime/unprintable.ts",
    "runtime/webhook/",
  ],
  "runtime/probe/": [
    "runtime/adapters/node-exchange.ts",
    "runtime/errors.ts",
    "runtime/http/loopback.ts",
    "runtime/nearest-names.ts",
    "runtime/ports/",
    "runtime/webhook/default-logger.ts",
  ],
  "conformance/": ["@oipkit/runtime/", "text/"],
  "text/": [],
  "generated/": ["@oipkit/runtime/"],
  "generated/conformance/": ["oipkit/conformance"],
  "examples/": ["@oipkit/runtime/", "@oipkit/sdk/", "oipkit/config", "oipkit/conformance", "oipkit/plugin"],
};

/** The parts that may access files, sockets and processes. All others get such values as parameters. */
const mayTouch: Readonly<Record<string, readonly string[]>> = {
  "node:fs": [
    "cli/",
    "documents/",
    "examples/",
    "generated/conformance/",
    "generator/cache/",
    "generator/check/vocabulary.ts",
    "generator/package-root.ts",
    "generator/plugins/",
    "generator/package-version.ts",
    "generator/read/",
    "generator/validation/support.ts",
    "generator/write/",
    "runtime/stores/",
  ],
  "node:http": [
    "cli/receive/",
    "conformance/exchange/http-send.ts",
    "examples/",
    "runtime/adapters/",
    "runtime/operations/",
    "runtime/probe/",
  ],
  "node:https": ["conformance/exchange/http-send.ts"],
  "node:net": ["examples/", "runtime/stores/"],
  "node:child_process": ["examples/"],
  "node:worker_threads": ["documents/threads/", "generator/write/"],
};

const product = ["cli", "conformance", "documents", "examples", "generated", "generator", "runtime", "text"];
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
      from: "generator/check/asyncapi.ts",
      to: "@asyncapi/parser",
      own: false,
      typeOnly: false,
    });
    expect(imports).toContainEqual({
      from: "cli/commands/generate.ts",
      to: "cli/watch.ts",
      own: true,
      typeOnly: false,
    });
    expect(imports).toContainEqual({
      from: "generator/emit/conformance/emit.ts",
      to: "conformance/suite/suite.ts",
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
      "documents",
      "examples",
      "generated",
      "generator",
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
