import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { longParameterLists, undocumentedExports } from "../support/architecture/habits.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const app = join(repository, "platform/console/app");
const files = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join(app, name));
const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
const shown = (file: string): string => relative(repository, file);

/** What the page may import in addition to itself. */
const libraries = [
  /^react(?:-dom(?:\/client)?)?$/,
  /^react-aria-components\/[A-Z]\w+$/,
  /^@tanstack\/react-(?:query|router)$/,
  /^lucide-react$/,
  /^use-intl\/core$/,
  /^@oipkit\/runtime\/http$/,
];

function groupedByFolder(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths) folders.set(dirname(path), [...(folders.get(dirname(path)) ?? []), path]);
  return folders;
}

describe("the page of the Console", () => {
  it("has many files, none longer than 300 lines, at most 25 in a folder", () => {
    expect(files.length).toBeGreaterThan(100);
    const folders = groupedByFolder(files);
    expect([...folders].filter(([, list]) => list.length > 25).map(([folder]) => shown(folder))).toEqual([]);
    const long = files.filter((file) => readFileSync(file, "utf8").split("\n").length > 301);
    expect(long.map(shown)).toEqual([]);
  });

  it("imports its libraries, the generated client and itself", () => {
    const foreign = files.flatMap((file) =>
      ts
        .preProcessFile(readFileSync(file, "utf8"))
        .importedFiles.map(({ fileName }) => fileName)
        .filter((name) => {
          if (!name.startsWith(".")) return !libraries.some((library) => library.test(name));
          const to = relative(app, join(dirname(file), name));
          return to.startsWith("..") && !to.startsWith("../generated/console/");
        })
        .map((name) => `${shown(file)} imports ${name}`),
    );
    expect(foreign).toEqual([]);
  });

  it("documents every export, and has no long lists of parameters", () => {
    const undocumented = files.flatMap((file) =>
      undocumentedExports(parsed(file)).map((name) => `${shown(file)}: ${name}`),
    );
    expect(undocumented).toEqual([]);
    expect(files.filter((file) => longParameterLists(parsed(file)).length > 0).map(shown)).toEqual([]);
  });
});
