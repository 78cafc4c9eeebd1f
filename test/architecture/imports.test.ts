import { builtinModules } from "node:module";
import { describe, expect, it } from "vitest";
import { mayTouch } from "../support/architecture/may-touch.js";
import { beginsWithAny, findRoom, rooms } from "../support/architecture/rooms.js";
import { type Import, rootFolders, sourceAt, sources, sourcesIn } from "../support/architecture/sources.js";

const builtin = new Set(builtinModules);
const imports = sources.flatMap((source) => source.imports);
const show = ({ from, to }: Import): string => `${from} imports ${to}`;
/** A public name of one of our packages, as integrators use it. */
const isPublic = (to: string): boolean => /^(?:oipkit|@oipkit\/[a-z-]+)(?:\/|$)/.test(to);
/** The package that a file is part of. */
const owningPackage = (path: string): string =>
  /^(?:runtime|generated|delivery|platform\/(?:sandbox|console))\//.exec(path)?.[0] ?? "oipkit";
/** Parts of a product, not of what tests it, serves its build or shows its use. */
const isProduct = (path: string): boolean => !/^(?:test|tools|templates|examples)\/|^vitest/.test(path);

/** Files that a file loads, with those that these load. */
function loadedFrom(start: readonly string[]): Import[] {
  const reached = new Map<string, readonly Import[]>();
  const open = [...start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    const loads = sourceAt(path).imports.filter(({ typeOnly }) => !typeOnly);
    reached.set(path, loads);
    for (const { own, to } of loads) if (own) open.push(to);
  }
  return [...reached.values()].flat();
}

describe("the rooms", () => {
  it("are at most 14 folders, and each file belongs to one with rules", () => {
    expect(sources.length).toBeGreaterThan(2_000);
    expect(rootFolders().length).toBeLessThanOrEqual(14);
    expect(sources.filter(({ path }) => findRoom(path) === undefined).map(({ path }) => path)).toEqual([]);
  });

  it("all exist", () => {
    const empty = Object.keys(rooms).filter((room) => !sources.some(({ path }) => path.startsWith(room)));
    expect(empty).toEqual([]);
  });

  it.each(Object.entries(rooms))("%s imports only what it may", (room, { imports: allowed }) => {
    const broken = imports.filter(
      ({ from, to, own }) =>
        (own || isPublic(to)) && findRoom(from) === room && !beginsWithAny(to, [room, ...allowed]),
    );
    expect(broken.map(show)).toEqual([]);
  });
});

describe("imports", () => {
  it("are found, in files of TypeScript and of React, and of types", () => {
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
    expect(imports.some(({ from, to }) => from.endsWith(".tsx") && to.endsWith(".tsx"))).toBe(true);
  });

  it("lead to files that exist", () => {
    const paths = new Set(sources.map(({ path }) => path));
    const lost = imports.filter(
      ({ from, to, own }) => own && isProduct(from) && !paths.has(to) && !/\.(?:css|json|d\.ts)$/.test(to),
    );
    expect(lost.map(show)).toEqual([]);
  });

  it("of other packages use public names, so that no file is compiled into two packages", () => {
    const across = imports.filter(
      ({ from, to, own }) => own && isProduct(from) && owningPackage(from) !== owningPackage(to),
    );
    expect(across.map(show)).toEqual([]);
  });

  it("of the platform, and of its SDK, are in no neutral room", () => {
    const isNeutral = (path: string): boolean => rooms[findRoom(path) ?? ""]?.neutral === true;
    const found = imports.filter(
      ({ from, to }) =>
        isNeutral(from) && /^(?:platform\/|generated\/|@oipkit\/(?:sdk|console)(?:\/|$))/.test(to),
    );
    expect(found.map(show)).toEqual([]);
  });

  it("of Node's modules start with node:", () => {
    expect(imports.filter(({ to, own }) => !own && builtin.has(to)).map(show)).toEqual([]);
  });

  it.each(Object.entries(mayTouch))("of %s are only in parts that may use it", (name, places) => {
    const broken = imports.filter(
      ({ from, to }) =>
        isProduct(from) && (to === name || to.startsWith(`${name}/`)) && !beginsWithAny(from, places),
    );
    expect(broken.map(show)).toEqual([]);
    const unused = places.filter(
      (place) =>
        !imports.some(({ from, to }) => from.startsWith(place) && (to === name || to.startsWith(`${name}/`))),
    );
    expect(unused).toEqual([]);
  });

  it.each(["runtime/access", "runtime/http", "runtime/oauth"])(
    "of %s include no module of Node, so that it runs wherever fetch does",
    (folder) => {
      const loaded = loadedFrom(sourcesIn(folder).map(({ path }) => path));
      expect(loaded.filter(({ to }) => to.startsWith("node:")).map(show)).toEqual([]);
    },
  );

  it("of the application identity exclude the user identity's dependencies, to keep bundles small", () => {
    const libraries = loadedFrom(["runtime/oauth/client-credentials.ts"]).filter(({ own }) => !own);
    expect([...new Set(libraries.map(({ to }) => to))]).toEqual(["oauth4webapi"]);
  });

  it("of the Console's page are its libraries, the generated client and itself", () => {
    const libraries = [
      /^react(?:-dom(?:\/client)?)?$/,
      /^react-aria-components\/[A-Z]\w+$/,
      /^@tanstack\/react-(?:query|router)$/,
      /^lucide-react$/,
      /^use-intl\/core$/,
      /^@oipkit\/runtime\/http$/,
      // A part of the build makes it from the contracts.
      /^virtual:event-shapes$/,
    ];
    const foreign = imports.filter(
      ({ from, to, own }) =>
        from.startsWith("platform/console/app/") && !own && !libraries.some((library) => library.test(to)),
    );
    expect(foreign.map(show)).toEqual([]);
  });
});
