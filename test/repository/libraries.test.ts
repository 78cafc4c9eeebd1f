import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../support/generator/emit/contract-folder.js";

interface LibraryResult {
  readonly scheme: string;
  readonly library: string;
  readonly judged: number;
  readonly wrong: readonly { readonly id: string; readonly level: string; readonly kind: string }[];
}

interface Source {
  readonly url: string;
}

interface Tools {
  readonly libraries: readonly { readonly library: string; readonly scheme: string }[];
  readonly findSource: (
    scheme: string,
    vector: { readonly id: string; readonly level: string },
  ) => Source | undefined;
  readonly librariesPage: (results: readonly LibraryResult[]) => string;
  readonly sources: Readonly<Record<string, readonly Source[]>>;
}

async function importTool(name: string): Promise<Tools> {
  return import(/* @vite-ignore */ new URL(`../../tools/libraries/${name}.mjs`, import.meta.url).href);
}

const { libraries } = await importTool("libraries");
const { findSource, librariesPage } = await importTool("page");
const { sources } = await importTool("sources");

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const results = JSON.parse(read("docs/reference/libraries.json")) as readonly LibraryResult[];

describe("the page of the libraries", () => {
  it("is what the results beside it say", () => {
    expect(read("docs/reference/libraries.md")).toBe(librariesPage(results));
  });

  it("has every library, and each was asked about at least 400 vectors", () => {
    expect(results.map(({ library }) => library)).toEqual(libraries.map(({ library }) => library));
    expect(results.filter(({ judged }) => judged < 400)).toEqual([]);
  });

  it("calls nothing a fault that no source decides", () => {
    const unusual = { id: "timestamp-form/plus", level: "info" };
    expect(findSource("standard-webhooks", unusual)).toBeUndefined();
    expect(findSource("standard-webhooks", { id: "timestamp-altered/to-plus", level: "must" })?.url).toMatch(
      /^https:/,
    );
    expect(findSource("discord", { id: "timestamp-window/past-360", level: "must" })).toBeUndefined();
    const schemes = new Set(libraries.map(({ scheme }) => scheme));
    expect(Object.keys(sources).sort()).toEqual([...schemes].sort());
    // Signatures of whole messages have no vectors.
    const others = readdirSync(join(root, "examples/schemes")).filter((name) => !schemes.has(name));
    expect(others).toEqual(["http-message-signatures"]);
  });

  it("shows that libraries read the timestamp before they sign it again", () => {
    const wrong = (name: string): readonly string[] =>
      results.find(({ library }) => library === name)?.wrong.map(({ id }) => id) ?? [];
    expect(wrong("standardwebhooks")).toEqual(
      expect.arrayContaining(
        ["letters-after", "fraction", "zero-before"].map((form) => `timestamp-altered/to-${form}`),
      ),
    );
  });

  it("has adapters of at most 40 lines", () => {
    const folder = join(root, "examples/libraries");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const long = files.filter(
      ({ parentPath, name }) =>
        readFileSync(join(parentPath, name), "utf8").trimEnd().split("\n").length > 40,
    );
    expect(long.map(({ name }) => name)).toEqual([]);
    expect(files.length).toBeGreaterThan(libraries.length);
  });
});
