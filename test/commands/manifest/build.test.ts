import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildManifest } from "../../../commands/manifest/build/build-manifest.js";
import type { BuildOptions } from "../../../commands/manifest/build/draft-manifest.js";
import { compareCodePoints } from "../../../commands/manifest/files/list.js";
import {
  files,
  folderWith,
  platformFormat,
  sha256,
  write,
} from "../../support/commands/manifest/artifact.js";

const named = { entry: "entry.js", container: "/assets/container.js", runtime: "r", version: "1.2.3" };

async function build(folder: string, more: Partial<BuildOptions> = {}) {
  return buildManifest({ folder, format: await platformFormat(), ...named, ...more });
}

const codes = async (folder: string, more: Partial<BuildOptions> = {}) =>
  (await build(folder, more)).findings.map(({ file, code, level }) => [
    file.slice(folder.length + 1),
    code,
    level,
  ]);

describe("a built manifest", () => {
  it("has the properties of the contract in its order, and the assets sorted by path", async () => {
    const { text, findings, files: count } = await build(folderWith());
    expect(findings).toEqual([]);
    expect(count).toBe(3);
    expect(text).toBe(
      `${JSON.stringify(
        {
          schema_version: "1.0",
          runtime: "r",
          artifact_version: "1.2.3",
          entry: "/entry.js",
          container: "/assets/container.js",
          assets: ["assets/container.js", "assets/style.css", "entry.js"].map((path) => ({
            path: `/${path}`,
            sha256: sha256(files[path as keyof typeof files]),
          })),
        },
        null,
        2,
      )}\n`,
    );
  });

  it("has the same bytes whatever the order in which the files were written", async () => {
    const entries = Object.entries(files);
    const again = await build(folderWith(Object.fromEntries(entries.reverse())));
    expect(again.text).toBe((await build(folderWith())).text);
  });

  it("starts every path with the base", async () => {
    const { manifest } = await build(folderWith(), { base: "/app/" });
    expect(manifest?.entry).toBe("/app/entry.js");
    expect(manifest?.assets.map(({ path }) => path)).toContain("/app/assets/style.css");
  });

  it("finds a file by a part of its name", async () => {
    const folder = folderWith({ "a/entry-Ab3.js": "1", "assets/container.js": "2" });
    expect((await build(folder, { entry: "/a/entry-*.js" })).manifest?.entry).toBe("/a/entry-Ab3.js");
    write(folder, "a/entry-Cd4.js", "3");
    expect(await codes(folder, { entry: "/a/entry-*.js" })).toEqual([["", "named-file-missing", "error"]]);
  });

  it("takes a constant from the contract, such as the runtime of a product", async () => {
    const { properties, ...format } = await platformFormat();
    const constants = { ...properties.constants, runtime: "example-runtime" };
    const product = { ...format, properties: { ...properties, constants } };
    const { manifest, text } = await build(folderWith(), { format: product, runtime: undefined });
    expect(manifest).toBeDefined();
    expect(JSON.parse(text ?? "")).toMatchObject({ runtime: "example-runtime", schema_version: "1.0" });
  });

  it("refuses an option that the contract has no property for", async () => {
    const { properties, ...format } = await platformFormat();
    const { container: _, ...rest } = properties;
    const building = build(folderWith(), { format: { ...format, properties: rest } });
    await expect(building).rejects.toThrow("`artifact-manifest` has no container; leave the option out");
  });

  it("leaves out what the ignore file, the options and the caller name", async () => {
    const folder = folderWith({
      ...files,
      "assets/style.css.map": "m",
      "tests/a.js": "t",
      "manifest.json": "{}",
      ".manifestignore": "# not served\n*.map\n",
    });
    const { manifest } = await build(folder, { ignore: ["/tests/"], without: ["manifest.json"] });
    expect(manifest?.assets.map(({ path }) => path)).toEqual([
      "/assets/container.js",
      "/assets/style.css",
      "/entry.js",
    ]);
  });
});

describe("a folder that can't be an artifact has a finding", () => {
  it.each([
    ["a space", "a b.js", "pattern"],
    ["a percent sign", "a%20b.js", "pattern"],
    ["a number sign", "a#b.js", "pattern"],
    ["a question mark", "a?b.js", "pattern"],
    ["a backslash", "a\\b.js", "pattern"],
    ["a line feed", "a\nb.js", "pattern"],
    ["a name that isn't normalized", "e\u0301.js", "name-not-normalized"],
    ["a name that differs in case alone", "Entry.js", "names-collide"],
  ])("for %s", async (_what, path, code) => {
    const found = await codes(folderWith({ ...files, [path]: "x" }));
    expect(found).toEqual([[path === "Entry.js" ? "entry.js" : path, code, "error"]]);
  });

  it("and says which character the contract doesn't allow", async () => {
    const { findings, text } = await build(folderWith({ ...files, "a b.js": "x" }));
    expect(findings[0]?.hint).toContain("doesn't allow ` ` (U+0020) in a path. Rename the file");
    expect(text).toBeUndefined();
  });

  it("for a symbolic link, which isn't followed", async () => {
    const folder = folderWith();
    symlinkSync("/etc/hostname", join(folder, "link.js"));
    symlinkSync("/etc", join(folder, "folder"));
    expect(await codes(folder)).toEqual([
      ["folder", "asset-link", "error"],
      ["link.js", "asset-link", "error"],
    ]);
  });

  it("for an entry that isn't there, a version of two parts, and too few or too many files", async () => {
    expect(await codes(folderWith(), { entry: "entri.js" })).toEqual([["", "named-file-missing", "error"]]);
    expect(await codes(folderWith(), { version: "1.2" })).toEqual([["", "pattern", "error"]]);
    expect(await codes(folderWith(), { runtime: undefined })).toEqual([["", "required", "error"]]);
    expect(await codes(folderWith({ "entry.js": "1" }), { container: "entry.js" })).toEqual([
      ["", "min-items", "error"],
    ]);
    const many = Object.fromEntries(Array.from({ length: 98 }, (_, at) => [`f${at}.js`, "x"]));
    expect(await codes(folderWith({ ...files, ...many }))).toEqual([["", "max-items", "error"]]);
  });

  it("for a path that is longer than the contract allows", async () => {
    const found = await codes(folderWith(), { base: `/${"b".repeat(2035)}` });
    // 2036 characters, and `/assets/style.css` has 17.
    expect(found).toContainEqual(["assets/style.css", "max-length", "error"]);
    expect(found).not.toContainEqual(["entry.js", "max-length", "error"]);
  });

  it("as a warning for a name that URLs write with percent signs", async () => {
    expect(await codes(folderWith({ ...files, "样式.css": "x" }))).toEqual([
      ["样式.css", "path-encoded", "warning"],
    ]);
  });
});

it("paths are sorted like their UTF-8 bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
