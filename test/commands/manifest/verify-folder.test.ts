import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type VerifyFolderOptions, verifyFolder } from "../../../commands/manifest/verify/verify-folder.js";
import {
  files,
  folderWith,
  manifestFile,
  platformFormat,
  right,
  sha256,
  validManifest,
  write,
} from "../../support/commands/manifest/artifact.js";

async function verify(folder: string, manifest: unknown, more: Partial<VerifyFolderOptions> = {}) {
  const options = { folder, manifest: manifestFile(manifest), format: await platformFormat() };
  const { findings, verified, assets } = await verifyFolder({ ...options, ...more });
  return {
    verified,
    assets,
    found: findings.map(({ code, level, line, pointer }) => [code, level, line, pointer]),
  };
}

const pretty = JSON.stringify(right, null, 1);
const digestLine = pretty.split("\n").findIndex((line) => line.includes(right.assets[1]?.sha256 ?? "")) + 1;

describe("verification of a folder", () => {
  it("finds nothing in the folder that the manifest was made of", async () => {
    expect(await verify(folderWith(), right)).toEqual({ verified: 3, assets: 3, found: [] });
  });

  it("points to the digest of a file with other content", async () => {
    const folder = folderWith();
    write(folder, "assets/container.js", "export const container = 3;\n");
    expect(await verify(folder, pretty)).toEqual({
      verified: 2,
      assets: 3,
      found: [["digest-mismatch", "error", digestLine, "/assets/1/sha256"]],
    });
  });

  it("points to the path of a file that is missing, a link, a folder, or named otherwise", async () => {
    const folder = folderWith();
    rmSync(join(folder, "assets/container.js"));
    symlinkSync(join(folder, "entry.js"), join(folder, "assets/container.js"));
    renameSync(join(folder, "entry.js"), join(folder, "Entry.js"));
    rmSync(join(folder, "assets/style.css"));
    write(folder, "assets/style.css/x", "x");
    const { found, verified } = await verify(folder, right);
    expect(verified).toBe(0);
    expect(found.map(([code, level, , pointer]) => [code, level, pointer])).toEqual([
      ["asset-missing", "error", "/assets/0/path"],
      ["asset-link", "error", "/assets/1/path"],
      ["asset-missing", "error", "/assets/2/path"],
      ["extra-file", "warning", ""],
      ["extra-file", "warning", ""],
    ]);
  });

  it("doesn't read through a folder that is a link", async () => {
    const [folder, outside] = [folderWith({ "entry.js": files["entry.js"] }), folderWith()];
    symlinkSync(join(outside, "assets"), join(folder, "assets"));
    const { found } = await verify(folder, right);
    expect(found.map(([code]) => code)).toEqual(["asset-missing", "asset-missing", "extra-file"]);
  });

  it("warns of files that aren't listed, but not of the manifest and of what is ignored", async () => {
    const folder = folderWith({ ...files, "x.js": "x", "y.map": "y", ".manifestignore": "*.map\n" });
    write(folder, "m.json", JSON.stringify(right));
    const { found } = await verify(folder, right, { manifest: join(folder, "m.json") });
    expect(found.map(([code, level]) => [code, level])).toEqual([["extra-file", "warning"]]);
  });

  it("verifies what is listed even if it is ignored", async () => {
    const folder = folderWith({ ...files, ".manifestignore": "assets/\n" });
    expect((await verify(folder, right)).verified).toBe(3);
  });

  it("takes the base off the paths, and refuses those above it", async () => {
    const based = validManifest([
      ["/app/entry.js", sha256(files["entry.js"])],
      ["/application/assets/style.css", sha256(files["assets/style.css"])],
    ]);
    const { found, verified } = await verify(folderWith(), based, { base: "/app", ignore: ["assets/"] });
    expect(verified).toBe(1);
    expect(found.map(([code]) => code)).toEqual([
      "named-file-unlisted",
      "named-file-unlisted",
      "asset-outside-base",
    ]);
  });

  it("reports a path that is listed twice", async () => {
    const digest = sha256(files["entry.js"]);
    const twice = {
      ...right,
      assets: [...right.assets, { path: "/entry.js", sha256: digest.replace(/./, "0") }],
    };
    const { found } = await verify(folderWith(), twice);
    expect(found.map(([code, level]) => [code, level])).toEqual([
      ["asset-twice", "error"],
      ["digest-mismatch", "error"],
    ]);
  });
});

describe("a manifest that isn't one", () => {
  it.each<[what: string, value: unknown, code: string]>([
    ["has a syntax error", '{"schema_version":', "json-syntax"],
    ["has a key twice", pretty.replace('"runtime":', '"entry": "/x.js", "runtime":'), "duplicate-key"],
    ["is too long", " ".repeat(4 * 1024 * 1024 + 1), "too-long"],
    ["is nested too deeply", "[".repeat(100_000), "too-deep"],
    ["has a further property", { ...right, more: 1 }, "unknown-property"],
    ["has a path that leads up", { ...right, entry: "/../x.js" }, "pattern"],
  ])("%s: a finding, and no file is read", async (_what, value, code) => {
    const { found, assets } = await verify(folderWith(), value);
    expect([found[0]?.[0], assets]).toEqual([code, 0]);
  });

  it("can't be read: an error", async () => {
    const options = { folder: folderWith(), format: await platformFormat() };
    for (const manifest of ["/nowhere/manifest.json", "/dev/zero", "/"])
      await expect(verifyFolder({ ...options, manifest })).rejects.toMatchObject({ code: "file-unusable" });
  });
});
